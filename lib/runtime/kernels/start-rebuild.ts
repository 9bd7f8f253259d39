/**
 * Brings lost variables back: runs what had ended well, and what the present kernel has not run, again in it, in the order in
 * which it ran: what was defined since the loss stays. The notebook keeps showing what they showed the first time; of
 * what they show now, it is only recorded whether it is other. What the user answered then is answered again; a password
 * is asked for again.
 */

import { tellNames } from '../../execution/execute-cell.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import { createCallHandler } from '../../execution/tools/host-calls.ts';
import type { HostCallHandler, InputHandler, Kernel } from '../../kernel/kernel.ts';
import type { ErrorOutput } from '../../notebook/output.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import { readCode } from '../../session/cell-code.ts';
import { type CellVersion, findCell, type Session } from '../../session/session.ts';
import { listRebuildRuns } from '../../session/stale/list-rebuild-runs.ts';
import { type HostTool, toToolId } from '../../tools/host-tool.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import type { EventWriter } from '../events/live-session.ts';
import { outwaitLock } from '../events/outwait-lock.ts';
import { compareOutput, type OutputComparison } from './compare-output.ts';
import { emptyQueue } from './end-abandoned.ts';
import type { Drive } from './session-work.ts';
import type { OwnWorkbench, Workbench } from './workbench.ts';

type RebuildStart = Extract<EventBody, { type: 'rebuild-start' }>;
type RebuildEnd = Extract<EventBody, { type: 'rebuild-end' }>;

const NOTHING =
  'No cell has run without an error that this kernel has not run already, so there is nothing to run again.';
const NEW_ENDED = 'The new kernel ended while the cells ran.';
const AS_IT_WAS = 'Nothing was undone: the kernel is as it was.';

/** Returns once it has begun. Throws AppError `not-found`, and `conflict` during a run or with nothing to run. */
export function startRebuild(bench: OwnWorkbench, sessionId: string): Promise<void> {
  return bench.work.begin(sessionId, 'rebuild', async (session) => {
    const runs = listRebuildRuns(session);
    if (runs.length === 0) throw new AppError('conflict', NOTHING);
    return beginRebuild(bench, session, { runs });
  });
}

interface RebuildRequest {
  /** What runs again, in order. */
  runs: readonly CellVersion[];
  /** What for. */
  back?: RebuildStart['back'];
  /** The kernel whose place a new one takes, for this reason, once all has run in it; the session's own runs it without. */
  beside?: { kernel: Kernel; why: string };
}

/** Begins to run this again, in a session that is claimed. Resolves to the rest of the work. */
export async function beginRebuild(
  bench: OwnWorkbench,
  session: Session,
  { runs, back, beside }: RebuildRequest,
): Promise<Drive> {
  const writer = bench.logs.writerOf(session.id, bench.by);
  const cellIds = runs.map(({ id }) => id);
  const form = { ...(back && { back }), ...(beside && { isBeside: true as const }) };
  await writer.write({ type: 'rebuild-start', cellIds, ...form });
  const replay = beside ? replayBeside : replayInPlace;
  return async ({ signal }) => {
    const end = await replay(bench, session, runs, { writer, signal, beside }).catch(
      (error: unknown): RebuildEnd => toEnd('failed', toMessage(error)),
    );
    if (beside && end.status === 'failed') end.reason = `${end.reason} ${AS_IT_WAS}`;
    // The log itself may be what failed: then the rebuild is found later, without an end or a lease.
    // What waits was meant for the kernel that there was to be.
    const isFailed = beside && end.status === 'failed' && !signal.aborted;
    const waiting = isFailed ? emptyQueue(await bench.logs.readSession(session.id), 'failure') : [];
    const isStopped = signal.aborted && end.status === 'failed';
    await writer.writeAtLast([...waiting, isStopped ? toEnd('stopped') : end]).catch(() => {});
  };
}

interface Replay {
  writer: EventWriter;
  signal: AbortSignal;
  beside?: RebuildRequest['beside'];
}

async function replayInPlace(
  bench: Workbench,
  session: Session,
  runs: readonly CellVersion[],
  replay: Replay,
): Promise<RebuildEnd> {
  const kernel = await orAborted(bench.kernels.leaseUnbounded(session), replay.signal);
  if (!kernel) return toEnd('stopped');
  const failure = await replayRuns(bench, session, runs, { ...replay, kernel });
  await writeNames(kernel, runs, replay);
  return failure === null ? toEnd('ok') : toEnd('failed', failure);
}

async function replayBeside(
  bench: Workbench,
  session: Session,
  runs: readonly CellVersion[],
  { beside, ...replay }: Replay,
): Promise<RebuildEnd> {
  if (!beside) return replayInPlace(bench, session, runs, replay);
  const { provider } = bench;
  const { signal } = replay;
  const starting = provider.startBeside(beside.kernel);
  const kernel = await orAborted(starting, signal);
  if (!kernel) {
    void starting.then((late) => late.dispose()).catch(() => {});
    return toEnd('stopped');
  }
  let isLost = false;
  kernel.onStatus(({ stateLost }) => {
    isLost ||= stateLost === true;
  });
  try {
    const ran = await replayRuns(bench, session, runs, { ...replay, kernel });
    const failure = ran ?? (isLost ? NEW_ENDED : null);
    if (failure !== null) return toEnd('failed', failure);
    if (signal.aborted) return toEnd('stopped');
    await provider.replace(beside.kernel, kernel, beside.why);
  } finally {
    await kernel.dispose();
  }
  await writeNames(beside.kernel, runs, replay);
  return toEnd('ok');
}

async function writeNames(kernel: Kernel, runs: readonly CellVersion[], { writer }: Replay): Promise<void> {
  const source = runs.map(readCode).join('\n');
  for await (const body of tellNames(kernel, { known: [], source }))
    await outwaitLock(() => writer.write(body));
}

/** Resolves to null, or to the sentence that says which run did not end well this time. */
async function replayRuns(
  { kernels, tools, desk }: Workbench,
  session: Session,
  runs: readonly CellVersion[],
  { kernel, writer, signal }: Replay & { kernel: Kernel },
): Promise<string | null> {
  await kernels.applyPackages(session.id, kernel, signal);
  const { tools: given } = await tools.list(session.id);
  await prepareKernel(kernel, given);
  const readers = given.some(isReader) ? given.map((tool) => (isReader(tool) ? tool : withheld(tool))) : [];
  const { onInput: ask } = desk.createHandlers(session.id, DEFAULT_LIMITS.inputWaitMs);
  const write = (body: EventBody) => outwaitLock(() => writer.write(body));
  for (const run of runs) {
    const comparison = compareOutput(run);
    // Without any, calling is an error in the code: to call others again could do again what they did.
    const onCall = readers.length > 0 ? createCallHandler(readers, run.id) : undefined;
    const failure = await replayRun(kernel, run, { signal, ask, write, comparison, onCall });
    if (failure !== null) return failure;
    const { id: cellId, version } = run;
    const isLast = findCell(session, cellId)?.version === version;
    const isOther = isLast && comparison.isOther() ? ({ isOther: true } as const) : {};
    await write({ type: 'rebuild-step', cellId, ...isOther, ...(!isLast && { version }) });
  }
  return null;
}

/** Asks a database, and changes nothing. */
function isReader({ inKernel, risky }: HostTool): boolean {
  return inKernel === 'connection' && risky !== true;
}

function withheld(tool: HostTool): HostTool {
  return {
    ...tool,
    call: () => {
      throw new Error(`${toToolId(tool)} is not called again while lost variables are restored.`);
    },
  };
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
  onCall: HostCallHandler | undefined;
}

/** Resolves to null, or to the sentence that says why the cell did not end well this time. */
async function replayRun(
  kernel: Kernel,
  cell: CellVersion,
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

function toPrompt({ executionCount }: CellVersion): string {
  return executionCount === null ? 'with the given functions' : `In [${executionCount}]`;
}
