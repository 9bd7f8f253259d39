/** What the numbers of each answer are looked up in. */
import type { Output } from '../../notebook/output.ts';
import type { AnswerCheck } from '../../protocol/answer-check.ts';
import type { SourceCell } from '../../quantities/finding/quantity.ts';
import type { Cell, Run, Session } from '../session.ts';
import { listSubjects } from './list-subjects.ts';

export interface AnswerSources {
  readonly answer: Cell;
  /** All that the user asked and said in its run. */
  readonly question: string;
  /** Code cells above it. Of those that check, only those that found other figures: what the rest print repeats a result. */
  readonly cells: readonly SourceCell[];
}

/** Of what answers a question, in order: a refusal has numbers of its own. */
export function listAnswerSources(session: Session): AnswerSources[] {
  const checks = listChecks(session);
  const sources: SourceCell[] = [];
  const found: AnswerSources[] = [];
  for (const [index, cell] of session.cells.entries()) {
    sources.push(...toSources(cell, index, checks));
    const run = cell.role === 'answer' ? session.runs.find(({ id }) => id === cell.runId) : undefined;
    if (run?.outcome?.status === 'answered')
      found.push({ answer: cell, question: readQuestion(run), cells: [...sources] });
  }
  return found;
}

/** Of an answer that its run is about to give. */
export function findDraftSources(session: Session, run: Run, answer: Cell): AnswerSources {
  const checks = listChecks(session);
  const cells = session.cells
    .slice(0, session.cells.indexOf(answer))
    .flatMap((cell, index) => toSources(cell, index, checks));
  return { answer, question: readQuestion(run), cells };
}

/** By their cell, the first check of each: later ones compare another answer with the same figures. */
function listChecks({ runs }: Session): ReadonlyMap<string, AnswerCheck> {
  const checks = runs.flatMap(({ steps }) => steps.flatMap(({ check }) => check ?? []));
  return new Map(checks.reverse().flatMap((check) => (check.cellId ? [[check.cellId, check]] : [])));
}

function toSources(
  { id, type, source, outputs }: Cell,
  index: number,
  checks: ReadonlyMap<string, AnswerCheck>,
): SourceCell[] {
  if (type !== 'code') return [];
  const cell = { id, cell: index + 1, source };
  const check = checks.get(id);
  if (!check) return [{ ...cell, outputs }];
  if (check.by !== 'reviewer' || check.verdict !== 'differs') return [];
  return [{ ...cell, outputs: outputs.map((output) => blankNames(output, check)) }];
}

/** Without the figures of the answer, which a check prints beside what it found for them. */
function blankNames(output: Output, { figures = [] }: AnswerCheck): Output {
  if (output.output_type !== 'stream') return output;
  const names = figures.flatMap(({ text }) => [`'${text}':`, `"${text}":`]);
  const toBlank = (text: string, name: string) => text.replaceAll(name, ' '.repeat(name.length));
  return { ...output, text: names.reduce(toBlank, output.text) };
}

function readQuestion(run: Run): string {
  const quotes = listSubjects(run).map(({ quote = '' }) => quote);
  return [run.task.text, ...quotes, ...run.steers.map(({ text }) => text)].join('\n');
}
