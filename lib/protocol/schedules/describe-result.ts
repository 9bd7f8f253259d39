/** What a scheduled run found, in the words of the page and the terminal. */
import { pluralize } from '../../util/pluralize.ts';
import type { ResultChanges } from './schedule.ts';

/** What changed since the last successful result, in one sentence. */
export function describeChange({ since, cells, compared, notCompared }: ResultChanges): string {
  if (compared === 0) return 'No cell could be compared.';
  const before = since === null ? 'the notebook' : 'the last successful result';
  const rest = notCompared > 0 ? ` ${pluralize(notCompared, 'cell')} could not be compared.` : '';
  if (cells.length === 0) return `The same as ${before} in ${pluralize(compared, 'cell')}.${rest}`;
  const differ = cells.length === 1 ? 'differs' : 'differ';
  return `${cells.length} of ${pluralize(compared, 'cell')} ${differ} from ${before}.${rest}`;
}

/** What differs, a line each. */
export function listChanges({ cells, answer }: ResultChanges): string[] {
  const lines = cells.flatMap(({ cell, changes, changeCount }) => [
    ...changes.map(({ text, by }) => `Cell ${cell}: ${text}${by === undefined ? '' : `, ${by}`}`),
    ...(changeCount > changes.length ? [`Cell ${cell}: and ${changeCount - changes.length} more`] : []),
  ]);
  const { added = [], gone = [] } = answer ?? {};
  if (added.length > 0) lines.push(`New in the answer: ${added.join(', ')}`);
  if (gone.length > 0) lines.push(`No longer in the answer: ${gone.join(', ')}`);
  return [...new Set(lines)];
}

/** Empty where no time was missed. */
export function describeMissed(missed: number): string {
  return missed > 0 ? `${pluralize(missed, 'earlier time')} passed without a run.` : '';
}
