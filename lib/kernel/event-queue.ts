/** An unbounded queue between a callback that pushes and one loop that reads. Pushing never waits. */
export class EventQueue<T> implements AsyncIterable<T> {
  #items: T[] = [];
  #closed = false;
  #wake: () => void = () => {};

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  /** Ends the iteration after the items already pushed. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    while (this.#items.length > 0 || !this.#closed) {
      const items = this.#items;
      this.#items = [];
      yield* items;
      if (this.#items.length === 0 && !this.#closed) await this.#pushed();
    }
  }

  #pushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
