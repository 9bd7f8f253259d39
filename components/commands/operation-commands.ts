/** Commands on where cells stand, what they are, and on many of them. */
import type { BatchScope } from '../../lib/protocol/batch.ts';
import { type Cell, isBusy } from '../../lib/session/session.ts';
import {
  changeCell,
  createSession,
  deleteCell,
  deleteRun,
  executeCells,
  insertCell,
  mergeCell,
  redoOperation,
  splitCell,
  undoOperation,
} from '../api/actbook-api.ts';
import { isEditable, saveCell } from './cell-actions.ts';
import type { Command, CommandContext } from './command.ts';

/** A command on the selected cell. */
export function onCell(perform: (context: CommandContext, cell: Cell) => unknown) {
  return async (context: CommandContext) => {
    if (context.cell) await perform(context, context.cell);
  };
}

const hasCell = ({ cell }: CommandContext) => cell !== null;
/** A question, and what belongs to its start, stays where it is. */
const isLoose = ({ cell }: Pick<CommandContext, 'cell'>) =>
  cell !== null && cell.role !== 'task' && cell.role !== 'tools';
const isOfType = (type: Cell['type']) => (context: CommandContext) =>
  context.cell !== null && isEditable(context.cell) && context.cell.type === type;
const canMerge = ({ session, cell }: CommandContext) => {
  const below = cell && session.cells[session.cells.findIndex(({ id }) => id === cell.id) + 1];
  return cell !== null && isEditable(cell) && below !== null && below !== undefined && isEditable(below);
};

async function deleteWithUndo({ session, tell }: CommandContext, cell: Cell): Promise<void> {
  await deleteCell(session.id, cell.id);
  tell({ text: 'Cell deleted.', undoCellId: cell.id });
}

/** A question cell, or the answer to it. */
const isOfQuestion = ({ cell }: CommandContext) =>
  cell !== null && cell.runId !== null && (cell.role === 'task' || cell.role === 'answer');

async function deleteQuestion({ session, tell }: CommandContext, { id, runId }: Cell): Promise<void> {
  if (runId === null) return;
  await deleteRun(session.id, runId);
  tell({ text: 'Question and cells deleted. Their variables stay.', undoCellId: id });
}

function copy({ editors, clipboard }: CommandContext, { id, type, source }: Cell): void {
  clipboard.write({ type, source: editors.readText(id) ?? source });
}

async function cut(context: CommandContext, cell: Cell): Promise<void> {
  copy(context, cell);
  await deleteCell(context.session.id, cell.id);
  context.tell({ text: 'Cell cut.', undoCellId: cell.id });
}

/** Below the selected cell, else at the end. */
async function paste({ session, cell, selection, clipboard }: CommandContext): Promise<void> {
  const copied = clipboard.read();
  if (!copied) return;
  selection.select(await insertCell(session.id, { ...copied, ...(cell ? { after: cell.id } : {}) }));
}

async function move(context: CommandContext, cell: Cell, direction: 'up' | 'down'): Promise<void> {
  await saveCell(context, cell);
  await changeCell(context.session.id, cell.id, { move: direction });
}

async function changeType(context: CommandContext, cell: Cell, type: Cell['type']): Promise<void> {
  const source = context.editors.readText(cell.id) ?? cell.source;
  await changeCell(context.session.id, cell.id, { source, type });
}

async function splitAtCursor({ session, editors, selection }: CommandContext, cell: Cell): Promise<void> {
  const editor = editors.find(cell.id);
  if (!editor) return;
  const split = { at: editor.readCursor(), source: editor.readText() };
  // The field still holds the whole text: it is closed before it could be stored again.
  selection.close(cell.id);
  await splitCell(session.id, cell.id, split);
}

async function mergeBelow(context: CommandContext, cell: Cell): Promise<void> {
  const { session, selection, tell } = context;
  await saveCell(context, cell);
  selection.close(cell.id);
  await mergeCell(session.id, cell.id);
  tell({ text: 'Cells joined.', undoCellId: cell.id });
}

const UNDONE: Record<string, string> = {
  'delete-run': 'The question and its cells are back.',
  insert: 'The added cell is gone.',
  delete: 'The deleted cell is back.',
  move: 'The cell is back where it was.',
  split: 'The parts are one cell again.',
  merge: 'The cells are apart again.',
  retype: 'The cell is of its former type again.',
};

/** Takes back the last operation, or that on one cell. */
export async function undo({ session, selection, tell }: CommandContext, cellId?: string): Promise<void> {
  const undone = await undoOperation(session.id, cellId);
  tell({ text: UNDONE[undone.kind] ?? 'Undone.' });
  if (undone.kind !== 'insert') selection.select(undone.cellId);
}

const REDONE: Record<string, string> = {
  'delete-run': 'The question and its cells are deleted again.',
  insert: 'The cell is added again.',
  delete: 'The cell is deleted again.',
  move: 'The cell is moved again.',
  split: 'The cell is split again.',
  merge: 'The cells are joined again.',
  retype: 'The cell is of its new type again.',
};

async function redo({ session, selection, tell }: CommandContext): Promise<void> {
  const redone = await redoOperation(session.id);
  tell({ text: REDONE[redone.kind] ?? 'Done again.' });
  if (redone.kind !== 'delete' && redone.kind !== 'delete-run') selection.select(redone.cellId);
}

function runScope(scope: BatchScope) {
  return async (context: CommandContext): Promise<void> => {
    const { session, cell, selection } = context;
    for (const each of session.cells) {
      await saveCell(context, each);
      selection.close(each.id);
    }
    const isFromCell = scope === 'above' || scope === 'below';
    await executeCells(session.id, { scope, ...(isFromCell && cell ? { cellId: cell.id } : {}) });
  };
}

export const OPERATIONS: readonly Command[] = [
  {
    id: 'cell-delete',
    label: 'Delete the cell',
    group: 'Cells',
    keys: ['d d'],
    when: isLoose,
    run: onCell(deleteWithUndo),
  },
  {
    id: 'run-delete',
    label: 'Delete this question and its cells',
    group: 'Cells',
    when: isOfQuestion,
    run: onCell(deleteQuestion),
  },
  { id: 'cell-cut', label: 'Cut the cell', group: 'Cells', keys: ['x'], when: isLoose, run: onCell(cut) },
  { id: 'cell-copy', label: 'Copy the cell', group: 'Cells', keys: ['c'], when: hasCell, run: onCell(copy) },
  {
    id: 'cell-paste',
    label: 'Paste the cell below',
    group: 'Cells',
    keys: ['v'],
    when: ({ clipboard }) => clipboard.read() !== null,
    run: paste,
  },
  {
    id: 'cell-undo',
    label: 'Undo the last change of cells',
    group: 'Cells',
    keys: ['z'],
    run: (context) => undo(context),
  },
  {
    id: 'cell-redo',
    label: 'Redo the change of cells that was undone',
    group: 'Cells',
    keys: ['Shift+z'],
    run: redo,
  },
  {
    id: 'cell-move-up',
    label: 'Move the cell up',
    group: 'Cells',
    keys: ['Mod+Shift+ArrowUp'],
    when: isLoose,
    run: onCell((context, cell) => move(context, cell, 'up')),
  },
  {
    id: 'cell-move-down',
    label: 'Move the cell down',
    group: 'Cells',
    keys: ['Mod+Shift+ArrowDown'],
    when: isLoose,
    run: onCell((context, cell) => move(context, cell, 'down')),
  },
  {
    id: 'cell-split',
    label: 'Split the cell at the cursor',
    group: 'Cells',
    keys: ['Mod+_'],
    scope: 'edit',
    when: ({ cell, editors }) => cell !== null && isEditable(cell) && editors.find(cell.id) !== null,
    run: onCell(splitAtCursor),
  },
  {
    id: 'cell-merge',
    label: 'Join with the cell below',
    group: 'Cells',
    keys: ['Shift+m'],
    when: canMerge,
    run: onCell(mergeBelow),
  },
  {
    id: 'cell-to-markdown',
    label: 'Make it a note',
    group: 'Cells',
    keys: ['m'],
    when: isOfType('code'),
    run: onCell((context, cell) => changeType(context, cell, 'markdown')),
  },
  {
    id: 'cell-to-code',
    label: 'Make it code',
    group: 'Cells',
    keys: ['y'],
    when: isOfType('markdown'),
    run: onCell((context, cell) => changeType(context, cell, 'code')),
  },
];

/** Carried out by the composer. */
export const ASK: readonly Command[] = [
  {
    id: 'cell-fix',
    label: 'Fix this error',
    group: 'Agent',
    when: ({ session, cell }) => cell?.status === 'error' && !isBusy(session),
  },
  {
    id: 'cell-ask',
    label: 'Ask about this output',
    group: 'Agent',
    when: ({ session, cell }) => cell !== null && cell.outputs.length > 0 && !isBusy(session),
  },
  {
    id: 'task-rephrase',
    label: 'Rephrase the last question',
    group: 'Agent',
    when: ({ session }) => session.runs.at(-1)?.outcome != null,
  },
  {
    id: 'cell-branch',
    label: 'Branch from here',
    hint: 'A new notebook, with all down to this cell',
    group: 'Cells',
    when: hasCell,
    run: onCell(async ({ session }, cell) => {
      const id = await createSession({ branchOf: { sessionId: session.id, cellId: cell.id } });
      location.assign(`/sessions/${id}`);
    }),
  },
  {
    id: 'cell-continue',
    label: 'Continue from here',
    hint: 'A task for the agent in this notebook, from this cell on',
    group: 'Agent',
    when: ({ session, cell }) => isLoose({ cell }) && !isBusy(session),
  },
];

export const RUN_MANY: readonly Command[] = [
  { id: 'run-all', label: 'Run all cells', group: 'Run', run: runScope('all') },
  { id: 'run-above', label: 'Run all cells above', group: 'Run', when: hasCell, run: runScope('above') },
  {
    id: 'run-below',
    label: 'Run the cell and all below',
    group: 'Run',
    when: hasCell,
    run: runScope('below'),
  },
  { id: 'run-stale', label: 'Run stale cells', group: 'Run', run: runScope('stale') },
];
