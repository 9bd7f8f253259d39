/** Which places of a text are taken, so that no two readings of it overlap. */

export interface TakenSpans {
  /** Whether a character from `start` to before `end` is taken. */
  overlaps(start: number, end: number): boolean;
  take(start: number, end: number): void;
}

/** `length`: characters of the text. Takes time for the characters of a span, however many spans there are. */
export function createTakenSpans(length: number): TakenSpans {
  // Most lines of data have one reading.
  let taken: Uint8Array | null = null;
  return {
    overlaps: (start, end) => taken?.subarray(start, end).includes(1) ?? false,
    take: (start, end) => {
      taken ??= new Uint8Array(length);
      taken.fill(1, start, end);
    },
  };
}
