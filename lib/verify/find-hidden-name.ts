/** Why a name was not there in the clean run: no cell defines it, or a later one, or one that did not succeed. */
import type { HiddenName } from '../protocol/verification/verification.ts';
import { readPythonNames } from '../session/stale/name-uses.ts';

export interface DefiningCell {
  /** Counts from 1 among all cells. */
  readonly cell: number;
  readonly source: string;
}

const NOT_DEFINED = /^name '([^']{1,200})' is not defined/;

/** Null when the error is not about a name. `cells`: all code cells, from top to bottom. */
export function findHiddenName(
  error: { ename: string; evalue: string },
  at: number,
  cells: readonly DefiningCell[],
): HiddenName | null {
  const name = error.ename === 'NameError' ? NOT_DEFINED.exec(error.evalue)?.[1] : undefined;
  if (name === undefined) return null;
  // A parser takes about a millisecond for a cell: only those that mention the name are read.
  const defines = ({ source }: DefiningCell) =>
    source.includes(name) && readPythonNames(withoutDeletions(source)).defines.has(name);
  const givers = cells.filter((each) => each.cell !== at && defines(each));
  const earlier = givers.findLast(({ cell }) => cell < at);
  if (earlier) return { name, definedBy: 'earlier', cell: earlier.cell };
  const later = givers.find(({ cell }) => cell > at);
  return { name, definedBy: later ? 'later' : 'none', cell: later?.cell ?? null };
}

/** `del x` changes `x`, but nothing has it from there. */
function withoutDeletions(source: string): string {
  return source.replaceAll(/^([ \t]*)del\b.*$/gm, '$1pass');
}

export function describeHiddenName({ name, definedBy, cell }: HiddenName): string {
  const quoted = `\`${name}\``;
  if (definedBy === 'none') return `${quoted} is defined by no other cell.`;
  if (definedBy === 'later') return `${quoted} is defined only by cell ${cell}, which is below this one.`;
  return `${quoted} is defined by cell ${cell}, but was not there in the clean run.`;
}
