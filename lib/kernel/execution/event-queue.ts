/** A queue between a callback that pushes and one loop that reads. Pushing never waits; `onFull` says when to push no more. */

/** Waiting to be read, bytes. */
const MAX_WAITING_BYTES = 2 * 1024 * 1024;

export class EventQueue<T> implements AsyncIterable<T> {
  readonly #onFull: (isFull: boolean) => void;
  #items: { item: T; bytes: number }[] = [];
  #waitingBytes = 0;
  #isFull = false;
  /** A queue that nobody reads is never full: what is in it waits for nothing. */
  #hasReader = false;
  #closed = false;
  #wake: () => void = () => {};

  /** `onFull` is called when too much waits, and again when half of that was read. */
  constructor(onFull: (isFull: boolean) => void = () => {}) {
    this.#onFull = onFull;
  }

  /** Whether too much waits to be read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** `bytes` is what the item weighs. */
  push(item: T, bytes = 0): void {
    this.#items.push({ item, bytes });
    this.#weigh(bytes);
    this.#wake();
  }

  /** Ends the iteration after the items already pushed. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    this.#hasReader = true;
    try {
      while (this.#items.length > 0 || !this.#closed) {
        const items = this.#items;
        this.#items = [];
        for (const { item, bytes } of items) {
          yield item;
          this.#weigh(-bytes);
        }
        if (this.#items.length === 0 && !this.#closed) await this.#pushed();
      }
    } finally {
      this.#hasReader = false;
      this.#weigh(0);
    }
  }

  #weigh(bytes: number): void {
    this.#waitingBytes += bytes;
    const limit = this.#isFull ? MAX_WAITING_BYTES / 2 : MAX_WAITING_BYTES;
    const isFull = this.#hasReader && this.#waitingBytes >= limit;
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.#onFull(isFull);
  }

  #pushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
