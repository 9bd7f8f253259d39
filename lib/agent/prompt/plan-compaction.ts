/** Decides which steps of a conversation are shortened, to what length, and which are summarized, so that the prompt fits. */

/** The first `summedUp` steps are in a summary; of the rest those before `shortened` have short observations. */
export interface Fit {
  readonly shortened: number;
  readonly summedUp: number;
}

export interface PlanOptions {
  /** How many steps there are. */
  readonly count: number;
  readonly now: Fit;
  /** Room for the steps, characters. */
  readonly room: number;
  /** What the steps take, characters. */
  measure(fit: Fit): number;
}

/** Filling only half makes compactions rare: each changes the prompt's beginning, which no cache survives. */
const TARGET_SHARE = 0.5;
/** This share is good enough if half cannot be had without touching the newest steps. */
const TOLERABLE_SHARE = 0.8;
/** How many of the newest steps stay whole; fewer only when there is no other way. */
const KEPT_WHOLE = [3, 1, 0];
/** What is left of an old observation, characters. */
export const SHORT_LENGTH = 400;

/** Null when all fits as it is, or nothing can be done. */
export function planCompaction({ count, now, room, measure }: PlanOptions): Fit | null {
  const length = measure(now);
  if (length <= room) return null;
  let best: Fit | null = null;
  for (const kept of KEPT_WHOLE) {
    const fits = listFits(count, now, kept);
    const found = fits.find((fit) => measure(fit) <= room * TARGET_SHARE);
    if (found) return found;
    best = fits.at(-1) ?? best;
    if (best && measure(best) <= room * TOLERABLE_SHARE) return best;
  }
  return best && measure(best) < length ? best : null;
}

/** All ways to fit, from shortening alone to summing up all but the kept steps. */
function listFits(count: number, now: Fit, kept: number): Fit[] {
  const shortened = Math.max(now.shortened, count - kept);
  const most = Math.max(now.summedUp, count - Math.max(kept, 1));
  return Array.from({ length: most - now.summedUp + 1 }, (_, index) => ({
    shortened,
    summedUp: now.summedUp + index,
  }));
}
