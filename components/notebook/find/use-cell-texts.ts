'use client';

import { useReducer, useState } from 'react';
import type { CellText } from '../../../lib/session/find/find-text.ts';
import type { Cell } from '../../../lib/session/session.ts';
import type { CellEditors } from '../editor/cell-editors.ts';
import { toOutputText } from '../view/to-findable-text.ts';

/**
 * The texts of the cells as the user sees them: what an open editor holds, else what is stored. The same object while none
 * of them changes. Editors do not say when they change: `refresh` reads them again, and so does each drawing.
 */
export function useCellTexts(
  cells: readonly Cell[],
  editors: CellEditors,
): { texts: readonly CellText[]; refresh: () => void } {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [readOutput] = useState(createOutputReader);
  const read = cells.map((cell) => ({
    id: cell.id,
    source: editors.read(cell.id)?.text ?? cell.source,
    output: readOutput(cell),
  }));
  const [texts, setTexts] = useState<readonly CellText[]>(read);
  const isSame =
    texts.length === read.length &&
    read.every((text, at) => {
      const before = texts[at];
      return before?.id === text.id && before.source === text.source && before.output === text.output;
    });
  if (!isSame) setTexts(read);
  return { texts, refresh };
}

/** Reads the text of outputs that did not change only once. */
function createOutputReader(): (cell: Cell) => string {
  const known = new WeakMap<Cell['outputs'], string>();
  return ({ outputs }) => {
    const text = known.get(outputs) ?? toOutputText(outputs);
    known.set(outputs, text);
    return text;
  };
}
