/** Keeps what outputs say, so that the outputs of many answers, or of one that is read again, are read once. */
import type { Output } from '../notebook/output.ts';
import type { SourceCell } from './finding/quantity.ts';
import { createValueIndex, type ValueIndex } from './match/value-index.ts';
import { joinSources, type ReadSources, readCell } from './source/read-sources.ts';

interface IndexedSources {
  readonly index: ValueIndex;
  /** False where text is stored beside the log, or left out of a stream, or longer than 400,000 characters or 20,000 in a line. */
  readonly isWhole: boolean;
}

export interface SourceCache {
  read(cells: readonly SourceCell[]): IndexedSources;
}

interface KnownCell {
  readonly cell: SourceCell;
  readonly sources: ReadSources;
}

/** Entries are keyed by a cell’s array of outputs, which must not be mutated, and are dropped when that array is garbage collected. */
export function createSourceCache(): SourceCache {
  const known = new WeakMap<readonly Output[], KnownCell>();
  let last: { readonly parts: readonly ReadSources[]; readonly indexed: IndexedSources } | null = null;
  const read = (cell: SourceCell): ReadSources => {
    const found = known.get(cell.outputs);
    if (found && isSame(found.cell, cell)) return found.sources;
    const sources = readCell(cell);
    known.set(cell.outputs, { cell, sources });
    return sources;
  };
  return {
    read: (cells) => {
      const parts = cells.map(read);
      if (last && parts.length === last.parts.length && parts.every((part, at) => part === last?.parts[at]))
        return last.indexed;
      const { values, sizes, isWhole } = joinSources(parts);
      const indexed = { index: createValueIndex(values, sizes), isWhole };
      last = { parts, indexed };
      return indexed;
    },
  };
}

function isSame(a: SourceCell, b: SourceCell): boolean {
  return a.id === b.id && a.cell === b.cell && a.source === b.source;
}
