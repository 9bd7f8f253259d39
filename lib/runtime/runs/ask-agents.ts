/** Parts of a run's task that other agents do, each in a session of its own that ends with it: its cells stay in the notebook. */
import type { AskAgents } from '../../agent/run-context.ts';
import { findRunApproval } from '../../execution/approve.ts';
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import type { AgentCell, AgentEnd, AskedPart } from '../../protocol/runs/agent-ask.ts';
import type { RunStart } from '../../protocol/runs/run.ts';
import type { AgentAsk } from '../../session/agent-ask.ts';
import { type Cell, findRun, findStep, readRun, type Session } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { toMessage } from '../../util/app-error.ts';
import { startRebuild } from '../kernels/start-rebuild.ts';
import type { OwnWorkbench, Workbench } from '../kernels/workbench.ts';
import { branchSession } from '../sessions/branch-session.ts';
import { settleBranch } from '../sessions/settle-branch.ts';
import { bringBack } from './bring-back.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunModels } from './run-models.ts';

interface AskDeps {
  driver: Pick<RunDriver, 'start'>;
  /** Removes a session for good. */
  remove(sessionId: string): Promise<void>;
}

type Asked = Parameters<AskAgents>[0];

/** See `AskAgents`. What a process that crashed has begun continues: agents whose kernels live continue by themselves. */
export async function* askAgents(
  workbench: Workbench,
  deps: AskDeps,
  { sessionId, models, asked }: { sessionId: string; models: RunModels; asked: Asked },
): AsyncGenerator<EventBody> {
  const bench = { ...workbench, by: SYSTEM };
  const { runId, step, parts, signal } = asked;
  const readAsks = async () => findStep(await bench.logs.readSession(sessionId), runId, step)?.asks ?? [];
  const begun = (await readAsks()).length;
  for (const [index, part] of [...parts.entries()].slice(begun)) {
    if (signal.aborted) return;
    yield await begin(bench, sessionId, { runId, step, index, part });
  }
  const asks = await readAsks();
  const driven = await Promise.all(
    asks.map(async (ask) => {
      const problem = ask.end ? null : await drive(bench, deps, { sessionId, models, asked, ask });
      return { ask, problem };
    }),
  );
  for (const { ask, problem } of driven) {
    if (!ask.end) {
      const end = await conclude(bench, sessionId, ask, problem);
      await bench.store.holdBlobs(collectBlobs({ type: 'agent-end', runId, step, ...end }));
      yield { type: 'agent-end', runId, step, ...end };
    }
    await deps.remove(ask.agentSessionId).catch(() => {});
  }
}

async function begin(
  bench: OwnWorkbench,
  sessionId: string,
  { runId, step, index, part }: { runId: string; step: number; index: number; part: AskedPart },
): Promise<EventBody> {
  const session = await bench.logs.readSession(sessionId);
  const { id } = await branchSession(bench, sessionId, { isBare: true });
  const name = `Agent ${index + 1}`;
  const settled = await settleBranch(bench, session, { sessionId: id, title: session.title, name });
  bench.tools.share(sessionId, id);
  return {
    type: 'agent-start',
    runId,
    step,
    askId: createId('a'),
    index,
    ...part,
    agentSessionId: id,
    agentRunId: createId('r'),
    ...settled,
  };
}

interface Driven {
  sessionId: string;
  models: RunModels;
  asked: Asked;
  ask: AgentAsk;
}

/** Starts its run, unless it has begun, and waits for the end. Never rejects: resolves to what kept it from running, or null. */
async function drive(bench: OwnWorkbench, { driver }: AskDeps, driven: Driven): Promise<string | null> {
  const { sessionId, models, asked, ask } = driven;
  const { agentSessionId: id, agentRunId: runId } = ask;
  const { signal } = asked;
  const stop = () => void bench.work.stop(id, undefined, signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (!findRun(await bench.logs.readSession(id), runId)) {
      if (ask.begins === 'rebuild') {
        await startRebuild(bench, id);
        await bench.work.wait(id, 'rebuild');
      }
      if (signal.aborted) return null;
      const run = toRun(await bench.logs.readSession(sessionId), ask, asked);
      await driver.start(id, run, { models: { ...models, reviewer: null }, before: [], by: bench.by, runId });
      if (signal.aborted) stop();
    }
    await waitForEnd(bench, id, runId);
    return null;
  } catch (error) {
    return toMessage(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Also where the run is still to be taken up after a crash, by whoever that is. */
async function waitForEnd({ logs }: Workbench, sessionId: string, runId: string): Promise<void> {
  const { signal } = new AbortController();
  const isEnd = (event: EventBody) => event.type === 'run-end' && event.runId === runId;
  for await (const events of logs.follow(sessionId, 0, signal)) if (events.some(isEnd)) return;
}

const HOW =
  'This is a part of the task of another agent. Your kernel is a copy of its kernel, with all its variables: load nothing again that is loaded. Give new names to what you make, and leave variables and files that are there as they are, because your cells run in the kernel of the other agent whenever its notebook runs from the top.';

function toRun(session: Session, { task, returns }: AgentAsk, { runId, limits }: Asked): RunStart {
  const parent = readRun({ session, runId });
  const wanted =
    returns.length === 0
      ? ' Only your answer reaches it.'
      : ` Before you answer, have your results in ${returns.join(', ')}: only these variables, of types that pickle can copy, and your answer reach it.`;
  return {
    task: { text: task, files: [], instruction: `${HOW}${wanted}`, tools: parent.task.tools },
    isPart: true,
    model: parent.model,
    limits: { ...parent.limits, ...limits },
    approval: findRunApproval({ session, runId }),
  };
}

async function conclude(
  bench: OwnWorkbench,
  sessionId: string,
  ask: AgentAsk,
  problem: string | null,
): Promise<AgentEnd> {
  const { askId, agentSessionId, agentRunId } = ask;
  const session = await bench.logs.readSession(agentSessionId).catch(() => null);
  const run = session && findRun(session, agentRunId);
  const message = problem ?? NOT_BEGUN;
  const outcome = run?.outcome ?? { status: 'failed', code: 'interrupted', message };
  const own = session ? session.cells.filter(({ runId }) => runId === agentRunId) : [];
  const brought = session
    ? await bringBack(bench, sessionId, ask).catch((error: unknown) => toNothing(ask, toMessage(error)))
    : toNothing(ask, message);
  return {
    askId,
    outcome,
    answer: own.findLast(({ role }) => role === 'answer')?.source ?? '',
    usage: run ? sumRunUsage(run) : { promptTokens: 0, completionTokens: 0, estimated: false },
    steps: run?.steps.length ?? 0,
    ...brought,
    cells: own.map((cell) => toAgentCell(cell, ask)),
  };
}

const NOT_BEGUN = 'The agent was stopped before it began.';

function toNothing({ returns }: AgentAsk, reason: string): Awaited<ReturnType<typeof bringBack>> {
  const returned = returns.map((name) => ({ name, as: 'none' as const, reason: reason.slice(0, 500) }));
  return { returned, files: [], changedFiles: [] };
}

/** The first says who was asked for what, wherever the notebook is read. */
function toAgentCell(cell: Cell, { index, task }: AgentAsk): AgentCell {
  const { id, type, source, status, reason, executionCount, outputs, startedAt, endedAt } = cell;
  return {
    cellId: id,
    cellType: type,
    source: cell.role === 'task' ? `### Agent ${index + 1}\n\n${task}` : source,
    status: status === 'running' ? 'interrupted' : status,
    ...(reason === undefined ? {} : { reason }),
    executionCount,
    outputs: [...outputs],
    startedAt,
    endedAt,
  };
}
