/** Words for verifications that the page, the terminal, and exports share. */
import type { CellVerdict, Verification } from './verification.ts';

export const OUTCOME_WORDS: Record<Verification['outcome'], string> = {
  reproduced: 'Reproduced',
  varies: 'Varies',
  'not-reproduced': 'Not reproduced',
};

export const VERDICT_WORDS: Record<CellVerdict, string> = {
  same: 'same',
  differs: 'differs',
  varies: 'varies',
  failed: 'failed',
  'not-run': 'not run',
  'not-comparable': 'not comparable',
};
