'use client';

import { useState } from 'react';
import type { CellReference } from '../../lib/protocol/cell-reference.ts';
import { type Cell, findCell, type Session } from '../../lib/session/session.ts';
import { useCommand, useCommands } from '../commands/commands-context.ts';

interface CellReferenceState {
  /** The cell that the task being written is about. */
  about: { cell: Cell; reference: CellReference } | null;
  /** What it begins with; another object for each time that a cell was chosen. */
  opening: { readonly text: string } | null;
  drop: () => void;
}

const WORDS: Record<CellReference['purpose'], string> = {
  ask: '',
  fix: 'Fix the error in this cell.',
  continue: '',
};

/** Carries out the commands that begin a task: about the selected cell, the last one in other words, or a suggested one. */
export function useCellReference(session: Session): CellReferenceState {
  const { selection } = useCommands();
  const [chosen, setChosen] = useState<CellReference | null>(null);
  const [opening, setOpening] = useState<{ text: string } | null>(null);
  const choose = (purpose: CellReference['purpose']) => () => {
    const { cellId } = selection.getState();
    if (cellId === null) return;
    setChosen({ cellId, purpose });
    setOpening({ text: WORDS[purpose] });
  };
  useCommand('cell-ask', choose('ask'));
  useCommand('cell-fix', choose('fix'));
  useCommand('cell-continue', choose('continue'));
  useCommand('task-rephrase', () => setOpening({ text: session.runs.at(-1)?.task.text ?? '' }));
  useCommand('task-write', ({ words }) => setOpening({ text: words }));
  const cell = chosen && findCell(session, chosen.cellId);
  return { about: chosen && cell && { cell, reference: chosen }, opening, drop: () => setChosen(null) };
}
