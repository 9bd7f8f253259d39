/** What runs before the framework: headers, access and login, for every request alike. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Container } from '../app/container.ts';
import { readPolicy } from '../util/export-policy.ts';
import { type AccessRequest, checkAccess } from './check-access.ts';
import { isFrameFile, sendVendorFile } from './frame-files.ts';
import type { Logins } from './logins.ts';
import { renderPlainPage } from './plain-page.ts';
import { securityHeaders, toSharedPolicy } from './security-headers.ts';
import { toSharedAnswer } from './shared-page.ts';

const WRONG_TOKEN = 'That token is not valid. It changes at every start: use the link in the terminal.';

/** A read-only link, also one that was cut or copied with the period behind it: whoever follows it has no login. */
const SHARED_URL = /^\/shared\/([^/?]+)$/;

export interface GateOptions {
  readShared: Container['readShared'];
  logins: Logins;
  port: number;
  dev: boolean;
  rootDir: string;
}

/** Resolves to true when the framework may answer; otherwise the gate has answered. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createGate({ logins, readShared, port, dev, rootDir }: GateOptions): Gate {
  const allowedHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);

  async function decide(request: IncomingMessage, url: URL) {
    const hasLogin = isLoginLink(url, logins) || (await logins.hasLogin(request.headers.cookie));
    const access = checkAccess(toAccessRequest(request, hasLogin), { allowedHosts, isToken: logins.isToken });
    return access.allow ? (findFault(request, url) ?? access) : access;
  }

  return async (request, response) => {
    const target = parseTarget(request.url);
    const url = target ?? new URL(ORIGIN);
    const { policy, headers } = securityHeaders(
      decode(url.pathname) ?? '/',
      `http://${request.headers.host}`,
      { dev },
    );
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    request.headers['content-security-policy'] = policy;

    // An action of the framework's, of which the app has none: it would answer with a stack on the terminal.
    delete request.headers['next-action'];

    if (!target) {
      refuse(response, url, MALFORMED);
      return false;
    }
    const { isFrame, shareToken } = readPublic(request);
    if (isFrame && request.headers.origin === 'null') delete request.headers.origin;
    const decision = await decide(request, url);
    const needsNoLogin = isFrame || shareToken !== undefined;
    if (!decision.allow && !(needsNoLogin && decision.status === 401)) {
      refuse(response, url, decision);
      return false;
    }
    if (shareToken !== undefined) {
      await answerShared(response, readShared(shareToken));
      return false;
    }
    if (url.pathname === '/login') {
      const cookie = isLoginLink(url, logins) ? { 'set-cookie': await logins.createCookie() } : {};
      response.writeHead(303, { location: '/', ...cookie }).end();
      return false;
    }
    return !(isFrame && (await sendVendorFile(url.pathname, rootDir, request, response)));
  };
}

/** What is served without a login. Compared as it was sent: the framework might read an odd path in another way. */
function readPublic({ method, url = '' }: IncomingMessage): {
  isFrame: boolean;
  shareToken: string | undefined;
} {
  const isRead = method === 'GET' || method === 'HEAD';
  return { isFrame: isRead && isFrameFile(url), shareToken: isRead ? SHARED_URL.exec(url)?.[1] : undefined };
}

/** Browsers must not keep it: a link that was taken back must show nothing from then on. */
async function answerShared(response: ServerResponse, read: Promise<string | null>): Promise<void> {
  const { status, html, headers } = await toSharedAnswer(read);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': toSharedPolicy(readPolicy(html)),
    ...headers,
  });
  response.end(html);
}

const MALFORMED = { allow: false, status: 400, message: 'This address is malformed.' } as const;

const UNSUPPORTED = {
  allow: false,
  status: 400,
  message: 'Actbook does not answer TRACE requests.',
} as const;

/** What the framework would answer with 500 and a stack on the terminal. */
function findFault({ method }: IncomingMessage, { pathname }: URL) {
  if (method === 'TRACE') return UNSUPPORTED;
  return decode(pathname) === null ? MALFORMED : null;
}

const ORIGIN = 'http://localhost';

/** Null for whatever is not a path: this is not a proxy, and what begins with two slashes would name another host. */
function parseTarget(target = ''): URL | null {
  return /^\/(?![/\\])/.test(target) ? URL.parse(target, ORIGIN) : null;
}

/** The path as routes see it; null when it is malformed. */
function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function isLoginLink({ pathname, searchParams }: URL, logins: Logins): boolean {
  const token = pathname === '/login' ? searchParams.get('token') : null;
  return token !== null && logins.isToken(token);
}

function toAccessRequest(request: IncomingMessage, hasLogin: boolean): AccessRequest {
  const fetchSite = request.headers['sec-fetch-site'];
  return {
    method: request.method ?? 'GET',
    host: request.headers.host,
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    authorization: request.headers.authorization,
    hasLogin,
  };
}

const REFUSAL_CODES = { 400: 'bad-request', 401: 'unauthorized', 403: 'forbidden' } as const;

function refuse(
  response: ServerResponse,
  { pathname, searchParams }: URL,
  decision: { status: 400 | 401 | 403; message: string },
): void {
  const code = REFUSAL_CODES[decision.status];
  if (pathname.startsWith('/api/')) {
    response.writeHead(decision.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message: decision.message } }));
    return;
  }
  response.writeHead(decision.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  });
  const isWrongToken = decision.status === 401 && pathname === '/login' && searchParams.has('token');
  response.end(renderLoginPage(isWrongToken ? WRONG_TOKEN : decision.message));
}

/** The one page shown to a visitor without a login. Nothing of the app is loaded before. */
function renderLoginPage(message: string): string {
  return renderPlainPage(
    'Log in',
    `<p>${message}</p>
  <form action="/login" method="get">
    <label for="token">Token</label>
    <input id="token" name="token" type="password" autocomplete="off" required autofocus>
    <button>Log in</button>
  </form>`,
  );
}
