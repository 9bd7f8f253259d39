/** What keeps a model server from being reached, told apart by the error of a request, and as a sentence for users. */

export type Obstacle =
  | 'unknown-host'
  | 'refused'
  | 'untrusted-certificate'
  | 'expired-certificate'
  | 'certificate-of-another-host'
  | 'no-tls'
  | 'redirect'
  | 'timeout'
  /** It answers, but with something that is not JSON of the OpenAI API. */
  | 'other-api'
  | 'broken';

/** What the causes of an error say about the obstacle; the error can be anything that a request threw. */
export function toObstacle(error: unknown): Obstacle {
  for (const [code, text] of listCauses(error)) {
    const known = OBSTACLES.find(([pattern]) => pattern.test(code) || pattern.test(text));
    if (known) return known[1];
  }
  return 'broken';
}

/** Codes of Node and OpenSSL, and words of `fetch` where there is no code. */
const OBSTACLES: readonly (readonly [RegExp, Obstacle])[] = [
  [/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/, 'unknown-host'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, 'refused'],
  [/^CERT_HAS_EXPIRED$|^CERT_NOT_YET_VALID$/, 'expired-certificate'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate-of-another-host'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)$/,
    'untrusted-certificate',
  ],
  [/^ERR_SSL_\w*(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_TOO_SMALL)|^EPROTO$/, 'no-tls'],
  [/unexpected redirect/i, 'redirect'],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$|^TimeoutError$|^The operation was aborted due to timeout/, 'timeout'],
  [/^SyntaxError$/, 'other-api'],
];

/** Its code or name and its message, then those of its causes. */
function listCauses(error: unknown): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  let each = error;
  for (let depth = 0; depth < 6 && each instanceof Error; depth++) {
    const { code } = each as { code?: unknown };
    found.push([typeof code === 'string' ? code : each.name, each.message]);
    // With several addresses of a host, the errors of all of them.
    each = each instanceof AggregateError && typeof code !== 'string' ? each.errors[0] : each.cause;
  }
  return found;
}

/** `address`: what holds the address, e.g. `its address` or a variable. */
export function explainObstacle(
  obstacle: Obstacle,
  { server, address }: { server: string; address: string },
): string {
  switch (obstacle) {
    case 'unknown-host':
      return `${server} was not found: no host has that name. Make sure that ${address} is right and that this machine is online.`;
    case 'untrusted-certificate':
      return `${server} has a certificate that this machine does not trust. Set NODE_EXTRA_CA_CERTS to a file with its authority and start Actbook again.`;
    case 'expired-certificate':
      return `${server} has a certificate that is not valid now. Set the clock of this machine, or renew the certificate.`;
    case 'certificate-of-another-host':
      return `${server} has a certificate of another host. Make sure that ${address} is right.`;
    case 'no-tls':
      return `${server} does not use HTTPS. Make sure that ${address} is right; for a server on your network it often begins with http://.`;
    case 'redirect':
      return `${server} redirects to another address, which Actbook does not follow. Make sure that ${address} is the final one.`;
    case 'timeout':
      return `${server} did not answer in time. Make sure that it is working and that ${address} is right, and try again.`;
    case 'other-api':
      return `${server} answers, but not like an OpenAI-compatible API. Make sure that ${address} is right; it often ends in /v1.`;
    default:
      return `${server} does not answer. Make sure that it runs and that ${address} is right.`;
  }
}

/** Whether a refusal is about the key, whatever its status: some servers answer 400. */
export function isKeyRefusal(status: number | undefined, said: string): boolean {
  if (status === 401 || status === 403) return true;
  return (
    status === 400 &&
    /api[ _-]?key[^.]{0,30}(not valid|invalid|incorrect)|(invalid|incorrect)[^.]{0,20}api[ _-]?key/i.test(
      said,
    )
  );
}
