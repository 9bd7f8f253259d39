/** The conversation a model is sent, as a pure function of the folded session. */
import type { ContentPart, ModelMessage } from '../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../observation/shorten-text.ts';
import { toObservationOptions } from '../observation/to-observation.ts';
import { findRun, type Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import { type CodeForm, toSystemPrompt } from './system-prompt.ts';
import { type Entry, toTranscript } from './transcript.ts';

export interface PromptOptions extends Partial<CodeForm> {
  /** Estimated tokens above which old entries are shortened. Default 32,000. */
  maxPromptTokens?: number;
}

export const DEFAULT_PROMPT_TOKENS = 32_000;
/** What is left of an entry that was shortened to make room, characters. */
const SHORT_LENGTH = 400;
/** Entries shrink in groups, so that the prompt's beginning stays the same for some steps and can be cached. */
const GROUP_SIZE = 4;
/** The newest entries are never shortened: the model is about to act on them. */
const KEEP_LAST = 3;

/** Messages for the next call of this run's model. Throws AppError `internal` for an unknown run. */
export function toMessages(session: Session, runId: string, options: PromptOptions = {}): ModelMessage[] {
  const run = findRun(session, runId);
  if (!run) throw new AppError('internal', `There is no run ${runId} in this session.`);
  const { nativeTools = false, format = 'fence', maxPromptTokens = DEFAULT_PROMPT_TOKENS } = options;
  const system = toSystemPrompt(session, run.tools, { nativeTools, format });
  const entries = toTranscript(session, run, { ...toObservationOptions(run), nativeTools });
  const messages = fitEntries(entries, maxPromptTokens * CHARACTERS_PER_TOKEN - system.length);
  const open = run.steps.at(-1);
  const isLast = open?.action === null && open.index > 1 && open.index === run.limits.maxSteps;
  if (isLast)
    messages.push({ role: 'user', content: '[This is the last step: give your final answer now.]' });
  return [{ role: 'system', content: system }, ...mergeUserMessages(messages)];
}

/** Renders entries, shortening old observations first, then old replies, until all fit. */
function fitEntries(entries: readonly Entry[], maxLength: number): ModelMessage[] {
  const rendered = entries.map((entry) => entry.render(Number.POSITIVE_INFINITY));
  let length = rendered.reduce((sum, message) => sum + measure(message), 0);
  for (const kind of ['observation', 'reply'] as const) {
    const old = entries
      .slice(0, -KEEP_LAST)
      .flatMap((entry, index) => (entry.kind === kind ? [{ entry, index }] : []));
    for (let at = 0; at < old.length && length > maxLength; at += GROUP_SIZE) {
      for (const { entry, index } of old.slice(at, at + GROUP_SIZE)) {
        const short = entry.render(SHORT_LENGTH);
        length += measure(short) - measure(rendered[index] ?? short);
        rendered[index] = short;
      }
    }
  }
  return rendered;
}

function measure(message: ModelMessage): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? []).length : 0;
  const { content } = message;
  const length =
    typeof content === 'string' ? content.length : content.reduce((sum, part) => sum + measurePart(part), 0);
  return length + calls;
}

/** An image costs about 800 tokens on the common vision models, whatever its bytes. */
function measurePart(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : 800 * CHARACTERS_PER_TOKEN;
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
  return [...toParts(left), ...toParts(right)];
}

function toParts(content: string | ContentPart[]): ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
