/** Walks one run from its start, or from where a crash left it, to its `run-end`. */
import { runAgent } from '../../agent/loop/run-agent.ts';
import { cancelled } from '../../agent/loop/stop-conditions.ts';
import type { AskAgents, Screening, Skills } from '../../agent/run-context.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM, toAgent } from '../../protocol/events/principal.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import { findRun } from '../../session/session.ts';
import { isAppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toDiskError } from '../../util/to-disk-error.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import { outwaitLock } from '../events/outwait-lock.ts';

import { endRunningCells } from '../kernels/end-abandoned.ts';
import type { Workbench } from '../kernels/workbench.ts';
import type { RunModels } from './run-models.ts';
import type { Steering } from './steering.ts';

/** What all runs of a process are driven with. */
export interface DriveOptions {
  /** What is looked for in the answers of language models. */
  screening: Screening;
  /** What the user has written down for the agent, for all notebooks and for this one. */
  readContext(sessionId: string): Promise<string>;
  /** What the user keeps for certain tasks. */
  skills?: Skills | undefined;
  /** Hands parts of a run's task to other agents. */
  askAgents(sessionId: string, models: RunModels, asked: Parameters<AskAgents>[0]): ReturnType<AskAgents>;
  /** Runs what waits in the session. Never rejects. */
  runWaiting: CellRunner['runWaiting'];
}

interface DrivenRun {
  sessionId: string;
  runId: string;
  models: RunModels;
  /** See `runAgent`. */
  resumedAfterMs: number | undefined;
  signal: AbortSignal;
  steering: Steering;
}

/** Nothing is lost with them but what is done again; with those that follow them at once, a step is two transactions. */
const FOLLOWED: readonly EventBody['type'][] = ['step-start', 'step-end', 'cell-insert', 'kernel-names'];

/** Never rejects: whatever happens is written as the run's end. */
export async function driveRun(bench: Workbench, options: DriveOptions, run: DrivenRun): Promise<void> {
  const { logs, kernels, desk, blobs } = bench;
  const { sessionId, runId, models, resumedAfterMs, signal, steering } = run;
  const by = toAgent(models.model.info);
  const writer = logs.writerOf(sessionId, by);
  try {
    const live = await logs.openSession(sessionId);
    const { session } = live;
    // A kernel may take a minute to start; it keeps starting, for the next run.
    const { tools: sessionTools } = bench;
    const preparing = [
      kernels.lease(session),
      sessionTools.list(sessionId),
      sessionTools.describe(),
    ] as const;
    const ready = await orAborted(Promise.all(preparing), signal);
    if (!ready) return await endRun(bench, run, cancelled());
    const [kernel, { tools, problems }, connections] = ready;
    // A deleted session has no log to write to.
    const onLate = (body: EventBody) => void writer.write(body).catch(() => {});
    const { inputWaitMs = 0 } = findRun(session, runId)?.limits ?? {};
    const handlers = desk.createHandlers(sessionId, inputWaitMs);
    const runWaiting = (onBegin: () => void) => options.runWaiting(live.session, { signal, onBegin });
    const events = runAgent({
      get session() {
        return live.session;
      },
      runId,
      ...models,
      kernel,
      signal,
      ...handlers,
      screening: options.screening,
      onLate,
      onInterrupt: steering.onInterrupt,
      runWaiting,
      readContext: () => options.readContext(sessionId),
      ...(options.skills ? { skills: options.skills } : {}),
      readBlob: blobs.get,
      forkKernel: () => kernels.forkAside(sessionId),
      askAgents: (asked) => options.askAgents(sessionId, models, asked),
      hostTools: tools,
      toolProblems: problems,
      connections,
      resumedAfterMs,
    });
    for await (const body of events) {
      steering.follow(body);
      const { write, writeSoon } = logs.writerOf(sessionId, desk.findReplier(body) ?? by);
      await outwaitLock(() => (FOLLOWED.includes(body.type) ? writeSoon : write)(body));
    }
  } catch (error) {
    steering.close();
    // If the session was deleted, there is nothing to end.
    await endRun(bench, run, toOutcome(error)).catch(() => {});
  }
}

async function endRun({ logs }: Workbench, { sessionId, runId }: DrivenRun, outcome: Outcome): Promise<void> {
  const session = await logs.readSession(sessionId);
  const cellEnds = endRunningCells(session, outcome.status === 'failed' ? outcome.message : '');
  // The log itself may be what failed, for want of disk.
  await logs.writerOf(sessionId, SYSTEM).writeAtLast([...cellEnds, { type: 'run-end', runId, outcome }]);
}

function toOutcome(thrown: unknown): Outcome {
  const error = toDiskError(thrown) ?? thrown;
  const code = isAppError(error) ? error.code : 'internal';
  return { status: 'failed', code, message: toMessage(error) };
}
