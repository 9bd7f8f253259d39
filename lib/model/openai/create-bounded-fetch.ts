/** Bounds what a model server sends while it arrives, before anything parses it. */
import { AppError } from '../../util/app-error.ts';
import { formatBytes } from '../../util/format-bytes.ts';

/** One event of a streamed reply: the longest reply that is read, sent in one piece and escaped. */
const MAX_EVENT_BYTES = 8 * 1000 ** 2;
/** A whole streamed reply, with the envelope of each token and the pings between them. */
const MAX_REPLY_BYTES = 128 * 1000 ** 2;
/** An error: users are shown 300 characters of it. */
const MAX_ERROR_BYTES = 64 * 1000;

/**
 * A fetch for streamed replies. Reading the body of one that is over a bound throws AppError `model-failed` and ends the
 * connection; the body of an error is cut. `server` begins that sentence, e.g. `The model server at http://…`.
 */
export function createBoundedFetch(server: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const bound = response.ok ? createEventBound(server) : createCut();
    return new Response(response.body.pipeThrough(bound), response);
  };
}

type Bound = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/** Passes whole events on: a reader that looks for the end of a long one is not given it piece by piece. */
function createEventBound(server: string): Bound {
  const tooLarge = (what: string, bytes: number) =>
    new AppError(
      'model-failed',
      `${server} sent ${what} of more than ${formatBytes(bytes)}, so its reply was stopped. Check the server, or use another model.`,
    );
  let bytes = 0;
  // One buffer, not a list: a chunk may be a single byte.
  let buffer = Buffer.alloc(0);
  let heldBytes = 0;

  function hold(chunk: Uint8Array): void {
    const needed = heldBytes + chunk.byteLength;
    if (needed > buffer.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * buffer.byteLength));
      buffer.copy(larger, 0, 0, heldBytes);
      buffer = larger;
    }
    buffer.set(chunk, heldBytes);
    heldBytes = needed;
  }

  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > MAX_REPLY_BYTES) throw tooLarge('a reply', MAX_REPLY_BYTES);
      const seenBytes = Math.max(0, heldBytes - MAX_BLANK_BYTES);
      hold(chunk);
      const end = findLastEnd(buffer.subarray(0, heldBytes), seenBytes);
      if (end > 0) {
        controller.enqueue(Uint8Array.from(buffer.subarray(0, end)));
        buffer.copyWithin(0, end, heldBytes);
        heldBytes -= end;
      }
      if (heldBytes > MAX_EVENT_BYTES) throw tooLarge('one piece of a reply', MAX_EVENT_BYTES);
    },
    flush: (controller) => controller.enqueue(Uint8Array.from(buffer.subarray(0, heldBytes))),
  });
}

const BLANK_LINES = ['\n\n', '\r\n\r\n', '\r\r'].map((text) => Buffer.from(text));
const MAX_BLANK_BYTES = 4;

/** Where the last event ends that ends after `from`; 0 without one. */
function findLastEnd(bytes: Buffer, from: number): number {
  const later = bytes.subarray(from);
  const ends = BLANK_LINES.map((line) => {
    const at = later.lastIndexOf(line);
    return at < 0 ? 0 : from + at + line.byteLength;
  });
  return Math.max(...ends);
}

function createCut(): Bound {
  let room = MAX_ERROR_BYTES;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk.subarray(0, room));
      room -= chunk.byteLength;
      if (room <= 0) controller.terminate();
    },
  });
}
