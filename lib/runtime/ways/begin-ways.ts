/** Makes the branches of several ways and writes that they begin. Nothing runs yet. */
import type { Models } from '../../model/model.ts';
import { createId } from '../../protocol/id.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import type { RunRequest } from '../../protocol/runs/run.ts';
import { DEFAULT_WAYS } from '../../protocol/ways/default-ways.ts';
import type { Way, WayRequest, WaysBudget, WaysRequest, WaysStart } from '../../protocol/ways/ways.ts';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { type PreparedRun, prepareRun, type RunDefaults } from '../runs/prepare-run.ts';
import { keepApproval, nameByQuestion } from '../runs/runs.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { settleBranch } from '../sessions/settle-branch.ts';

export interface BeginDeps extends RunDefaults {
  /** At the end of the notebook, which may have no cells. */
  branch(sessionId: string): Promise<string>;
  remove: Sessions['delete'];
}

export interface BegunWays {
  start: WaysStart;
  /** What the run of each way starts with, in order. */
  prepared: readonly PreparedRun[];
}

/**
 * For a session that is claimed. The branches are gone again if one of them cannot be made. Throws what `Runs.start` throws, and
 * AppError `bad-request` for limits that are too small to be split.
 */
export async function beginWays(
  bench: OwnWorkbench,
  deps: BeginDeps,
  session: Session,
  request: WaysRequest,
): Promise<BegunWays> {
  const asked = listWays(request);
  const budget = splitBudget(request.limits, asked.length);
  const prepared = await Promise.all(
    asked.map((way) => prepareRun(bench, session, toRunRequest(request, way, budget), deps)),
  );
  const judge = await findJudge(bench.models, request.model ?? session.model?.id);
  const named = nameByQuestion(session, request.task);
  const title = named[0]?.title ?? session.title;
  // The branches have it too.
  await bench.logs.writerOf(session.id, bench.by).writeAll(keepApproval(session, request, bench.by));
  const ways: Way[] = [];
  try {
    for (const [index, { name = `Way ${index + 1}`, instruction }] of asked.entries()) {
      const sessionId = await deps.branch(session.id);
      const model = prepared[index]?.run.model ?? judge;
      ways.push({
        sessionId,
        name,
        instruction: instruction || null,
        model,
        runId: createId('r'),
        ...(await settleBranch(bench, session, { sessionId, title, name })),
      });
      bench.tools.share(session.id, sessionId);
    }
    const [first] = prepared as [PreparedRun];
    const start: WaysStart = {
      waysId: createId('w'),
      task: first.run.task,
      ways,
      budget,
      approval: first.run.approval ?? 'never',
      judge: judge.kind === 'builtin' ? null : judge,
    };
    await bench.logs.writerOf(session.id, bench.by).writeAll([...named, { type: 'ways-start', ...start }]);
    return { start, prepared: prepared.map((each, index) => withInstruction(each, ways[index] as Way)) };
  } catch (error) {
    await Promise.allSettled(ways.map(({ sessionId }) => deps.remove(sessionId)));
    throw error;
  }
}

function listWays({ ways }: WaysRequest): readonly WayRequest[] {
  return typeof ways === 'number' ? DEFAULT_WAYS.slice(0, ways) : ways;
}

const TOO_SMALL = 'This limit is for all ways together, and too small to be split among them.';

/** What nobody limits, each way has as a run has it. */
function splitBudget(asked: RunRequest['limits'] = {}, count: number): WaysBudget {
  const { maxSteps, maxTokens, maxCost, runTimeoutMs = DEFAULT_LIMITS.runTimeoutMs } = asked;
  const split = (limit: number | undefined, usual: number) =>
    limit === undefined ? usual : Math.floor(limit / count);
  const steps = split(maxSteps, DEFAULT_LIMITS.maxSteps);
  const tokens = split(maxTokens, DEFAULT_LIMITS.maxTokens);
  if (steps < 1) throw new AppError('bad-request', `limits.maxSteps: ${TOO_SMALL}`);
  if (tokens < 1) throw new AppError('bad-request', `limits.maxTokens: ${TOO_SMALL}`);
  return {
    together: {
      maxSteps: maxSteps ?? steps * count,
      maxTokens: maxTokens ?? tokens * count,
      runTimeoutMs,
      ...(maxCost === undefined ? {} : { maxCost }),
    },
    each: {
      maxSteps: steps,
      maxTokens: tokens,
      runTimeoutMs,
      ...(maxCost === undefined ? {} : { maxCost: maxCost / count }),
    },
  };
}

function toRunRequest(
  { ways: _, ...request }: WaysRequest,
  way: WayRequest,
  { each }: WaysBudget,
): RunRequest {
  return { ...request, model: way.model ?? request.model, limits: { ...request.limits, ...each } };
}

async function findJudge(models: Models, modelId: string | undefined) {
  return (await models.open(modelId)).info;
}

function withInstruction({ run, models }: PreparedRun, { instruction }: Way): PreparedRun {
  return { models, run: instruction === null ? run : { ...run, task: { ...run.task, instruction } } };
}
