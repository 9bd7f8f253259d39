/** Calls `act` once after `ms` milliseconds, not counting those between `pause` and `resume`. */
export class PausableTimer {
  readonly #act: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, act: () => void) {
    this.#act = act;
    this.#leftMs = ms;
    this.resume();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#act, Math.max(0, this.#leftMs));
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
