/** What a conversation shows shortened and what is in its summary, as of the last compaction. */
import type { ContextMark, ContextSummary } from '../protocol/runs/compaction.ts';
import type { Session } from './session.ts';

export interface ContextState {
  readonly shortenedUpTo: ContextMark | null;
  readonly summary: ContextSummary | null;
}

export function readContextState({ runs }: Session): ContextState {
  const compactions = runs.flatMap((run) => run.compactions);
  return {
    shortenedUpTo: compactions.at(-1)?.shortenedUpTo ?? null,
    summary: compactions.findLast(({ summary }) => summary !== undefined)?.summary ?? null,
  };
}

/** Tells whether one place of the conversation is not after another; nothing is up to null. */
export function createMarkOrder({
  runs,
}: Session): (mark: ContextMark, limit: ContextMark | null) => boolean {
  const indexes = new Map(runs.map(({ id }, index) => [id, index]));
  return (mark, limit) => {
    if (!limit) return false;
    const distance = (indexes.get(mark.runId) ?? 0) - (indexes.get(limit.runId) ?? -1);
    return distance < 0 || (distance === 0 && mark.step <= limit.step);
  };
}
