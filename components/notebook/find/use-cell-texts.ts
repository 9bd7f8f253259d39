'use client';

import { useReducer, useState } from 'react';
import type { CellText } from '../../../lib/session/find/find-text.ts';
import type { CellEditors } from '../editor/cell-editors.ts';

/**
 * The texts of the cells as the user sees them: what an open editor holds, else what is stored. The same object while none
 * of them changes. Editors do not say when they change: `refresh` reads them again, and so does each drawing.
 */
export function useCellTexts(
  cells: readonly CellText[],
  editors: CellEditors,
): { texts: readonly CellText[]; refresh: () => void } {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const read = cells.map(({ id, source }) => ({ id, source: editors.read(id)?.text ?? source }));
  const [texts, setTexts] = useState<readonly CellText[]>(read);
  const isSame =
    texts.length === read.length &&
    read.every(({ id, source }, at) => texts[at]?.id === id && texts[at].source === source);
  if (!isSame) setTexts(read);
  return { texts, refresh };
}
