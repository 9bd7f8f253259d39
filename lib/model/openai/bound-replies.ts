/** How much a model server may send. */
import { AppError } from '../../util/app-error.ts';
import { type BoundedFetchOptions, createBoundedFetch } from '../../util/create-bounded-fetch.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import { hasCode } from '../../util/has-code.ts';

const BOUNDS = {
  /** The longest reply that is read, sent in one piece and escaped. */
  maxEventBytes: 8 * 1000 ** 2,
  /** The size of a reply with the envelope of each token and the pings between them. */
  maxReplyBytes: 128 * 1000 ** 2,
};

/**
 * A fetch for streamed replies. Reading the body of one that is over a bound throws AppError `model-failed` and ends the
 * connection. `server` begins that sentence, e.g. `The model server at http://…`.
 */
export function boundReplies(server: string): typeof fetch {
  const refuse: BoundedFetchOptions['refuse'] = (what, bytes) =>
    new AppError(
      'model-failed',
      `${server} sent ${what} of more than ${formatBytes(bytes)}, so its reply was stopped. Look at the server, or use another model.`,
    );
  const bounded = createBoundedFetch({ toBounds: () => BOUNDS, refuse });
  return (input, init) =>
    bounded(input, init).catch((error: unknown) => {
      throw isUnconnected(error) ? toUnconnected() : error;
    });
}

function isUnconnected(error: unknown): boolean {
  return error instanceof Error && UNCONNECTED.some((code) => hasCode(error.cause, code));
}

const UNCONNECTED = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'];

/** The SDK knows a server that accepted a request and is silent by the word “timeout”: this one accepted nothing. */
function toUnconnected(): Error {
  const cause = Object.assign(new Error('No connection.'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  return new Error('The connection failed.', { cause });
}
