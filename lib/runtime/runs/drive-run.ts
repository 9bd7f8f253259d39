/** Walks one run from its start, or from where a crash left it, to its `run-end`. */
import { runAgent } from '../agent/run-agent.ts';
import { cancelled } from '../agent/stop-conditions.ts';
import type { EventBody } from '../protocol/event.ts';
import type { Limits, Outcome } from '../protocol/run.ts';
import type { Session } from '../session/session.ts';
import { isAppError, toMessage } from '../util/app-error.ts';
import { orAborted } from '../util/or-aborted.ts';
import type { EventWriter } from './event-writer.ts';
import type { InputDesk } from './input-desk.ts';
import { endRunningCells } from './recover.ts';
import type { RunModels } from './run-models.ts';
import { type SessionKernels, toLeaseOptions } from './session-kernels.ts';
import type { SessionTools } from './session-tools.ts';
import type { Steering } from './steering.ts';

export interface DriveDeps {
  kernels: SessionKernels;
  inputs: InputDesk;
  readBlob(blob: string): Promise<Uint8Array>;
  tools: SessionTools;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export interface Drive {
  sessionId: string;
  runId: string;
  models: RunModels;
  limits: Limits;
  /** See {@link RunAgentOptions}. */
  resumedAfterMs?: number;
}

/** Never rejects: whatever happens is written as the run's end. */
export async function driveRun(
  deps: DriveDeps,
  { sessionId, runId, models, limits, resumedAfterMs }: Drive,
  { signal, steering }: { signal: AbortSignal; steering: Steering },
): Promise<void> {
  const writer = deps.writerOf(sessionId);
  try {
    const session = await deps.readSession(sessionId);
    // A kernel may take a minute to start; it goes on starting, for the next run.
    const kernel = await orAborted(deps.kernels.lease(sessionId, toLeaseOptions(session)), signal);
    if (!kernel) return await endRun(deps, { sessionId, runId }, cancelled());
    const tools = await orAborted(deps.tools.list(sessionId), signal);
    if (!tools) return await endRun(deps, { sessionId, runId }, cancelled());
    // A deleted session has no log to write to.
    const onLate = (body: EventBody) => void writer.write(body).catch(() => {});
    const handlers = deps.inputs.createHandlers(sessionId, limits.inputWaitMs);
    const onSteer = steering.listenFrom(session);
    const resumed = resumedAfterMs === undefined ? {} : { resumedAfterMs };
    const events = runAgent({
      ...{ session, runId, ...models, kernel, signal },
      ...handlers,
      ...{ onLate, onSteer, readBlob: deps.readBlob },
      ...{ hostTools: tools.tools, toolProblems: tools.problems },
      ...resumed,
    });
    for await (const body of events) {
      steering.follow(body);
      await writer.write(body);
    }
  } catch (error) {
    steering.close();
    // The log itself may be what failed (a full disk): then the run is found later, without an end or a lease.
    await endRun(deps, { sessionId, runId }, toOutcome(error)).catch(() => {});
  }
}

async function endRun(
  deps: DriveDeps,
  { sessionId, runId }: { sessionId: string; runId: string },
  outcome: Outcome,
): Promise<void> {
  const session = await deps.readSession(sessionId);
  const writer = deps.writerOf(sessionId);
  for (const body of endRunningCells(session, outcome.status === 'failed' ? outcome.message : '')) {
    await writer.write(body);
  }
  await writer.write({ type: 'run-end', runId, outcome });
}

function toOutcome(error: unknown): Outcome {
  const code = isAppError(error) ? error.code : 'internal';
  return { status: 'failed', code, message: toMessage(error) };
}
