/** What a Jupyter server that refuses, or does not answer, means for the user who named it. */
import { toPublicUrl } from '../../util/to-public-url.ts';

/** Codes of Node's TLS: the server answers, but its certificate was not made by anybody known here. */
const UNKNOWN_ISSUER =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/;
const BAD_CERTIFICATE = /^(CERT_|ERR_TLS_CERT_)/;

/** Why a request got no answer at all. `cause` is what `fetch` rejected with. */
export function explainNoAnswer(cause: unknown, url: string): string {
  const address = toPublicUrl(url);
  const code = readCode(cause);
  if (UNKNOWN_ISSUER.test(code)) {
    return `The certificate of ${address} comes from an unknown issuer. Set NODE_EXTRA_CA_CERTS to a file with the issuer's certificate.`;
  }
  if (BAD_CERTIFICATE.test(code)) {
    return `The certificate of ${address} is not valid (${code}): use the host name that it was issued for, or renew it.`;
  }
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `The Jupyter server at ${address} did not answer in time. Try again, or look at its log.`;
  }
  return `No Jupyter server answers at ${address}. Make sure that it runs and that the address is right.`;
}

/** Why a request was refused. `message` is the server's own. */
export function explainRefusal({ status }: Response, message: string, url: string): string {
  const address = toPublicUrl(url);
  // A gateway refuses one kernel too many with 403 too, and says so.
  const isUnknown = status === 401 || (status === 403 && /^(Forbidden|'_xsrf'.*)?$/i.test(message));
  if (isUnknown) {
    return `The Jupyter server at ${address} does not accept the token. Set JUPYTER_TOKEN to the server's token.`;
  }
  // What a hub answers in place of a user's server that is not there (424; before version 2: 503).
  if (status === 424 || (status === 503 && isUserOfHub(url))) {
    return `Your server on the hub is not running: start it there, then try again (${address}).`;
  }
  return `The Jupyter server at ${address} refused the request (status ${status}): ${message}`;
}

/** When an answer is not JSON: a login page, a proxy, another program. */
export function explainForeignAnswer(url: string): string {
  return `The server at ${toPublicUrl(url)} is not a Jupyter server. Make sure that the address is right and that the server does not require a login page.`;
}

function isUserOfHub(url: string): boolean {
  return /\/user\/[^/]+\/$/.test(URL.parse(url)?.pathname ?? '');
}

/** The code of an error or of its cause: `fetch` hides the reason one or two levels deep. */
function readCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return readCode(error.cause);
}
