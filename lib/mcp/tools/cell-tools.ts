/** Cells of a notebook: read, added, edited, and run in its kernel. */
import type { ContentBlock } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ChangedCell, MAX_SOURCE_LENGTH } from '../../protocol/cells/cell-change.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import { findCell, type Session } from '../../session/session.ts';
import { listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import { createCellDescriber } from '../describe/describe-cell.ts';
import { describeState } from '../describe/describe-state.ts';
import { toContent } from '../describe/to-content.ts';
import { defineMcpTool, type McpTool, type ToolContext } from '../mcp-tool.ts';
import { waitUntil } from '../wait-until.ts';
import { cell, notebook, readNotebook, requireShortCell, waitS } from './arguments.ts';

/** Of one cell that is asked for by itself. */
const MAX_CELL_TOKENS = 6_000;

const source = z.string().max(MAX_SOURCE_LENGTH).describe('The whole text of the cell');
const timeoutS = z
  .number()
  .min(1)
  .max(86_400)
  .default(DEFAULT_LIMITS.cellTimeoutMs / 1000)
  .describe('Wall time of the cell, seconds; then it is interrupted');

const readCell = defineMcpTool({
  name: 'read_cell',
  title: 'Read a cell',
  description: 'A cell with its code, a digest of its outputs, and its pictures.',
  input: z.object({ notebook, cell }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id, cell: cellId }, context) => {
    const session = await readNotebook(context, id);
    return describe(context, session, requireShortCell(session, cellId).id);
  },
});

const addCell = defineMcpTool({
  name: 'add_cell',
  title: 'Add a cell',
  description:
    'Adds a cell to the notebook and, if it is code, runs it in the notebook’s kernel, which keeps variables from cell to cell. Returns its outputs.',
  input: z.object({
    notebook,
    source,
    type: z.enum(['code', 'markdown']).default('code'),
    after: z.string().optional().describe('ID of the cell above; default: at the end'),
    run: z.boolean().default(true).describe('Whether code runs at once'),
    timeout_s: timeoutS,
    wait_s: waitS,
  }),
  run: async ({ notebook: id, source: text, type, after, run, timeout_s, wait_s }, context) => {
    const session = await readNotebook(context, id);
    const place = after === undefined ? {} : { after: requireShortCell(session, after).id };
    const cellId = await context.runtime.cells.insert(id, { type, source: text, ...place });
    return runCell(context, id, cellId, { run: run && type === 'code', timeout_s, wait_s });
  },
});

const editCell = defineMcpTool({
  name: 'edit_cell',
  title: 'Edit a cell',
  description:
    'Replaces the text of a cell and, with run, runs it. The version is that of the text you have read: if somebody changed the cell since, nothing is done and you are shown its text. Earlier versions stay in the notebook’s history.',
  input: z.object({
    notebook,
    cell,
    source,
    version: z.int().min(0).describe('Version of the cell that you have read'),
    run: z.boolean().default(false).describe('Whether code runs at once'),
    timeout_s: timeoutS,
    wait_s: waitS,
  }),
  hints: { destructiveHint: true },
  run: async (given, context) => {
    const { notebook: id, source: text, version } = given;
    const { id: cellId, type } = requireShortCell(await readNotebook(context, id), given.cell);
    try {
      await context.runtime.cells.change(id, cellId, { source: text, version });
    } catch (error) {
      throw withTextOf(error);
    }
    return runCell(context, id, cellId, { ...given, run: given.run && type === 'code' });
  },
});

const runCellTool = defineMcpTool({
  name: 'run_cell',
  title: 'Run a cell',
  description:
    'Runs a code cell as it is in the notebook’s kernel and returns its outputs. While something else runs, it waits for its turn.',
  input: z.object({ notebook, cell, timeout_s: timeoutS, wait_s: waitS }),
  hints: { destructiveHint: true },
  run: async (given, context) => {
    const session = await readNotebook(context, given.notebook);
    return runCell(context, session.id, requireShortCell(session, given.cell).id, { ...given, run: true });
  },
});

export const CELL_TOOLS: readonly McpTool[] = [readCell, addCell, editCell, runCellTool];

/** Runs the cell, if it is to run, and shows it. */
async function runCell(
  context: ToolContext,
  id: string,
  cellId: string,
  { run, timeout_s, wait_s }: { run: boolean; timeout_s: number; wait_s: number },
): Promise<ContentBlock[]> {
  const { runtime } = context;
  const before = await runtime.sessions.read(id);
  if (!run) return describe(context, before, cellId);
  context.attend(id);
  await runtime.cells.execute(id, cellId, { timeoutMs: timeout_s * 1000 });
  const queued = await runtime.sessions.read(id);
  // Somebody else’s run of the same cell, which ends first.
  let isOther = findCell(queued, cellId)?.status === 'running' && listWaitingCells(queued).includes(cellId);
  let hasEnded = false;
  const session = await waitUntil(context, id, {
    afterSeq: isOther ? queued.seq : before.seq,
    waitS: wait_s,
    isOver: (now, event) => {
      const own = event && 'cellId' in event && event.cellId === cellId ? event.type : null;
      hasEnded ||= (own === 'cell-end' && !isOther) || isOut(now, cellId, event?.type);
      isOther &&= own !== 'cell-end';
      return hasEnded || own === 'approval-request' || own === 'input-request';
    },
  });
  return describe(context, session, cellId);
}

/** Whether it waited for its turn, and was taken out of the queue, or deleted. */
function isOut(session: Session, cellId: string, type: string | undefined): boolean {
  if (!findCell(session, cellId)) return true;
  return type === 'queue-remove' && !listWaitingCells(session).includes(cellId);
}

function describe(context: ToolContext, session: Session, cellId: string): Promise<ContentBlock[]> {
  const { container, origin } = context;
  const found = findCell(session, cellId);
  const shown = found
    ? createCellDescriber(session)(found, { maxTokens: MAX_CELL_TOKENS })
    : 'The cell was deleted meanwhile.';
  return toContent([describeState(session, origin), shown], container.blobs.get);
}

function withTextOf(error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'cell-changed') return error;
  const { data } = ChangedCell.safeParse(error.details);
  if (!data) return error;
  const now = `Nothing was changed. The cell is version ${data.version} now:\n${data.source}`;
  return new AppError('cell-changed', `${error.message} ${now}`);
}
