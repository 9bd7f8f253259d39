/** Shortens and sums up earlier steps before a model call until the prompt fits. */

import type { LanguageModel } from '../../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { ContextSummary } from '../../protocol/runs/compaction.ts';
import type { Usage } from '../../protocol/runs/run.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { readRun } from '../../session/read-run.ts';
import { isAppError, toMessage } from '../../util/app-error.ts';
import { type PromptPlan, planPrompt } from '../prompt/prompt.ts';
import { type RunContext, toPromptOptions } from '../run-context.ts';
import { toPromptBudget } from './prompt-budget.ts';
import { summarize } from './summarize.ts';
import { summarizeByRules } from './summarize-by-rules.ts';

/** Steps within which a second summary is put together by rules: a model call each step would cost more than it saves. */
const RARE_STEPS = 3;

/** Yields `context-compact` and returns true when the step's prompt is longer than the budget and can be made shorter. */
export async function* compactContext(
  context: RunContext,
  step: number,
  budgetTokens: number,
): AsyncGenerator<EventBody, boolean> {
  const { session, runId, model, signal } = context;
  if ('plan' in model) return false;
  const plan = planPrompt(session, runId, toPromptOptions(context), budgetTokens);
  if (!plan) return false;
  const { conversation, fit } = plan;
  const shortenedUpTo = conversation.steps[fit.shortened - 1]?.mark;
  if (!shortenedUpTo) return false;
  const summary = await summarizeSteps({ ...plan, model }, context, step, budgetTokens);
  if (signal.aborted) return false;
  const shown = { shortenedUpTo, ...(summary ? { summary } : {}) };
  yield { type: 'context-compact', runId, step, budgetTokens, ...shown };
  return true;
}

/** Tokens that the prompt of the run's next step may have: less than configured once its server refused a longer one. */
export function readBudget(context: RunContext): number {
  const last = readRun(context).compactions.at(-1)?.budgetTokens ?? Number.POSITIVE_INFINITY;
  return Math.min(toPromptBudget(context.model, context.limits), last);
}

async function summarizeSteps(
  { model, conversation, fit, summaryLength }: PromptPlan & { readonly model: LanguageModel },
  context: RunContext,
  step: number,
  budgetTokens: number,
): Promise<ContextSummary | null> {
  const { session, runId, signal } = context;
  const upTo = conversation.steps[fit.summedUp - 1]?.mark;
  if (!upTo || fit.summedUp === conversation.fit.summedUp) return null;
  const { summary } = conversation;
  const former = summary?.text ?? '';
  let usage = NO_USAGE;
  const onUsage = (used: Usage) => {
    usage = used;
  };
  const byRules = (reason: string): ContextSummary => {
    const options = { after: summary?.upTo ?? null, upTo, former, maxLength: summaryLength };
    return { upTo, text: summarizeByRules(session, options), by: 'rules', reason, usage };
  };
  if (hasJustSummedUp(context, step)) return byRules('The steps before had been summed up a moment ago.');
  try {
    const messages = conversation.steps
      .slice(conversation.fit.summedUp, fit.summedUp)
      .flatMap(({ entries }) => entries.map((entry) => entry.render(SUMMARY_INPUT_LENGTH)));
    const maxInput = Math.floor(budgetTokens * CHARACTERS_PER_TOKEN * INPUT_SHARE);
    const limits = { maxInput, maxLength: summaryLength };
    const text = await summarize({ model, session, runId, signal, former, messages, onUsage, ...limits });
    return { upTo, text, by: 'model', usage };
  } catch (error) {
    // Whatever is wrong with the model, the step itself will tell.
    if (!isAppError(error) && !signal.aborted) throw error;
    return byRules(`The model gave no summary: ${toMessage(error)}`);
  }
}

/** What the model is shown of one entry that it sums up, characters. */
const SUMMARY_INPUT_LENGTH = 1200;
/** The share of the budget that the steps to be summed up may take. */
const INPUT_SHARE = 0.7;

function hasJustSummedUp(context: RunContext, step: number): boolean {
  const last = readRun(context).compactions.findLast(({ summary }) => summary !== undefined);
  return last !== undefined && step - last.step < RARE_STEPS;
}
