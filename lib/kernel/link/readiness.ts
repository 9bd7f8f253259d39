/** Longest wait for what a kernel publishes after its answer, before it is asked again. */
const ASK_AGAIN_MS = 100;
/** Then it counts as ready nevertheless: it may publish nothing about such requests. */
const MAX_ASKS = 20;

/**
 * When a kernel may be sent code: it has answered, and what it publishes arrives. The two take different sockets, and
 * what is published before the second is connected is lost.
 */
export class Readiness {
  readonly #ask: () => void;
  #hasAnswered = false;
  #hasPublished = false;
  #asks = 0;
  #resolve: () => void = () => {};
  readonly reached = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  /** `ask` sends the kernel a request that it answers, and publishes its status about. */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  noteAnswer(): void {
    this.#hasAnswered = true;
    if (this.#hasPublished || this.#asks === MAX_ASKS) {
      this.reach();
      return;
    }
    this.#asks += 1;
    setTimeout(() => {
      if (!this.#hasPublished) this.#ask();
    }, ASK_AGAIN_MS);
  }

  notePublished(): void {
    this.#hasPublished = true;
    if (this.#hasAnswered) this.reach();
  }

  reach(): void {
    this.#resolve();
  }
}
