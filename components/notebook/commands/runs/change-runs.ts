/** Commands that add, move, split, join, delete and store cells, and change their type. */

import type { CellPatch, NewCell } from '../../../../lib/protocol/cells/cell-change.ts';
import { type Cell, isAlive } from '../../../../lib/session/session.ts';
import { changeCell, insertCell } from '../../../api/actbook-api.ts';
import { callApi } from '../../../api/call-api.ts';
import { NEW_CELL_DRAFT } from '../../editor/drafts.ts';
import { asOneTurn, type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { loadRunTexts } from './load-run-texts.ts';
import { findSeen, saveAndClose, saveCell } from './save-cell.ts';

export const CHANGE_RUNS = {
  'cell-insert-above': onCell((context, cell) => insertEmpty(context, cell, 'above')),
  'cell-insert-below': onCell((context, cell) => insertEmpty(context, cell, 'below')),
  'cell-delete': onCell((context, cell) => removeCell(context, cell, 'cellDeleted')),
  'run-delete': onCell(async ({ session, tell, inTurn }, { runId }) => {
    if (runId === null) return;
    const done = await inTurn(() => callApi('deleteRun', { params: { sessionId: session.id, runId } }));
    const { cells, kernel } = session;
    const isSomeAlive = cells.some((cell) => cell.runId === runId && isAlive(cell, kernel.id));
    const texts = await loadRunTexts();
    tell({ text: isSomeAlive ? texts.runDeletedAlive : texts.runDeleted, ...done });
  }),
  'cell-move-up': onCell((context, cell) => move(context, cell, 'up')),
  'cell-move-down': onCell((context, cell) => move(context, cell, 'down')),
  'cell-split': onCell(async ({ session, editors, selection, inTurn, readCell }, cell) => {
    const { id } = cell;
    const editor = editors.find(id);
    if (!editor) return;
    const [at, source] = [editor.readCursor(), editor.readText()];
    await inTurn(() =>
      callApi('splitCell', {
        params: { sessionId: session.id, cellId: id },
        body: { at, source, version: findSeen(editors, readCell(id) ?? cell) },
      }),
    );
    if (editors.read(id)?.text === source) selection.close(id);
  }),
  'cell-merge': onCell(async (context, cell) => {
    const { session, tell } = context;
    const joined = await asOneTurn(context, async (turn) => {
      const at = session.cells.findIndex(({ id }) => id === cell.id);
      for (const each of session.cells.slice(at, at + 2)) if (!(await saveAndClose(turn, each))) return null;
      return callApi('mergeCell', { params: { sessionId: session.id, cellId: cell.id } });
    });
    if (joined) tell({ text: (await loadRunTexts()).cellsJoined, ...joined });
  }),
  'cell-duplicate': onCell(
    async ({ session, editors, selection, inTurn }, { id, type, source, language }) => {
      const copy = { type, source: editors.read(id)?.text ?? source, ...toCopy(language), after: id };
      await selection.follow(inTurn(() => insertCell(session.id, copy)));
    },
  ),
  'cell-clear-output': onCell(async ({ session, tell, inTurn }, { id }) => {
    const done = await inTurn(() =>
      callApi('clearOutputs', { params: { sessionId: session.id }, body: { cellId: id } }),
    );
    tell({ text: (await loadRunTexts()).outputCleared, ...done });
  }),
  'notebook-clear-outputs': async ({ session, tell, inTurn }) => {
    const done = await inTurn(() => callApi('clearOutputs', { params: { sessionId: session.id }, body: {} }));
    tell({ text: (await loadRunTexts()).outputsCleared, ...done });
  },
  'notebook-save': async (context) => {
    for (const cell of context.session.cells) if (!(await saveCell(context, cell))) return;
    const isAllCells = context.drafts.read(NEW_CELL_DRAFT) === null;
    const texts = await loadRunTexts();
    context.tell({ text: isAllCells ? texts.saved : texts.savedButNew });
  },
  'cell-to-markdown': onCell((context, cell) => changeType(context, cell, 'markdown')),
  'cell-to-code': onCell((context, cell) => changeType(context, cell, 'code', null)),
  'cell-to-sql': onCell((context, cell) => changeType(context, cell, 'code', findSql(context, cell))),
  'cell-append-sql': async ({ session, selection, inTurn }) => {
    const sql = { type: 'code', source: '', language: { name: 'sql' } } as const;
    await selection.follow(
      inTurn(() => insertCell(session.id, sql)),
      selection.edit,
    );
  },
} satisfies CommandRuns;

/** As it was when the cell was SQL before, so that another language for a moment does not lose the connection. */
function findSql({ session }: CommandContext, { id, versions }: Cell): NonNullable<CellPatch['language']> {
  const last = versions.findLast(({ language }) => language)?.language;
  const isFree = session.cells.every(
    (each) => each.id === id || each.language?.resultName !== last?.resultName,
  );
  return (isFree ? last : toCopy(last).language) ?? { name: 'sql' };
}

/** Another result of the same name would replace the first: a copy has a name of its own. */
export function toCopy(language: Cell['language']): Pick<NewCell, 'language'> {
  if (!language) return {};
  const { resultName: _, ...rest } = language;
  return { language: rest };
}

async function insertEmpty(context: CommandContext, cell: Cell, side: 'above' | 'below'): Promise<void> {
  await context.selection.follow(insertBeside(context, cell, side));
}

async function move(context: CommandContext, cell: Cell, direction: 'up' | 'down'): Promise<void> {
  await asOneTurn(context, async (turn) => {
    if (await saveCell(turn, cell)) await changeCell(turn.session.id, cell.id, { move: direction });
  });
}

async function changeType(
  context: CommandContext,
  cell: Cell,
  type: Cell['type'],
  language?: CellPatch['language'],
): Promise<void> {
  await asOneTurn(context, async (turn) => {
    if (await saveCell(turn, cell))
      await changeCell(turn.session.id, cell.id, { type, ...(language === undefined ? {} : { language }) });
  });
}

/** Returns the id of the new, empty code cell. */
export async function insertBeside(
  { session, inTurn }: CommandContext,
  cell: Cell,
  side: 'above' | 'below',
): Promise<string> {
  const place = session.cells.findIndex(({ id }) => id === cell.id);
  const after = side === 'below' ? cell.id : (session.cells[place - 1]?.id ?? null);
  return inTurn(() => insertCell(session.id, { type: 'code', source: '', after }));
}

/** Deletes a cell and goes to the next one: keys pressed meanwhile are for that. `said`: what was done. */
export async function removeCell(
  context: CommandContext,
  { id }: Cell,
  said: 'cellDeleted' | 'cellCut',
): Promise<void> {
  const { session, selection, tell, inTurn } = context;
  const heir = selection.readHeir(id);
  const remove = async () => {
    const params = { sessionId: session.id, cellId: id };
    const done = await inTurn(() => callApi('deleteCell', { params }));
    tell({ text: (await loadRunTexts())[said], ...done });
    return heir;
  };
  await selection.follow(remove());
}
