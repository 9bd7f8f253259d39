/** The transcript as the model is sent it: old observations short, the oldest steps as their summary. */
import type { ModelMessage } from '../../model/model.ts';
import type { ContextMark } from '../../protocol/runs/compaction.ts';
import { type ContextState, createMarkOrder, readContextState } from '../../session/context-state.ts';
import type { Run, Session } from '../../session/session.ts';
import { measureMessage } from './measure-message.ts';
import { type Fit, SHORT_LENGTH, type StepSize } from './plan-compaction.ts';
import { type PlacedEntry, type TranscriptOptions, toTranscript } from './transcript.ts';

/** The entries of one step, in order. */
interface ConversationStep {
  readonly mark: ContextMark;
  readonly entries: readonly PlacedEntry[];
}

export interface Conversation {
  readonly steps: readonly ConversationStep[];
  readonly state: ContextState;
  readonly fit: Fit;
}

export function readConversation(session: Session, run: Run, options: TranscriptOptions): Conversation {
  const steps = groupSteps(toTranscript(session, run, options));
  const state = readContextState(session);
  const isUpTo = createMarkOrder(session);
  const count = (limit: ContextMark | null) => steps.filter(({ mark }) => isUpTo(mark, limit)).length;
  const fit = { shortened: count(state.shortenedUpTo), summedUp: count(state.summary?.upTo ?? null) };
  return { steps, state, fit };
}

function groupSteps(entries: readonly PlacedEntry[]): ConversationStep[] {
  const steps: { mark: ContextMark; entries: PlacedEntry[] }[] = [];
  for (const entry of entries) {
    const last = steps.at(-1);
    if (last?.mark === entry.mark) last.entries.push(entry);
    else steps.push({ mark: entry.mark, entries: [entry] });
  }
  return steps;
}

/** The task that is being answered is never summed up, so the summary may come after it. */
export function renderConversation({ steps, state, fit }: Conversation, run: Run): ModelMessage[] {
  const summedUp = steps.slice(0, fit.summedUp).flatMap(({ entries }) => entries);
  const messages = summedUp.filter((entry) => isTaskOf(entry, run)).map(renderWhole);
  if (fit.summedUp > 0 && state.summary) messages.push(toSummaryMessage(state.summary.text));
  for (const [index, { entries }] of steps.entries()) {
    if (index < fit.summedUp) continue;
    messages.push(...entries.map(index < fit.shortened ? renderShort : renderWhole));
  }
  return messages;
}

export function measureSteps({ steps }: Conversation, run: Run): StepSize[] {
  return steps.map(({ entries }) => ({
    whole: measureAll(entries.map(renderWhole)),
    short: measureAll(entries.map(renderShort)),
    summedUp: measureAll(entries.filter((entry) => isTaskOf(entry, run)).map(renderWhole)),
  }));
}

function measureAll(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + measureMessage(message), 0);
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

function toSummaryMessage(text: string): ModelMessage {
  const content = `[Earlier steps are no longer shown. This is a summary of them:]\n${text}\n[End of the summary.]`;
  return { role: 'user', content };
}
