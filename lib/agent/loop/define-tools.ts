/** Functions the user gives to a session or a run: defined in the kernel, described to the model. */
import { z } from 'zod';
import { executeCell } from '../../execution/execute-cell.ts';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { ToolDescription } from '../../protocol/cells/call.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { ToolSource } from '../../protocol/runs/tool-source.ts';
import { findCell, isAlive, type Run, readRun, type Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import type { RunContext } from '../run-context.ts';
import { readError } from './stop-conditions.ts';

/** The session's own, then those of this run, or else of the last run that brought any. */
function listSources(session: Session, run: Run): ToolSource[] {
  const defined = session.cells.filter(({ role, status }) => role === 'tools' && status === 'ok');
  const last = session.runs.findLast(({ id }) => defined.some(({ runId }) => runId === id));
  const given = run.task.tools ?? last?.task.tools;
  return [session.tools, given].filter((source) => source !== undefined);
}

/** Source of the tools that must be defined before the run's next step, or null when all are alive. */
function findMissing(session: Session, run: Run): string | null {
  const source = toCode(session, listSources(session, run));
  if (source === '') return null;
  const defined = session.cells.findLast((cell) => cell.role === 'tools' && cell.status === 'ok');
  const inThisRun = !run.task.tools || defined?.runId === run.id;
  const alive = defined?.source === source && isAlive(defined, session.kernel.id);
  return alive && inThisRun ? null : source;
}

/** One cell, so that an exported notebook has all it needs to run again. */
function toCode(session: Session, sources: readonly ToolSource[]): string {
  const { label, modules } = findLanguage(session.kernel);
  const codes = sources.map((source) => {
    if (typeof source === 'string') return source;
    if (modules) return modules.toCode(source);
    throw new AppError(
      'bad-request',
      `${label} kernels do not take modules. Pass source code with functions.`,
    );
  });
  return codes.filter((code) => code.trim() !== '').join('\n\n');
}

/** Runs the source of missing tools as a cell and yields `tool-define`. Throws AppError `bad-request` when it fails. */
export async function* defineTools(context: RunContext): AsyncGenerator<EventBody> {
  const source = findMissing(context.session, readRun(context));
  if (source === null) return;
  const { runId, kernel, signal, onLate } = context;
  const cellId = createId('cell');
  const cell = { cellId, cellType: 'code', source, author: 'human', role: 'tools' } as const;
  yield { type: 'cell-insert', ...cell, runId, step: null };
  const timeoutMs = context.limits.cellTimeoutMs;
  const { names } = context.session.kernel;
  const status = yield* executeCell({ kernel, cellId, source, signal, timeoutMs, onLate, names });
  if (signal.aborted) return;
  if (status !== 'ok') throw new AppError('bad-request', describeFailure(context.session, cellId));
  yield* describeTools(context);
}

/** Yields `tool-define` for functions whose source has run. */
export async function* describeTools(context: RunContext): AsyncGenerator<EventBody> {
  const { runId, kernel, session } = context;
  // If two tools have the same name, the later one is defined.
  const tools = new Map<string, ToolDescription>();
  for (const source of listSources(session, readRun(context))) {
    for (const tool of await describeFunctions(kernel, source)) tools.set(tool.name, tool);
  }
  yield { type: 'tool-define', runId, tools: [...tools.values()] };
}

function describeFailure(session: Session, cellId: string): string {
  const { label } = findLanguage(session.kernel);
  const cell = findCell(session, cellId);
  const cause = (cell && readError(cell)) || `the cell ended "${cell?.status}"`;
  return `The tool functions could not be defined (${cause}). Correct their ${label} source and start again.`;
}

/** Public functions of the source in its order. */
async function describeFunctions(kernel: Kernel, source: ToolSource): Promise<ToolDescription[]> {
  const { label, readFunctions, modules } = findLanguage(kernel);
  const json =
    typeof source === 'string' ? readFunctions?.(kernel, source) : modules?.readFunctions(kernel, source);
  const functions = z.array(ToolDescription).safeParse(await json);
  if (functions.success) return functions.data;
  throw new AppError(
    'bad-request',
    `The tool functions could not be read. Pass plain ${label} code with top-level functions.`,
  );
}
