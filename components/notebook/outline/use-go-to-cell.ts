'use client';

import { useEffect, useState } from 'react';
import { useCommands } from '../commands/commands-context.ts';
import { useFolds } from '../folds/use-folds.tsx';

/** A cell, and the run whose folded work may hide it. */
export interface CellPlace {
  readonly cellId: string;
  readonly runId: string | null;
}

/** Goes to a cell, and unfolds the work that hides it first. */
export function useGoToCell(onGo: () => void): (place: CellPlace) => void {
  const folds = useFolds();
  const { selection } = useCommands();
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    document.getElementById(wanted)?.scrollIntoView();
    setWanted(null);
    onGo();
    // Keys continue there.
    selection.select(wanted);
  }, [wanted, onGo, selection]);
  return ({ cellId, runId }) => {
    if (runId !== null && !document.getElementById(cellId)) folds.fold([runId], false);
    setWanted(cellId);
  };
}
