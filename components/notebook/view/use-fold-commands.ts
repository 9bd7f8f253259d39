'use client';

import { useEffect, useRef } from 'react';
import type { CellSection, RunSection } from '../../../lib/session/view/group-cells.ts';
import { useCommandHandler, useCommands } from '../commands/commands-context.ts';
import { findFoldsAround, listFoldKeys, toOutputKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';

/** Folds and unfolds everything on command, and unfolds what hides a cell when it is selected. */
export function useFoldCommands(sections: readonly (RunSection | CellSection)[]): void {
  const folds = useFolds();
  const { selection } = useCommands();
  useCommandHandler('work-unfold', () => folds.fold(listFoldKeys(sections), false));
  useCommandHandler('work-fold', () => folds.fold(listFoldKeys(sections), true));
  useCommandHandler('cell-fold-output', ({ cell }) => {
    const key = toOutputKey(cell?.id ?? '');
    folds.fold([key], !folds.isFolded(key));
  });

  const revealRef = useRef<(cellId: string) => void>(() => {});
  useEffect(() => {
    revealRef.current = (cellId) => folds.fold(findFoldsAround(sections, cellId), false);
  });
  useEffect(
    () =>
      selection.subscribe(() => {
        const { cellId } = selection.getState();
        if (cellId !== null && !document.getElementById(cellId)) revealRef.current(cellId);
      }),
    [selection],
  );
}
