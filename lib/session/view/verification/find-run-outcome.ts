import type { Verification, VerificationOutcome } from '../../../protocol/verification/verification.ts';
import type { Run } from '../../session.ts';

/** What a verification found of the cells of one run; null when it has none of them. */
export function findRunOutcome(run: Run, { cells }: Verification): VerificationOutcome | null {
  const own = new Set(run.steps.flatMap(({ cellIds }) => cellIds));
  const verdicts = cells.filter(({ cellId }) => own.has(cellId)).map(({ verdict }) => verdict);
  if (verdicts.length === 0) return null;
  if (verdicts.every((verdict) => verdict === 'same')) return 'reproduced';
  return verdicts.every((verdict) => verdict === 'same' || verdict === 'varies')
    ? 'varies'
    : 'not-reproduced';
}
