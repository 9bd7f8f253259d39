/** Walks one run from its start, or from where a crash left it, to its `run-end`. */
import { runAgent } from '../../agent/loop/run-agent.ts';
import { cancelled } from '../../agent/loop/stop-conditions.ts';
import type { Screening } from '../../agent/run-context.ts';
import type { Skills } from '../../agent/skills.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM, toAgent } from '../../protocol/events/principal.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import { findRun, type Session } from '../../session/session.ts';
import { isAppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toDiskError } from '../../util/to-disk-error.ts';
import type { WaitingOptions } from '../cells/cell-work.ts';
import { outwaitLock } from '../events/outwait-lock.ts';
import type { HeldSession, SessionLogs, WriterOf } from '../events/session-logs.ts';
import { endRunningCells } from '../kernels/end-abandoned.ts';
import type { InputDesk } from '../kernels/input-desk.ts';
import { type SessionKernels, toLeaseOptions } from '../kernels/session-kernels.ts';
import type { SessionTools } from '../kernels/session-tools.ts';
import type { RunModels } from './run-models.ts';
import type { Steering } from './steering.ts';

export interface DriveDeps {
  kernels: SessionKernels;
  inputs: InputDesk;
  readBlob(blob: string): Promise<Uint8Array>;
  tools: SessionTools;
  readSession(sessionId: string): Promise<Session>;
  holdSession: SessionLogs['hold'];
  writerOf: WriterOf;
  /** What is looked for in the answers of language models. */
  screening: Screening;
  /** What the user has written down for the agent, for all notebooks and for this one. */
  readContext(sessionId: string): Promise<string>;
  /** What the user keeps for certain tasks. */
  skills?: Skills | undefined;
  /** Runs what waits in the session. Never rejects. */
  runWaiting(session: Session, options: WaitingOptions): Promise<void>;
}

/** What a run needs while it is driven. */
interface DriveOptions {
  models: RunModels;
  /** See `runAgent`. */
  resumedAfterMs: number | undefined;
  signal: AbortSignal;
  steering: Steering;
}

/** Nothing is lost with them but what is done again; with those that follow them at once, a step is two transactions. */
const FOLLOWED: readonly EventBody['type'][] = ['step-start', 'step-end', 'cell-insert', 'kernel-names'];

/** Never rejects: whatever happens is written as the run's end. */
export async function driveRun(
  deps: DriveDeps,
  { sessionId, runId }: { sessionId: string; runId: string },
  { models, resumedAfterMs, signal, steering }: DriveOptions,
): Promise<void> {
  const by = toAgent(models.model.info);
  const writer = deps.writerOf(sessionId, by);
  let held: HeldSession | null = null;
  try {
    held = await deps.holdSession(sessionId);
    const live = held;
    const { session } = live;
    // A kernel may take a minute to start; it keeps starting, for the next run.
    const kernel = await orAborted(deps.kernels.lease(sessionId, toLeaseOptions(session)), signal);
    if (!kernel) return await endRun(deps, { sessionId, runId }, cancelled());
    const tools = await orAborted(deps.tools.list(sessionId), signal);
    if (!tools) return await endRun(deps, { sessionId, runId }, cancelled());
    // A deleted session has no log to write to.
    const onLate = (body: EventBody) => void writer.write(body).catch(() => {});
    const { inputWaitMs = 0 } = findRun(session, runId)?.limits ?? {};
    const handlers = deps.inputs.createHandlers(sessionId, inputWaitMs);
    const runWaiting = (onBegin: () => void) => deps.runWaiting(live.session, { signal, onBegin });
    const events = runAgent({
      get session() {
        return live.session;
      },
      runId,
      ...models,
      kernel,
      signal,
      ...handlers,
      screening: deps.screening,
      onLate,
      onInterrupt: steering.onInterrupt,
      runWaiting,
      readContext: () => deps.readContext(sessionId),
      ...(deps.skills ? { skills: deps.skills } : {}),
      readBlob: deps.readBlob,
      hostTools: tools.tools,
      toolProblems: tools.problems,
      resumedAfterMs,
    });
    for await (const body of events) {
      steering.follow(body);
      const { write, writeSoon } = deps.writerOf(sessionId, deps.inputs.findReplier(body) ?? by);
      await outwaitLock(() => (FOLLOWED.includes(body.type) ? writeSoon : write)(body));
    }
  } catch (error) {
    steering.close();
    // If the session was deleted, there is nothing to end.
    await endRun(deps, { sessionId, runId }, toOutcome(error)).catch(() => {});
  } finally {
    held?.release();
  }
}

async function endRun(
  deps: DriveDeps,
  { sessionId, runId }: { sessionId: string; runId: string },
  outcome: Outcome,
): Promise<void> {
  const session = await deps.readSession(sessionId);
  const cellEnds = endRunningCells(session, outcome.status === 'failed' ? outcome.message : '');
  // The log itself may be what failed, for want of disk.
  await deps.writerOf(sessionId, SYSTEM).writeAtLast([...cellEnds, { type: 'run-end', runId, outcome }]);
}

function toOutcome(thrown: unknown): Outcome {
  const error = toDiskError(thrown) ?? thrown;
  const code = isAppError(error) ? error.code : 'internal';
  return { status: 'failed', code, message: toMessage(error) };
}
