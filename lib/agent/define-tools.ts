/** Functions a person gives to a run: defined in the kernel, described to the model. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { type EventBody, ToolDescription } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import { findCell, findRun, isAlive, type Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { executeCell } from './execute-cell.ts';
import { findLanguage } from './languages/find-language.ts';
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
  const { label } = findLanguage(session.kernel);
  const cell = findCell(session, cellId);
  const error = cell?.outputs.find((output) => output.output_type === 'error');
  const cause =
    error?.output_type === 'error' ? `${error.ename}: ${error.evalue}` : `the cell ended "${cell?.status}"`;
  return `The tool functions could not be defined (${cause}). Correct their ${label} source and start again.`;
}

/** Public functions of the source in its order. */
async function describeFunctions(kernel: Kernel, source: string): Promise<ToolDescription[]> {
  const { label, readFunctions } = findLanguage(kernel);
  const functions = z.array(ToolDescription).safeParse(await readFunctions?.(kernel, source));
  if (functions.success) return functions.data;
  throw new AppError(
    'bad-request',
    `The tool functions could not be read. Give plain ${label} with functions at its top level.`,
  );
}
