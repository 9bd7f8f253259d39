/** The transcript as the model is sent it: old observations short, the oldest steps as their summary, so that the prompt fits. */
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import type { ContextMark, ContextSummary } from '../../protocol/runs/compaction.ts';
import type { Run, Session } from '../../session/session.ts';
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
function createMeasure({ steps }: Conversation, run: Run, summaryLength: number) {
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

/** What messages take of the context, characters. */
export function measureMessages(messages: readonly ModelMessage[]): number {
  const lengths = messages.map((message) => {
    const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? []).length : 0;
    const { content } = message;
    return calls + (typeof content === 'string' ? content.length : sum(content.map(measurePart)));
  });
  return sum(lengths);
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

/** The first `summedUp` steps are in a summary; of the rest those before `shortened` have short observations. */
export interface Fit {
  readonly shortened: number;
  readonly summedUp: number;
}

/** Filling only half makes compactions rare: each changes the prompt's beginning, which no cache survives. */
const TARGET_SHARE = 0.5;
/** This share is good enough if half cannot be had without touching the newest steps. */
const TOLERABLE_SHARE = 0.8;
/** The number of newest steps that stay whole. A smaller one is tried if that leaves more than {@link TOLERABLE_SHARE}. */
const KEPT_WHOLE = [3, 1, 0];
/** What is left of an old observation, characters. */
const SHORT_LENGTH = 400;

/**
 * Decides which steps are shortened and which are summarized, so that they take at most `room` characters, with a summary of
 * `summaryLength`. Null when all fits as it is, or nothing can be done.
 */
export function planFit(
  conversation: Conversation,
  run: Run,
  { summaryLength, room }: { readonly summaryLength: number; readonly room: number },
): Fit | null {
  const { steps, fit: now } = conversation;
  const measure = createMeasure(conversation, run, summaryLength);
  const length = measure(now);
  if (length <= room) return null;
  let best: Fit | null = null;
  for (const kept of KEPT_WHOLE) {
    const fits = listFits(steps.length, now, kept);
    const found = fits.find((fit) => measure(fit) <= room * TARGET_SHARE);
    if (found) return found;
    best = fits.at(-1) ?? best;
    if (best && measure(best) <= room * TOLERABLE_SHARE) return best;
  }
  return best && measure(best) < length ? best : null;
}

/** All ways to fit, from shortening alone to summing up all but the kept steps. */
function listFits(count: number, now: Fit, kept: number): Fit[] {
  const shortened = Math.max(now.shortened, count - kept);
  const most = Math.max(now.summedUp, count - Math.max(kept, 1));
  return Array.from({ length: most - now.summedUp + 1 }, (_, index) => ({
    shortened,
    summedUp: now.summedUp + index,
  }));
}
