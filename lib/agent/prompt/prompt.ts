/** The conversation a model is sent, as a pure function of the folded session. */
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import { toObservationOptions } from '../../observation/observation-options.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import { type Run, readRun, type Session, type Step } from '../../session/session.ts';
import {
  type Conversation,
  type Fit,
  planFit,
  readConversation,
  renderConversation,
} from './conversation.ts';
import { toNameTable } from './name-table.ts';
import { createPromptCache, type PromptCache } from './prompt-cache.ts';
import { type CodeForm, toSystemPrompt } from './system-prompt.ts';

export type PromptOptions = Partial<CodeForm> & {
  /** The cache for the prompts of one run. By default, each is read from nothing. */
  cache?: PromptCache;
};

/** A summary may take this share of the prompt, and never more than this many characters. */
const SUMMARY_SHARE = 0.15;
const MAX_SUMMARY_LENGTH = 4000;

/** Messages for the next call of this run's model. Throws AppError `internal` for an unknown run. */
export function toMessages(session: Session, runId: string, options: PromptOptions = {}): ModelMessage[] {
  const { run, conversation, system, tail } = toParts(session, runId, options);
  const messages = mergeUserMessages(renderConversation(conversation, run));
  return [{ role: 'system', content: system }, ...appendText(messages, tail)];
}

export interface PromptPlan {
  readonly conversation: Conversation;
  /** How the conversation should be shown instead of as it is. */
  readonly fit: Fit;
  /** Most characters a new summary may have. */
  readonly summaryLength: number;
}

/** What must be shortened or summed up for the prompt to fit; null when it fits, or nothing can be done. */
export function planPrompt(
  session: Session,
  runId: string,
  options: PromptOptions,
  budgetTokens: number,
): PromptPlan | null {
  const { run, conversation, system, tail } = toParts(session, runId, options);
  const budget = budgetTokens * CHARACTERS_PER_TOKEN;
  const summaryLength = Math.min(MAX_SUMMARY_LENGTH, Math.floor(budget * SUMMARY_SHARE));
  const room = budget - system.length - tail.length;
  const fit = planFit(conversation, run, { summaryLength, room });
  return fit && { conversation, fit, summaryLength };
}

function toParts(session: Session, runId: string, options: PromptOptions) {
  const run = readRun({ session, runId });
  const { nativeTools = false, format = 'fence', cache = createPromptCache() } = options;
  const transcript = { ...toObservationOptions(session, run), nativeTools, cache };
  return {
    run,
    system: toSystemPrompt(session, run, { nativeTools, format }),
    conversation: readConversation(session, run, transcript),
    tail: toTail(session, run, cache),
  };
}

/**
 * What is true only now. It is at the end of the last message and is not repeated in later prompts, so that all
 * before it stays the same from step to step and a server can cache it.
 */
function toTail(session: Session, run: Run, cache: PromptCache): string {
  const open = run.steps.at(-1);
  const parts = [toNameTable(session, cache), open?.action === null ? toLastWords(open, run) : ''];
  return parts.filter((part) => part !== '').join('\n\n');
}

function toLastWords({ purpose, index }: Step, { limits }: Run): string {
  if (purpose === 'sum-up') return SUM_UP;
  return index > 1 && index === limits.maxSteps ? LAST_STEP : '';
}

const LAST_STEP = '[This is the last step: give your final answer now.]';
const SUM_UP =
  '[A limit of this run is reached: no code runs any more. Sum up in Markdown, in the language of the user, what you found so far, what is still open, and how to go on. Say plainly that this is not the full answer.]';

/** To the last message, whoever's it is: some chat templates take no user message after a tool's. */
function appendText(messages: ModelMessage[], text: string): ModelMessage[] {
  const last = messages.at(-1);
  if (text === '') return messages;
  if (last?.role === 'tool')
    return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${text}` }];
  return mergeUserMessages([...messages, { role: 'user', content: text }]);
}

/** Many chat templates demand that user and assistant alternate. */
function mergeUserMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (message.role === 'user' && last?.role === 'user') {
      merged[merged.length - 1] = { role: 'user', content: joinContents(last.content, message.content) };
    } else merged.push(message);
  }
  return merged;
}

function joinContents(left: string | ContentPart[], right: string | ContentPart[]): string | ContentPart[] {
  if (typeof left === 'string' && typeof right === 'string') return `${left}\n\n${right}`;
  return [...toContentParts(left), ...toContentParts(right)];
}

function toContentParts(content: string | ContentPart[]): ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
