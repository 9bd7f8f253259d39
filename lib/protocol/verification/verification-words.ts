/** Words for verifications that the page, the terminal, and exports share. */
import type { CellVerdict, Verification } from './verification.ts';

export const OUTCOME_WORDS: Record<Verification['outcome'], string> = {
  reproduced: 'Reproduced',
  varies: 'Varies',
  'not-reproduced': 'Not reproduced',
  'no-code': 'No code to verify',
};

/** Of a picture that a clean run drew differently, on both sides. */
export const PICTURE_WORDS = {
  /** `text`: what differs, a sentence fragment; may be empty. */
  describe: (text: string) => `From a clean start, the picture differs${text === '' ? '' : `: ${text}`}.`,
  notebook: 'In the notebook',
  here: 'From a clean start',
} as const;

export const VERDICT_WORDS: Record<CellVerdict, string> = {
  same: 'same',
  differs: 'differs',
  varies: 'varies',
  failed: 'failed',
  'not-run': 'not run',
  'not-comparable': 'not comparable',
};
