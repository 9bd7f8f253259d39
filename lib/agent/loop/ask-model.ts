/** One model call: its deltas as events, its reply as the return value. */

import { findRunLanguage } from '../../execution/languages/find-language.ts';
import type { LanguageModel } from '../../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import type { ToolCall } from '../../protocol/cells/call.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Usage } from '../../protocol/runs/run.ts';
import { NO_USAGE } from '../../protocol/runs/usage.ts';
import { readRun } from '../../session/session.ts';
import { isAppError } from '../../util/app-error.ts';
import { compactContext } from '../context/compact-context.ts';
import { measureMessages } from '../prompt/conversation.ts';
import { toMessages } from '../prompt/prompt.ts';
import { readImages } from '../prompt/read-images.ts';
import { toToolSpecs } from '../prompt/tool-specs.ts';
import type { Action, ModelReply } from '../reply/action.ts';
import { type RunContext, toPromptOptions } from '../run-context.ts';

export interface AskResult extends ModelReply {
  readonly usage: Usage;
  /** Why the reply is not whole; the deltas before it were yielded. */
  readonly failure?: unknown;
  /** Of a planner; otherwise it is read from the reply. */
  readonly action?: Action;
}

/** The deltas of a reply as events, and what came of it. */
export type Asking = AsyncGenerator<EventBody, AskResult>;

/** A prompt too long for the model is cut this often before the run gives up, and to this share of its length. */
const MAX_PROMPT_CUTS = 3;
const CUT_SHARE = 0.75;

/**
 * Never throws: a failed call is a result with `failure` and whatever text came before it. A prompt that the server finds
 * too long is cut and sent again; one with images or tools that the server refused is written again without them.
 */
export async function* askModel(model: LanguageModel, context: RunContext, step: number): Asking {
  for (let cuts = 0; ; cuts++) {
    const { nativeTools, vision } = model;
    const result = yield* stream(model, context, step);
    // A refusal is learned once for a model, so this ends.
    const hasAdapted = model.nativeTools !== nativeTools || model.vision !== vision;
    if (result.failure !== undefined && hasAdapted) {
      const now = { nativeTools: model.nativeTools, vision: model.vision };
      yield { type: 'model-adapt', runId: context.runId, step, ...now };
      continue;
    }
    const overflow = isAppError(result.failure) && result.failure.code === 'model-context-overflow';
    if (!overflow || cuts === MAX_PROMPT_CUTS) return result;
    const length = measureMessages(toMessages(context.session, context.runId, toPromptOptions(context)));
    const budgetTokens = Math.max(1, Math.floor((length / CHARACTERS_PER_TOKEN) * CUT_SHARE));
    const isCut = yield* compactContext(context, step, budgetTokens);
    if (!isCut) return result;
  }
}

async function* stream(model: LanguageModel, context: RunContext, step: number): Asking {
  const { runId, session, signal } = context;
  const { nativeTools } = model;
  const run = readRun(context);
  const toolCalls: ToolCall[] = [];
  let text = '';
  let finishReason = 'unknown';
  let usage = NO_USAGE;
  try {
    const rendered = toMessages(session, runId, toPromptOptions(context));
    const messages = await readImages(rendered, context.readBlob);
    const tools = nativeTools ? toToolSpecs(findRunLanguage(session, run), run.agents !== undefined) : [];
    // Tools stay named when none may be called, so that the prompt begins as before.
    const isSumUp = run.steps.at(-1)?.purpose === 'sum-up';
    const choice = isSumUp ? ({ toolChoice: 'none' } as const) : {};
    const request = { messages, tools, session, runId, ...choice };
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'end') ({ finishReason, usage } = event);
      else if (event.type === 'usage') ({ usage } = event);
      else if (event.type === 'wait') {
        yield { type: 'model-wait', runId, step, until: Date.now() + event.delayMs, reason: event.reason };
      } else if (event.type === 'tool-call') {
        toolCalls.push({ id: event.id, name: event.name, arguments: event.arguments });
      } else {
        if (event.type === 'text-delta') text += event.text;
        yield { ...event, runId, step };
      }
    }
    return { text, toolCalls, finishReason, usage };
  } catch (failure) {
    const isCut = isAppError(failure) && failure.code === 'model-stream-cut';
    return { text, toolCalls: [], finishReason: isCut ? CUT_OFF : 'error', usage, failure };
  }
}

/** The `finishReason` of a reply in whose middle the connection or the server gave up. */
export const CUT_OFF = 'cut-off';
