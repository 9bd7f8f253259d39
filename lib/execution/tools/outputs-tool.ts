/** What `outputs(n)` in the kernel asks for: pieces of the full output of an earlier cell. */
import { z } from 'zod';
import { toObservationOptions } from '../../observation/observation-options.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import { type Cell, findRun, type Session } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import type { ExecutionContext } from '../execution-context.ts';
import { readOutput } from './read-output.ts';

/** What a search reads at once, characters: less than a message may hold. */
const MAX_LENGTH = 1_000_000;
/** A page leaves room in its cell's budget for the line that says where it is from. */
const PAGE_SHARE = 0.75;

const Request = z.object({
  /** Its number, or its ID as the model is shown it. */
  n: z.union([z.number().int(), z.string()]),
  start: z.number().int().optional(),
  page: z.number().int().min(1).optional(),
  /** Default: a page, which fits into what the model is shown of a cell. */
  length: z.number().int().min(1).max(MAX_LENGTH).optional(),
});

/** Reads what the log holds already, so its calls are not events; what it shows is in the cell that calls it. */
export function createOutputsTool(
  context: Pick<ExecutionContext, 'session' | 'runId' | 'readBlob'>,
): HostTool {
  return {
    name: '_outputs',
    description: '',
    parameters: {},
    isSilent: true,
    call: async (args, { cellId }) => {
      const { n, start, page, length } = Request.parse(args);
      const { session, runId, readBlob = readNothing } = context;
      const cell = findExecuted(session, n);
      if (!cell || cell.id === cellId) throw new Error(explainMissing(session, n, cellId));
      const pageLength = toPageLength(session, runId);
      const from = start ?? ((page ?? 1) - 1) * pageLength;
      return {
        ...(await readOutput(cell, { start: from, length: length ?? pageLength }, readBlob)),
        pageLength,
      };
    },
  };
}

function readNothing(): Promise<never> {
  return Promise.reject(new Error('This part of the output is not kept.'));
}

/** The latest cell with this number: they begin again with each kernel process. */
function findExecuted({ cells }: Session, n: number | string): Cell | null {
  const isMeant = (cell: Cell) => cell.executionCount === n || toShortCellId(cell.id) === n;
  const numbered = cells.filter((cell) => isMeant(cell) && cell.status !== 'running');
  return numbered.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0)).at(-1) ?? null;
}

function explainMissing({ cells }: Session, n: number | string, cellId: string): string {
  const numbers = cells
    .filter((cell) => cell.executionCount !== null && cell.id !== cellId)
    .map(({ executionCount }) => executionCount);
  const known = [...new Set(numbers)].sort((one, other) => Number(one) - Number(other)).slice(-50);
  return `There is no output of In[${n}]. Cells that have ended: ${known.join(', ') || 'none'}.`;
}

function toPageLength(session: Session, runId: string): number {
  const run = findRun(session, runId);
  const { maxTokens = 0 } = run ? toObservationOptions(session, run) : {};
  return Math.max(200, Math.floor(maxTokens * CHARACTERS_PER_TOKEN * PAGE_SHARE));
}
