'use client';

import { useState } from 'react';
import type { CellReference } from '../../../lib/protocol/cell-reference.ts';
import { type Cell, findCell, type Session } from '../../../lib/session/session.ts';
import { readQuote } from '../../notebook/cells/read-quote.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { saveAndClose } from '../../notebook/commands/runs/save-cell.ts';
import { onCell } from '../../notebook/commands/table/command-context.ts';
import { SESSION_TEXTS } from './session-texts.ts';

interface CellReferenceState {
  /** The cell that the task being written is about. */
  about: { cell: Cell; reference: CellReference } | null;
  drop: () => void;
}

interface CellReferenceOptions {
  /** Whether the chosen model can change code. */
  canChange: boolean;
  /** Puts words into the field, below what is there. */
  writeTask: (words: string) => void;
  /** Starts a run whose task needs no words of the user. */
  start: (task: string, about: CellReference) => Promise<void>;
}

/** Runs the commands that begin a task: about the selected cell, or the last task to rephrase. */
export function useCellReference(
  session: Session,
  { canChange, writeTask, start }: CellReferenceOptions,
): CellReferenceState {
  const [chosen, setChosen] = useState<CellReference | null>(null);
  const begin = (purpose: CellReference['purpose']) =>
    onCell(({ selection }, { id }) => {
      const selected = readQuote();
      const quote = selection.takeQuote() ?? (selected?.cellId === id ? selected.text : null);
      setChosen({ cellId: id, purpose, ...(purpose === 'ask' && quote !== null ? { quote } : {}) });
      writeTask('');
    });
  /** The agent replaces what is stored: what the cell's editor holds is stored first. */
  const beginChange = (go: (cellId: string) => void | Promise<void>) =>
    onCell(async (context, cell) => {
      if (!canChange) return context.tell({ text: SESSION_TEXTS.changeNeedsModel });
      if (!(await saveAndClose(context, cell))) return;
      await go(cell.id);
    });
  const fix = (cellId: string) => start(SESSION_TEXTS.fixTask, { cellId, purpose: 'fix' });
  const change = (cellId: string) => {
    setChosen({ cellId, purpose: 'change' });
    writeTask('');
  };
  useCommandHandler('cell-ask', begin('ask'));
  useCommandHandler('cell-fix', beginChange(fix));
  useCommandHandler('cell-change', beginChange(change));
  useCommandHandler('cell-continue', begin('continue'));
  useCommandHandler('task-rephrase', () => writeTask(session.runs.at(-1)?.task.text ?? ''));
  const cell = chosen && findCell(session, chosen.cellId);
  return { about: chosen && cell && { cell, reference: chosen }, drop: () => setChosen(null) };
}
