/** Commands that run cells, one or many. */
import type { BatchScope } from '../../../../lib/protocol/cells/batch.ts';
import type { Cell } from '../../../../lib/session/session.ts';
import { callApi } from '../../../api/call-api.ts';
import { asOneTurn, type CommandContext, type CommandRuns, onCell } from '../table/command-context.ts';
import { insertBeside } from './change-runs.ts';
import { saveAndClose, saveAndRunCell } from './save-cell.ts';

export const EXECUTION_RUNS = {
  'cell-run-advance': onCell(async (context, cell) => {
    const running = runOne(context, cell);
    if (!context.selection.move('next')) context.runCommand('cell-append');
    await running;
  }),
  'cell-run': onCell(async (context, cell) => {
    context.selection.select(cell.id);
    await runOne(context, cell);
  }),
  'cell-run-insert': onCell(async (context, cell) => {
    context.selection.select(cell.id);
    const inserted = runOne(context, cell).then(() => insertBeside(context, cell, 'below'));
    await context.selection.follow(inserted, context.selection.edit);
  }),
  'cell-take-out': onCell(({ session, inTurn }, { id }) =>
    inTurn(() => callApi('takeOutCell', { params: { sessionId: session.id, cellId: id } })),
  ),
  'run-all': (context) => runMany(context, { scope: 'all' }),
  'run-above': onCell((context, { id }) => runMany(context, { scope: 'above', cellId: id })),
  'run-to': onCell((context, { id }) => runMany(context, { scope: 'to', cellId: id })),
  'run-below': onCell((context, { id }) => runMany(context, { scope: 'below', cellId: id })),
  'run-stale': (context) => runMany(context, { scope: 'stale' }),
} satisfies CommandRuns;

/** Runs the text in the cell's editor, or renders a note, and closes the editor. */
async function runOne(context: CommandContext, cell: Cell): Promise<void> {
  await (cell.type === 'code' ? saveAndRunCell : saveAndClose)(context, cell);
}

/** Keeps what editors hold, and closes them: all of it runs. */
export async function runMany(
  context: CommandContext,
  batch: { scope: BatchScope; cellId?: string },
): Promise<void> {
  const { session } = context;
  await asOneTurn(context, async (turn) => {
    for (const cell of session.cells) if (!(await saveAndClose(turn, cell))) return;
    await callApi('executeCells', { params: { sessionId: session.id }, body: batch });
  });
}
