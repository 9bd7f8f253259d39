'use client';

import { useState } from 'react';
import type { CellReference } from '../../../lib/protocol/cells/cell-reference.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { readQuote } from '../../notebook/cells/read-quote.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { saveAndClose } from '../../notebook/commands/runs/save-cell.ts';
import { onCell } from '../../notebook/commands/table/command-context.ts';
import type { CellSubject } from './cell-subjects.tsx';
import { SESSION_TEXTS } from './session-texts.ts';

interface CellReferenceState {
  /** All that the task being written is about, in the order in which it was chosen. */
  subjects: readonly CellSubject[];
  /** The same, to send. */
  about: CellReference | undefined;
  /** Removes these; default: all. One that is added later stays. */
  drop: (gone?: readonly CellReference[]) => void;
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
  const [chosen, setChosen] = useState<readonly CellReference[]>([]);
  const add = (next: CellReference) => {
    setChosen((before) => [...before.filter((each) => !isReplaced(each, next)), next]);
    writeTask('');
  };
  const begin = (purpose: CellReference['purpose']) =>
    onCell(({ selection }, { id }) => {
      const selected = readQuote();
      const quote = selection.takeQuote() ?? (selected?.cellId === id ? selected.text : null);
      add({ cellId: id, purpose, ...(purpose === 'ask' && quote !== null ? { quote } : {}) });
    });
  /** The agent replaces what is stored: what the cell's editor holds is stored first. */
  const beginChange = (go: (cellId: string) => void | Promise<void>) =>
    onCell(async (context, cell) => {
      if (!canChange) return context.tell({ text: SESSION_TEXTS.changeNeedsModel });
      if (!(await saveAndClose(context, cell))) return;
      await go(cell.id);
    });
  const fix = (cellId: string) => start(SESSION_TEXTS.fixTask, { cellId, purpose: 'fix' });
  useCommandHandler('cell-ask', begin('ask'));
  useCommandHandler('cell-fix', beginChange(fix));
  useCommandHandler(
    'cell-change',
    beginChange((cellId) => add({ cellId, purpose: 'change' })),
  );
  useCommandHandler('cell-continue', begin('continue'));
  useCommandHandler('task-rephrase', () => writeTask(session.runs.at(-1)?.task.text ?? ''));
  const subjects = chosen.flatMap((reference) => {
    const cell = findCell(session, reference.cellId);
    return cell ? [{ cell, reference }] : [];
  });
  const references = subjects.map(({ reference }) => reference);
  // What the agent is to do comes first.
  const main = references.find(isToDo) ?? references[0];
  const also = references.filter((each) => each !== main);
  return {
    subjects,
    about: main && also.length > 0 ? { ...main, also } : main,
    drop: (gone = references) => setChosen((before) => before.filter((each) => !gone.includes(each))),
  };
}

/** One thing is asked for of the agent at a time, and a quotation names its cell, too. */
function isReplaced(before: CellReference, next: CellReference): boolean {
  if (isToDo(before) && isToDo(next)) return true;
  return before.cellId === next.cellId && (before.quote === undefined || before.quote === next.quote);
}

function isToDo({ purpose }: CellReference): boolean {
  return purpose !== 'ask';
}
