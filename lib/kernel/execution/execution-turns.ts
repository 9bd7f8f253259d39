/** One at a time, in the order in which turns were asked for. */
import { orAborted } from '../../util/or-aborted.ts';

export class ExecutionTurns {
  /** Resolves when the turns taken so far have ended. */
  #taken: Promise<void> = Promise.resolve();
  /** How many have asked for a turn and not ended it. */
  #count = 0;

  /** Waits for the turns before, or for the signal; the caller must call the returned function at the turn's end. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const before = this.#taken;
    const release = this.#enter();
    await (signal ? orAborted(before, signal) : before);
    return release;
  }

  /** As `take`, or null when one would have to wait. */
  takeIfFree(): (() => void) | null {
    return this.#count === 0 ? this.#enter() : null;
  }

  #enter(): () => void {
    const before = this.#taken;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#taken = promise;
    this.#count += 1;
    return () => {
      this.#count -= 1;
      void before.then(resolve);
    };
  }
}
