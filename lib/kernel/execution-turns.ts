/** One at a time, in the order in which turns were asked for. */
import { orAborted } from '../util/or-aborted.ts';

export class ExecutionTurns {
  /** Resolves when the turns taken so far have ended. */
  #taken: Promise<void> = Promise.resolve();

  /** Waits for the turns before, or for the signal; the caller must call the returned function at the turn's end. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const before = this.#taken;
    let release = () => {};
    this.#taken = new Promise((resolve) => {
      release = () => void before.then(resolve);
    });
    await (signal ? orAborted(before, signal) : before);
    return release;
  }
}
