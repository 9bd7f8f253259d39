/**
 * Brings lost variables back: runs the session's cells that had ended well, and that the present kernel has not run, again
 * in it, in order: what was defined since the loss stays. The notebook keeps showing what they showed the first time; of
 * what they show now, it is only recorded whether it is other. What the user answered then is answered again; a password
 * is asked for again.
 */

import { tellNames } from '../../execution/execute-cell.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import type { InputHandler, Kernel } from '../../kernel/kernel.ts';
import type { ErrorOutput } from '../../notebook/output.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import { readCode } from '../../session/cell-code.ts';
import { type Cell, findRebuildCells, type Session } from '../../session/session.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import type { EventWriter } from '../events/live-session.ts';
import { outwaitLock } from '../events/outwait-lock.ts';
import { compareOutput, type OutputComparison } from './compare-output.ts';
import type { Drive } from './session-work.ts';
import type { OwnWorkbench, Workbench } from './workbench.ts';

type RebuildStart = Extract<EventBody, { type: 'rebuild-start' }>;
type RebuildEnd = Extract<EventBody, { type: 'rebuild-end' }>;

const NOTHING =
  'No cell has run without an error that this kernel has not run already, so there is nothing to run again.';

/** Returns once it has begun. Throws AppError `not-found`, and `conflict` during a run or with nothing to run. */
export function startRebuild(bench: OwnWorkbench, sessionId: string): Promise<void> {
  return bench.work.begin(sessionId, 'rebuild', async (session) => {
    const cells = findRebuildCells(session);
    if (cells.length === 0) throw new AppError('conflict', NOTHING);
    return beginRebuild(bench, session, cells);
  });
}

/** Begins to run these cells again, in a session that is claimed; `back`: what for. Resolves to the rest of the work. */
export async function beginRebuild(
  bench: OwnWorkbench,
  session: Session,
  cells: Cell[],
  back?: RebuildStart['back'],
): Promise<Drive> {
  const writer = bench.logs.writerOf(session.id, bench.by);
  await writer.write({ type: 'rebuild-start', cellIds: cells.map(({ id }) => id), ...(back && { back }) });
  return async ({ signal }) => {
    const end = await replayCells(bench, session, cells, { writer, signal }).catch(
      (error: unknown): RebuildEnd => toEnd('failed', toMessage(error)),
    );
    // The log itself may be what failed: then the rebuild is found later, without an end or a lease.
    await writer.writeAtLast([signal.aborted ? toEnd('stopped') : end]).catch(() => {});
  };
}

async function replayCells(
  { kernels, tools, desk }: Workbench,
  session: Session,
  cells: Cell[],
  { writer, signal }: { writer: EventWriter; signal: AbortSignal },
): Promise<RebuildEnd> {
  const kernel = await orAborted(kernels.leaseUnbounded(session), signal);
  if (!kernel) return toEnd('stopped');
  // They are there, and say so when they are called: to call them again could do again what they did.
  await prepareKernel(kernel, (await tools.list(session.id)).tools);
  const { onInput: ask } = desk.createHandlers(session.id, DEFAULT_LIMITS.inputWaitMs);
  const write = (body: EventBody) => outwaitLock(() => writer.write(body));
  let failure: string | null = null;
  for (const cell of cells) {
    const comparison = compareOutput(cell);
    failure = await replayCell(kernel, cell, { signal, ask, write, comparison });
    if (failure !== null) break;
    const isOther = comparison.isOther() ? ({ isOther: true } as const) : {};
    await write({ type: 'rebuild-step', cellId: cell.id, ...isOther });
  }
  const source = cells.map(readCode).join('\n');
  for await (const body of tellNames(kernel, { known: [], source })) await write(body);
  return failure === null ? toEnd('ok') : toEnd('failed', failure);
}

function toEnd(status: RebuildEnd['status'], reason?: string): RebuildEnd {
  return { type: 'rebuild-end', status, ...(reason === undefined ? {} : { reason }) };
}

interface ReplayOptions {
  signal: AbortSignal;
  /** Puts to the user what they have not answered before. */
  ask: InputHandler;
  write: (body: EventBody) => Promise<unknown>;
  comparison: OutputComparison;
}

/** Resolves to null, or to the sentence that says why the cell did not end well this time. */
async function replayCell(
  kernel: Kernel,
  cell: Cell,
  { ask, write, comparison, ...options }: ReplayOptions,
): Promise<string | null> {
  let error: ErrorOutput | null = null;
  const left = [...cell.answers];
  const asked = new Set<string>();
  const onInput: InputHandler = async (request, signal) => {
    const index = left.findIndex(({ prompt }) => prompt === request.prompt);
    const [known] = index < 0 || request.password ? [] : left.splice(index, 1);
    if (known) return known.value;
    asked.add(request.requestId);
    return ask(request, signal);
  };
  for await (const event of kernel.execute(cell.ranSource ?? readCode(cell), { ...options, onInput })) {
    comparison.take(event);
    const isQuestion = event.type === 'input-request' || event.type === 'input-reply';
    if (isQuestion && asked.has(event.requestId)) await write({ ...event, cellId: cell.id });
    if (event.type === 'output' && event.output.output_type === 'error') error = event.output;
    if (event.type !== 'end' || event.status === 'ok') continue;
    const cause = error ? `${error.ename}: ${error.evalue}` : (event.reason ?? `It ended “${event.status}”.`);
    return `Cell ${toPrompt(cell)} failed this time. ${cause}`.slice(0, 500);
  }
  return null;
}

function toPrompt({ executionCount }: Cell): string {
  return executionCount === null ? 'with the given functions' : `In [${executionCount}]`;
}
