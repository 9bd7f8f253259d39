/** Bounds what a server sends while it arrives, before anything parses it. */

export interface ReplyBounds {
  /** One event of a streamed reply, bytes. */
  maxEventBytes: number;
  /** A whole reply, bytes. */
  maxReplyBytes: number;
}

export interface BoundedFetchOptions {
  toBounds(response: Response): ReplyBounds;
  /** What reading a body over a bound throws. `what` is `a reply` or `one piece of a reply`. */
  refuse(what: string, maxBytes: number): Error;
}

/** An error: users are shown 300 characters of it. */
const MAX_ERROR_BYTES = 64 * 1000;

/** A fetch whose replies end, and their connections with them, where they are over a bound; the body of an error is cut. */
export function createBoundedFetch({ toBounds, refuse }: BoundedFetchOptions): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const bound = response.ok ? createEventBound(toBounds(response), refuse) : createCut();
    return new Response(response.body.pipeThrough(bound), response);
  };
}

type Bound = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/** Passes whole events on: a reader that looks for the end of a long one is not given it piece by piece. */
function createEventBound(
  { maxEventBytes, maxReplyBytes }: ReplyBounds,
  refuse: BoundedFetchOptions['refuse'],
): Bound {
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
      if (bytes > maxReplyBytes) throw refuse('a reply', maxReplyBytes);
      const seenBytes = Math.max(0, heldBytes - MAX_BLANK_BYTES);
      hold(chunk);
      const end = findLastEnd(buffer.subarray(0, heldBytes), seenBytes);
      if (end > 0) {
        controller.enqueue(Uint8Array.from(buffer.subarray(0, end)));
        buffer.copyWithin(0, end, heldBytes);
        heldBytes -= end;
      }
      if (heldBytes > maxEventBytes) throw refuse('one piece of a reply', maxEventBytes);
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
