import type { CellVerdict } from './verification.ts';

/** Verdicts as the page and the terminal write them. */
export const VERDICT_WORDS: Record<CellVerdict, string> = {
  same: 'same',
  differs: 'differs',
  varies: 'varies',
  failed: 'failed',
  'not-run': 'not run',
  'not-comparable': 'not comparable',
};
