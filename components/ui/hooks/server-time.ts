/**
 * Notes on the page how far the browser's clock is from the server's, milliseconds. A few seconds can be the way here and are left.
 * Backticks: React escapes quotes.
 */
export function toClockScript(now: number): string {
  return `{const d=Date.now()-${now};if(Math.abs(d)>1e4)document.documentElement.dataset.clock=d}`;
}

/** The time by the clock that the times of a notebook are from, milliseconds since 1970. */
export function readServerTime(): number {
  return Date.now() - Number(globalThis.document?.documentElement.dataset.clock ?? 0);
}
