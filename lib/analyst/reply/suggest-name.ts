/** The column that someone meant who misspelled its name. */
import type { Table } from '../query/query.ts';
import { toSingular, wordsOf } from '../read/tokens.ts';

/** Shorter words are near to too many others. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;
/** Of shorter words, people do not mistake the first letter. */
const SHORT = 6;

/** Null when no column has a word that is nearly this one, or one has it as it is. */
export function suggestName(word: string, tables: readonly Table[]): string | null {
  const written = toSingular(word.toLowerCase());
  if (written.length < MIN_LETTERS || written.length > MAX_LETTERS) return null;
  const isShort = written.length < SHORT;
  const most = isShort ? 1 : 2;
  // "late" is a word of its own, and not a `date`.
  const canBe = (part: string) => !isShort || part[0] === written[0];
  const near = tables
    .flatMap(({ columns }) => columns)
    .map(({ name }) => ({
      name,
      edits: Math.min(
        ...listParts(name)
          .filter(canBe)
          .map((part) => countEdits(written, part)),
      ),
    }))
    .filter(({ edits }) => edits <= most)
    .toSorted((left, right) => left.edits - right.edits);
  const [nearest] = near;
  // Whoever wrote a name as it is did not misspell it.
  return nearest && nearest.edits > 0 ? nearest.name : null;
}

function listParts(name: string): string[] {
  return wordsOf(name).filter(({ length }) => length >= MIN_LETTERS && length <= MAX_LETTERS);
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
