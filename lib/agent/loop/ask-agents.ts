/** A step whose action is to hand parts of the task to other agents: it ends when all of them have ended. */
import { tellNames } from '../../execution/execute-cell.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { type Run, readRun } from '../../session/session.ts';
import { pluralize } from '../../util/pluralize.ts';
import type { AskCall } from '../reply/read-asks.ts';
import type { AgentLimits, RunContext } from '../run-context.ts';
import { markdownCell } from './run-agent-cell.ts';
import { readLevels } from './stop-conditions.ts';

/** `hasBegun`: the words of the reply are in the notebook already. What the log says of its agents is not done again. */
export async function* askAgents(
  context: RunContext,
  step: number,
  { words, parts }: AskCall,
  hasBegun: boolean,
): AsyncGenerator<EventBody> {
  const { runId, kernel, signal } = context;
  const run = readRun(context);
  const asked = run.steps.flatMap(({ index, asks = [] }) => (index === step ? [] : asks)).length;
  const left = (run.agents ?? 0) - asked;
  if (!context.askAgents || parts.length > left) {
    const message = `You may hand ${left > 0 ? `only ${pluralize(left, 'more part')}` : 'no more parts'} to other agents, so none was asked. Go on yourself.`;
    yield { type: 'action-error', runId, step, message };
    return;
  }
  if (words !== '' && !hasBegun) yield markdownCell(context, step, 'thought', words);
  const limits = splitLimits(run, context, parts.length);
  yield* context.askAgents({ runId, step, parts, limits, signal });
  if (signal.aborted) return;
  yield* tellNames(kernel, { known: context.session.kernel.names, source: '' });
}

/** Each agent may use an equal share of what the run has left, of which one share stays for the run itself. */
function splitLimits(run: Run, { clock }: RunContext, count: number): AgentLimits {
  const left = new Map(readLevels(run).map(({ budget, used, limit }) => [budget, limit - used]));
  const share = (budget: 'tokens' | 'cost') => (left.get(budget) ?? 0) / (count + 1);
  const { maxCost } = run.limits;
  return {
    maxSteps: Math.max(1, left.get('steps') ?? 1),
    maxTokens: Math.max(1, Math.floor(share('tokens'))),
    runTimeoutMs: Math.max(1000, Math.round(clock.limitMs - clock.elapsedMs)),
    ...(maxCost === undefined ? {} : { maxCost: Math.max(Number.EPSILON, share('cost')) }),
  };
}
