/** Two texts compared line by line. */
import { diffArrays } from 'diff';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Texts that differ more are not worth comparing, nor the time: all of one goes, all of the other comes. */
const MAX_CHANGES = 4_000;

/** The lines of both in order, those that go before those that come in their place. A last newline makes no line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [left, right] = [toLines(before), toLines(after)];
  const parts = diffArrays(left, right, { maxEditLength: MAX_CHANGES });
  if (!parts) return [...left.map(toLine('removed')), ...right.map(toLine('added'))];
  return parts.flatMap(({ added, removed, value }) =>
    value.map(toLine(added ? 'added' : removed ? 'removed' : 'same')),
  );
}

function toLines(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function toLine(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}
