/** The column that someone meant who misspelt its name. */
import type { Dataset } from './dataset.ts';
import { code } from './format.ts';
import { readNameWords } from './words.ts';

/** Shorter words are near to too many others. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;

/** `" Did you mean ..?"`, or empty when no column has a word that is nearly this one. */
export function suggestName(word: string, { columns }: Dataset): string {
  const written = word.toLowerCase();
  if (written.length < MIN_LETTERS || written.length > MAX_LETTERS) return '';
  const most = written.length < 6 ? 1 : 2;
  const near = columns
    .map(({ name }) => ({ name, edits: Math.min(...toParts(name).map((part) => countEdits(written, part))) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((left, right) => left.edits - right.edits)[0];
  return near ? ` Did you mean ${code(near.name)}?` : '';
}

function toParts(name: string): string[] {
  const parts = readNameWords(name).flatMap(({ lower, stem }) => [lower, stem]);
  return parts.filter(({ length }) => length >= MIN_LETTERS && length <= MAX_LETTERS);
}

/** Letters to add, drop, change or swap with their neighbor (optimal string alignment). */
function countEdits(left: string, right: string): number {
  let [before, last] = [[] as number[], Array.from({ length: right.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let at = 1; at <= right.length; at++) {
      const isSame = left[row - 1] === right[at - 1];
      const isSwapped = left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1];
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return last[right.length] ?? Infinity;
}
