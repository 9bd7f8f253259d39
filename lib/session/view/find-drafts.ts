import type { Session } from '../session.ts';

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
      return role === 'answer' && answers.get(runId) !== id ? [[id, DRAFT_WORDS.overtaken]] : [];
    }),
  );
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
