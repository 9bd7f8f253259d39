/** The budgets of a run: the model is warned when most of one is used, and gets one call when it is used up, to tell what it has. */
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Outcome, StopReason } from '../../protocol/runs/run.ts';
import { readRun, type Step } from '../../session/session.ts';
import { splitTitle } from '../../session/view/titles/split-title.ts';
import { toShownReply } from '../prompt/prompt-cache.ts';
import { cleanReply } from '../reply/clean-reply.ts';
import { parseAction } from '../reply/parse-action.ts';
import type { RunContext } from '../run-context.ts';
import { askModel } from './ask-model.ts';
import { findKeptAnswer } from './give-answer.ts';
import { markdownCell } from './run-agent-cell.ts';
import { readLevels } from './stop-conditions.ts';

const WARN_SHARE = 0.8;

/** Yields `budget-warning` once in a run for each budget of which most is used. */
export function* warnOfBudgets(context: RunContext): Generator<EventBody> {
  const run = readRun(context);
  const step = run.steps.at(-1)?.index;
  if (step === undefined) return;
  const { elapsedMs, limitMs } = context.clock;
  const time = { budget: 'time', used: Math.round(elapsedMs), limit: limitMs } as const;
  const [steps, ...others] = readLevels(run);
  for (const level of [steps, time, ...others]) {
    const isKnown = run.budgetWarnings.some(({ budget }) => budget === level.budget);
    if (level.used >= level.limit * WARN_SHARE && !isKnown)
      yield { type: 'budget-warning', runId: run.id, step, ...level };
  }
}

const BUDGETS: ReadonlySet<StopReason> = new Set(['max-steps', 'run-timeout', 'max-tokens', 'max-cost']);

/** Yields a step of its own, without code, and the partial answer. The outcome stays what it is, whatever comes of it. */
export async function* sumUp(context: RunContext, outcome: Outcome): AsyncGenerator<EventBody> {
  const { runId, model, signal } = context;
  const run = readRun(context);
  const last = run.steps.at(-1);
  // A run that did nothing has nothing to tell, and one that has an answer says all in it.
  const isDue = outcome.status === 'stopped' && BUDGETS.has(outcome.reason) && !('plan' in model);
  if (!isDue || !last || signal.aborted || findKeptAnswer(context.session, run)) return;
  if (last.purpose === 'sum-up') {
    // Continues after a crash: the call was made, and is not made again.
    if (last.action === 'answer' && last.cellIds.length === 0) yield* insert(context, last.index, last);
    return;
  }
  const step = last.index + 1;
  yield { type: 'step-start', runId, step, purpose: 'sum-up', vision: model.vision };
  const { text, usage, finishReason, failure } = yield* askModel(model, context, step);
  const isWhole = failure === undefined && !signal.aborted;
  const action = isWhole ? 'answer' : 'none';
  yield { type: 'step-end', runId, step, action, finishReason, toolCalls: [], usage };
  if (isWhole) yield* insert(context, step, { text, finishReason });
}

/** The run's time is over when it sums up then, so that call has a time of its own. */
const LATE_TIMEOUT_MS = 60_000;

/** As {@link sumUp}, at the deadline: only the user's word, not the deadline, ends it. */
export async function* sumUpLate(
  context: RunContext,
  cancelled: AbortSignal,
  outcome: Outcome,
): AsyncGenerator<EventBody> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(LATE_TIMEOUT_MS)]);
  const last: RunContext = {
    ...context,
    signal,
    get session() {
      return context.session;
    },
  };
  yield* sumUp(last, outcome);
}

/** A reply that went round in circles is cut, but for its circle. */
async function* insert(
  context: RunContext,
  step: number,
  reply: Pick<Step, 'text' | 'finishReason'>,
): AsyncGenerator<EventBody> {
  const source = splitTitle(cleanReply(toShownReply(reply)).trim()).answer;
  if (source !== '' && !isOnlyCode(context, source))
    yield markdownCell(context, step, 'answer', source, { isPartial: true });
}

/** Code that never ran tells nothing. */
function isOnlyCode({ session }: RunContext, text: string): boolean {
  const reply = { text, toolCalls: [], finishReason: 'stop' };
  const action = parseAction(reply, findLanguage(session.kernel));
  return action.type === 'code' && action.segments.every(({ type }) => type === 'code');
}
