/** How much a model server may send. */
import { AppError } from '../../util/app-error.ts';
import { type BoundedFetchOptions, createBoundedFetch } from '../../util/create-bounded-fetch.ts';
import { formatBytes } from '../../util/format-bytes.ts';

const BOUNDS = {
  /** The longest reply that is read, sent in one piece and escaped. */
  maxEventBytes: 8 * 1000 ** 2,
  /** With the envelope of each token and the pings between them. */
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
      `${server} sent ${what} of more than ${formatBytes(bytes)}, so its reply was stopped. Check the server, or use another model.`,
    );
  return createBoundedFetch({ toBounds: () => BOUNDS, refuse });
}
