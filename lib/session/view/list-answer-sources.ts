/** What the numbers of each answer are looked up in. */
import type { SourceCell } from '../../quantities/finding/quantity.ts';
import type { Cell, Run, Session } from '../session.ts';
import { listCheckCells } from './describe-check.ts';

export interface AnswerSources {
  readonly answer: Cell;
  /** All that the user asked and said in its run. */
  readonly question: string;
  /** Code cells above it, without those that check: what they print repeats a result. */
  readonly cells: readonly SourceCell[];
}

/** Of what answers a question, in order: a refusal has numbers of its own. */
export function listAnswerSources(session: Session): AnswerSources[] {
  const checks = listCheckCells(session);
  const sources: SourceCell[] = [];
  const found: AnswerSources[] = [];
  for (const [index, cell] of session.cells.entries()) {
    const { id, type, role, source, outputs, runId } = cell;
    if (type === 'code' && !checks.has(id)) sources.push({ id, cell: index + 1, source, outputs });
    const run = role === 'answer' ? session.runs.find((each) => each.id === runId) : undefined;
    if (run?.outcome?.status === 'answered')
      found.push({ answer: cell, question: readQuestion(run), cells: [...sources] });
  }
  return found;
}

function readQuestion({ task, steers }: Run): string {
  return [task.text, task.about?.quote ?? '', ...steers.map(({ text }) => text)].join('\n');
}
