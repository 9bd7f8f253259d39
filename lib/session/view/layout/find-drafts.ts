import type { Cell, Run, Session } from '../../session.ts';

/** Texts that were to be answers and are not, by their cell, with what became of them, for the line that folds them. */
export function findDrafts({ cells, runs }: Session): ReadonlyMap<string, string> {
  const returned = new Set(
    runs.flatMap(({ id, steps }) =>
      steps.flatMap(({ index, review }) =>
        review?.result?.verdict === 'returned' ? [toKey(id, index)] : [],
      ),
    ),
  );
  const answers = new Map(
    cells.flatMap(({ id, role, runId }) => (role === 'answer' && runId !== null ? [[runId, id]] : [])),
  );
  return new Map(
    cells.flatMap(({ id, role, type, runId, step }): [string, string][] => {
      if (type !== 'markdown' || runId === null) return [];
      if (role === 'thought' && returned.has(toKey(runId, step))) return [[id, DRAFT_WORDS.returned]];
      if (role !== 'answer') return [];
      const run = runs.find((each) => each.id === runId);
      const isLast = answers.get(runId) === id && !(run && isOvertaken(run, step));
      return isLast ? [] : [[id, DRAFT_WORDS.overtaken]];
    }),
  );
}

/** Whether the run has heard something since it answered in this step, and will answer again. */
export function isOvertaken({ outcome, steers }: Run, answeredIn: Cell['step']): boolean {
  return outcome === null && answeredIn !== null && steers.some(({ step }) => step >= answeredIn);
}

export const DRAFT_WORDS = {
  returned: 'Draft of an answer, sent back',
  overtaken: 'Answer before a later message, replaced',
} as const;

const toKey = (runId: string, step: number | null) => `${runId} ${step}`;

/** As Markdown, under a line that opens it. */
export function foldDraft(words: string, source: string): string {
  const inside = source.replaceAll(/<(?=\/?(?:details|summary)\b)/gi, '&lt;');
  return `<details><summary>${words}</summary>\n\n${inside}\n\n</details>`;
}
