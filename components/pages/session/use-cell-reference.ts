'use client';

import { useState } from 'react';
import type { CellReference } from '../../../lib/protocol/cell-reference.ts';
import { type Cell, findCell, type Session } from '../../../lib/session/session.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { onCell } from '../../notebook/commands/table/command-context.ts';
import { SESSION_TEXTS } from './session-texts.ts';

interface CellReferenceState {
  /** The cell that the task being written is about. */
  about: { cell: Cell; reference: CellReference } | null;
  drop: () => void;
}

const WORDS: Record<CellReference['purpose'], string> = {
  ask: '',
  fix: SESSION_TEXTS.fixTask,
  change: '',
  continue: '',
};

/** Runs the commands that begin a task: about the selected cell, or the last task to rephrase. */
export function useCellReference(session: Session, writeTask: (words: string) => void): CellReferenceState {
  const [chosen, setChosen] = useState<CellReference | null>(null);
  const begin = (purpose: CellReference['purpose']) =>
    onCell((_, cell) => {
      setChosen({ cellId: cell.id, purpose });
      writeTask(WORDS[purpose]);
    });
  useCommandHandler('cell-ask', begin('ask'));
  useCommandHandler('cell-fix', begin('fix'));
  useCommandHandler('cell-continue', begin('continue'));
  useCommandHandler('task-rephrase', () => writeTask(session.runs.at(-1)?.task.text ?? ''));
  const cell = chosen && findCell(session, chosen.cellId);
  return { about: chosen && cell && { cell, reference: chosen }, drop: () => setChosen(null) };
}
