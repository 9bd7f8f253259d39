/** What the numbers of each answer are looked up in. */
import type { SourceCell } from '../../quantities/finding/quantity.ts';
import type { Cell, Run, Session } from '../session.ts';
import { listCheckCells } from './describe-check.ts';
import { listSubjects } from './list-subjects.ts';

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
    if (isSource(cell, checks)) sources.push(toSourceCell(cell, index));
    const run = cell.role === 'answer' ? session.runs.find(({ id }) => id === cell.runId) : undefined;
    if (run?.outcome?.status === 'answered')
      found.push({ answer: cell, question: readQuestion(run), cells: [...sources] });
  }
  return found;
}

/** Of an answer that its run is about to give. */
export function findDraftSources(session: Session, run: Run, answer: Cell): AnswerSources {
  const checks = listCheckCells(session);
  const cells = session.cells
    .slice(0, session.cells.indexOf(answer))
    .flatMap((cell, index) => (isSource(cell, checks) ? [toSourceCell(cell, index)] : []));
  return { answer, question: readQuestion(run), cells };
}

function isSource({ id, type }: Cell, checks: ReadonlySet<string>): boolean {
  return type === 'code' && !checks.has(id);
}

function toSourceCell({ id, source, outputs }: Cell, index: number): SourceCell {
  return { id, cell: index + 1, source, outputs };
}

function readQuestion(run: Run): string {
  const quotes = listSubjects(run).map(({ quote = '' }) => quote);
  return [run.task.text, ...quotes, ...run.steers.map(({ text }) => text)].join('\n');
}
