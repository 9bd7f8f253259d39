/** Python functions a person gives to a run: defined in the kernel, described to the model. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { type EventBody, ToolDescription } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import { findCell, findRun, isAlive, type Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { executeCell } from './execute-cell.ts';
import type { RunContext } from './run-context.ts';

/** Source of the tools that must be defined before the run's next step, or null when all are alive. */
export function findMissingTools(session: Session, runId: string): string | null {
  const run = findRun(session, runId);
  const defined = session.cells.findLast((cell) => cell.role === 'tools' && cell.status === 'ok');
  const hasTools = run?.tools.some(({ isHost }) => !isHost);
  const source = run?.task.tools ?? (hasTools ? defined?.source : undefined);
  if (source === undefined || source.trim() === '') return null;
  const inThisRun = !run?.task.tools || defined?.runId === runId;
  const alive = defined?.source === source && isAlive(defined, session.kernel.epoch);
  return alive && inThisRun ? null : source;
}

/** Runs the source as a cell and yields `tool-define`. Throws AppError `bad-request` when the source fails. */
export async function* defineTools(context: RunContext, source: string): AsyncGenerator<EventBody> {
  const { runId, kernel, signal, onLate } = context;
  const cellId = createId('cell');
  const cell = { cellId, cellType: 'code', source, author: 'human', role: 'tools' } as const;
  yield { type: 'cell-insert', ...cell, runId, step: null };
  const timeoutMs = context.limits.cellTimeoutMs;
  const { names } = context.session.kernel;
  const status = yield* executeCell({ kernel, cellId, source, signal, timeoutMs, onLate, names });
  if (signal.aborted) return;
  if (status !== 'ok') throw new AppError('bad-request', describeFailure(context.session, cellId));
  yield* describeTools(context, source);
}

/** Yields `tool-define` for functions whose source has run. */
export async function* describeTools(
  { runId, kernel }: RunContext,
  source: string,
): AsyncGenerator<EventBody> {
  yield { type: 'tool-define', runId, tools: await describeFunctions(kernel, source) };
}

function describeFailure(session: Session, cellId: string): string {
  const cell = findCell(session, cellId);
  const error = cell?.outputs.find((output) => output.output_type === 'error');
  const cause =
    error?.output_type === 'error' ? `${error.ename}: ${error.evalue}` : `the cell ended "${cell?.status}"`;
  return `The tool functions could not be defined (${cause}). Correct their Python source and start again.`;
}

/** Public functions of the source in its order, as the kernel's own `inspect` sees them. */
async function describeFunctions(kernel: Kernel, source: string): Promise<ToolDescription[]> {
  const repr = await kernel.evaluate(toInspection(source));
  if (repr === null) {
    throw new AppError(
      'bad-request',
      'The tool functions could not be read. Give plain Python with "def" functions.',
    );
  }
  const json = Buffer.from(repr.slice(1, -1), 'base64').toString('utf8');
  return z.array(ToolDescription).parse(JSON.parse(json));
}

/** One expression whose value is base64, so that its repr needs no unescaping. JSON strings are Python literals. */
function toInspection(source: string): string {
  const functions = `[n for n in __import__('ast').parse(${JSON.stringify(source)}).body if type(n).__name__ in ('FunctionDef', 'AsyncFunctionDef') and not n.name.startswith('_')]`;
  const names = `dict.fromkeys(n.name for n in ${functions})`;
  const describe = `(lambda n, f: {'name': n, 'signature': n + str(__import__('inspect').signature(f)), 'doc': __import__('inspect').getdoc(f) or ''})`;
  const list = `[${describe}(n, get_ipython().user_ns[n]) for n in ${names}]`;
  return `__import__('base64').b64encode(__import__('json').dumps(${list}).encode()).decode()`;
}
