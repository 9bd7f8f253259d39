/**
 * Who may reach the app: decided once per request, before the framework sees it, so that no page, route or
 * static file can be forgotten. The app runs code, so a foreign web page must not reach it (DNS rebinding,
 * cross-site requests) and a local user without the token must not either.
 */

export interface AccessRequest {
  method: string;
  /** `Host` header. */
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site` header; browsers send it, other clients do not. */
  fetchSite: string | undefined;
  /** `Authorization` header. */
  authorization: string | undefined;
  /** Whether the request carries a cookie of a live login. */
  hasLogin: boolean;
}

export interface AccessRules {
  /** Accepted `Host` values, lower case, with port. */
  allowedHosts: ReadonlySet<string>;
  isToken(token: string): boolean;
}

export type AccessDecision = { allow: true } | { allow: false; status: 401 | 403; message: string };

const WRONG_TOKEN =
  'The token is not valid. It changes each time the app starts: use the one in the link that the terminal shows.';

const NO_TOKEN =
  'The token is missing. Send the one in the link that the terminal shows: “Authorization: Bearer TOKEN”.';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function checkAccess(request: AccessRequest, rules: AccessRules): AccessDecision {
  const host = request.host?.toLowerCase();
  if (!host || !rules.allowedHosts.has(host)) {
    return { allow: false, status: 403, message: 'The app does not answer at this address.' };
  }
  const bearer = request.authorization?.match(/^(?:token|bearer) +(\S+)$/i)?.[1];
  const hasToken = bearer !== undefined && rules.isToken(bearer);
  if (!SAFE_METHODS.has(request.method) && !hasToken && !isSameOrigin(request, host)) {
    // A browser would send where the request comes from: this is a program, perhaps with the token of an earlier start.
    if (request.origin === undefined && request.fetchSite === undefined)
      return { allow: false, status: 401, message: bearer === undefined ? NO_TOKEN : WRONG_TOKEN };
    return { allow: false, status: 403, message: 'Requests from other sites are refused.' };
  }
  if (request.origin !== undefined && !isOwnOrigin(request.origin, host)) {
    return { allow: false, status: 403, message: 'Requests from other sites are refused.' };
  }
  if (!hasToken && !request.hasLogin) {
    return { allow: false, status: 401, message: 'Log in with the link that the terminal shows.' };
  }
  return { allow: true };
}

/** A changing request must prove where it comes from: by `Origin`, or by the browser's own word when that is missing. */
function isSameOrigin(request: AccessRequest, host: string): boolean {
  if (request.origin !== undefined) return isOwnOrigin(request.origin, host);
  return request.fetchSite === 'same-origin';
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host}`;
}
