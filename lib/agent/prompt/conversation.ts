/** The transcript as the model is sent it: old observations short, the oldest steps as their summary. */
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import type { ContextMark, ContextSummary } from '../../protocol/runs/compaction.ts';
import type { Run, Session } from '../../session/session.ts';
import { type Fit, SHORT_LENGTH } from './plan-compaction.ts';
import { type PlacedEntry, type TranscriptOptions, toTranscript } from './transcript.ts';

/** The entries of one step, in order. */
interface ConversationStep {
  readonly mark: ContextMark;
  readonly entries: readonly PlacedEntry[];
}

export interface Conversation {
  readonly steps: readonly ConversationStep[];
  /** The last one. Null where nothing is summed up. */
  readonly summary: ContextSummary | null;
  readonly fit: Fit;
}

export function readConversation(session: Session, run: Run, options: TranscriptOptions): Conversation {
  const byStep = Map.groupBy(toTranscript(session, run, options), ({ mark }) => mark);
  const steps = Array.from(byStep, ([mark, entries]) => ({ mark, entries }));
  const compactions = session.runs.flatMap((each) => each.compactions);
  const { summary = null } = compactions.findLast((each) => each.summary !== undefined) ?? {};
  const isUpTo = createMarkOrder(session);
  const count = (limit: ContextMark | null = null) => steps.filter(({ mark }) => isUpTo(mark, limit)).length;
  const fit = { shortened: count(compactions.at(-1)?.shortenedUpTo), summedUp: count(summary?.upTo) };
  return { steps, summary, fit };
}

/** The task that is being answered is never summed up, so the summary may come after it. */
export function renderConversation({ steps, summary, fit }: Conversation, run: Run): ModelMessage[] {
  const summedUp = steps.slice(0, fit.summedUp).flatMap(({ entries }) => entries);
  const messages = summedUp.filter((entry) => isTaskOf(entry, run)).map(renderWhole);
  if (fit.summedUp > 0 && summary) {
    const content = `[Earlier steps are no longer shown. This is a summary of them:]\n${summary.text}\n[End of the summary.]`;
    messages.push({ role: 'user', content });
  }
  for (const [index, { entries }] of steps.entries()) {
    if (index < fit.summedUp) continue;
    messages.push(...entries.map(index < fit.shortened ? renderShort : renderWhole));
  }
  return messages;
}

/** Measures the conversation as it would be with another fit, and with a summary of that length. */
export function createMeasure({ steps }: Conversation, run: Run, summaryLength: number) {
  const sizes = steps.map(({ entries }) => ({
    whole: measureMessages(entries.map(renderWhole)),
    short: measureMessages(entries.map(renderShort)),
    summedUp: measureMessages(entries.filter((entry) => isTaskOf(entry, run)).map(renderWhole)),
  }));
  return ({ shortened, summedUp }: Fit): number => {
    const lengths = sizes.map((size, index) => {
      if (index < summedUp) return size.summedUp;
      return index < shortened ? size.short : size.whole;
    });
    return sum(lengths) + (summedUp > 0 ? summaryLength : 0);
  };
}

function isTaskOf({ kind, mark }: PlacedEntry, run: Run): boolean {
  return kind === 'task' && mark.runId === run.id;
}

function renderWhole(entry: PlacedEntry): ModelMessage {
  return entry.render(Number.POSITIVE_INFINITY);
}

function renderShort(entry: PlacedEntry): ModelMessage {
  return entry.render(entry.kind === 'observation' ? SHORT_LENGTH : Number.POSITIVE_INFINITY);
}

/** What a message takes of the context, characters. */
export function measureMessage(message: ModelMessage): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? []).length : 0;
  const { content } = message;
  return calls + (typeof content === 'string' ? content.length : sum(content.map(measurePart)));
}

export function measureMessages(messages: readonly ModelMessage[]): number {
  return sum(messages.map(measureMessage));
}

/** An image costs by its pixels, whatever its bytes. */
function measurePart(part: ContentPart): number {
  return part.type === 'text' ? part.text.length : part.tokens * CHARACTERS_PER_TOKEN;
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}

/** Tells whether one place of the conversation is not after another; nothing is up to null. */
export function createMarkOrder({ runs }: Session) {
  const indexes = new Map(runs.map(({ id }, index) => [id, index]));
  return (mark: ContextMark, limit: ContextMark | null): boolean => {
    if (!limit) return false;
    const distance = (indexes.get(mark.runId) ?? 0) - (indexes.get(limit.runId) ?? -1);
    return distance < 0 || (distance === 0 && mark.step <= limit.step);
  };
}
