import { type Cell, findRun, type Run, type Session } from '../../session.ts';

/** Texts that were to be answers and are not, by their cell, with what became of them, for the line that folds them. */
export function findDrafts(session: Session): ReadonlyMap<string, string> {
  const { cells } = session;
  const answers = new Map(
    cells.flatMap(({ id, role, runId }) => (role === 'answer' && runId !== null ? [[runId, id]] : [])),
  );
  return new Map(
    cells.flatMap(({ id, role, type, runId, step }): [string, string][] => {
      if (type !== 'markdown' || runId === null) return [];
      const run = findRun(session, runId);
      const review = run?.steps.find(({ index }) => index === step)?.review?.result;
      if (role === 'thought' && review?.verdict === 'returned') return [[id, DRAFT_WORDS.returned]];
      if (role !== 'answer') return [];
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

/** As Markdown, under a line that opens it. */
export function foldDraft(words: string, source: string): string {
  const inside = source.replaceAll(/<(?=\/?(?:details|summary)\b)/gi, '&lt;');
  return `<details><summary>${words}</summary>\n\n${inside}\n\n</details>`;
}
