/** What the page and exports say of the checks of an answer. */
import type { AnswerCheck, CheckVerdict } from '../../../protocol/runs/answer-check.ts';
import type { Run, Session } from '../../session.ts';

const WORST: readonly CheckVerdict[] = ['differs', 'not-checked', 'agrees'];

/**
 * The least favorable check of the answer that was given; null when there was none. A reviewer checks the answer of one step,
 * which is not given when another one follows.
 */
export function findCheck({ steps }: Run): AnswerCheck | null {
  const returned = steps.findLastIndex(({ review }) => review?.result?.verdict === 'returned');
  const last = steps.at(-1);
  const checks = steps
    .slice(returned + 1)
    .flatMap((step) => (step.check && (step === last || step.check.from !== 'reviewer') ? step.check : []));
  return WORST.map((verdict) => checks.find((check) => check.verdict === verdict)).find(Boolean) ?? null;
}

/** IDs of the cells that check an answer. */
export function listCheckCells({ runs }: Session): ReadonlySet<string> {
  return new Set(runs.flatMap(({ steps }) => steps.flatMap(({ check }) => check?.cellId ?? [])));
}

/** `Checked: SQL finds the same`, without a period. */
export function describeCheck({ verdict, text }: AnswerCheck): string {
  if (verdict === 'agrees') return `Checked: ${text || 'a second way finds the same'}`;
  if (verdict === 'differs') return `A check differs${text === '' ? '' : `: ${text}`}`;
  return `Not checked${text === '' ? '' : `: ${text}`}`;
}
