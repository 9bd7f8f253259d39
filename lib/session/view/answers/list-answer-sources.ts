/** What the numbers of each answer are looked up in. */
import type { Output } from '../../../notebook/output.ts';
import { CONTEXT_FILE } from '../../../protocol/files/context-file.ts';
import { traitsOf } from '../../../protocol/models/model-traits.ts';
import type { AnswerCheck } from '../../../protocol/runs/answer-check.ts';
import type { SourceCell } from '../../../quantities/finding/quantity.ts';
import { listLeft } from '../../cell-versions.ts';
import type { Cell, CellVersion, Run, Session } from '../../session.ts';
import { listSubjects } from './list-subjects.ts';

export interface AnswerSources {
  readonly answer: Cell;
  /** All that the user asked and said in its run. */
  readonly question: string;
  /** Code cells above it. Of those that check, only those that found other figures: what the rest print repeats a result. */
  readonly cells: readonly SourceCell[];
  /** The last answers above it, each with the outputs that runs left there: what it said was found in those. */
  earlier(): readonly Pick<AnswerSources, 'answer' | 'question' | 'cells'>[];
  /** Rows and columns of variables that the model was shown. */
  readonly sizes: readonly number[];
  /** See `isWithoutCode`. */
  readonly isWithoutCode: boolean;
}

/** More take longer than a page can spare. */
const MAX_EARLIER = 10;

/** The sources of all answers, in order. A refusal is not among them: it has numbers of its own. */
export function listAnswerSources(session: Session): AnswerSources[] {
  const answers = listAnswers(session);
  const find = createFinder(session, answers);
  return answers.map(find);
}

/** The sources of an answer that its run is about to give. */
export function findDraftSources(session: Session, run: Run, answer: Cell): AnswerSources {
  const find = createFinder(session, listAnswers(session));
  return find({ answer, run, at: session.cells.indexOf(answer) });
}

interface GivenAnswer {
  readonly answer: Cell;
  readonly run: Run;
  /** Its index among the cells. */
  readonly at: number;
}

function listAnswers({ cells, runs }: Session): GivenAnswer[] {
  return cells.flatMap((answer, at) => {
    const run = answer.role === 'answer' ? runs.find(({ id }) => id === answer.runId) : undefined;
    return run?.outcome?.status === 'answered' ? [{ answer, run, at }] : [];
  });
}

function createFinder(session: Session, answers: readonly GivenAnswer[]) {
  const checks = listChecks(session);
  const read = ({ answer, run, at }: GivenAnswer, toCell: (cell: Cell) => CellVersion) => ({
    answer,
    question: readQuestion(run),
    cells: session.cells.slice(0, at).flatMap((cell, index) => toSources(toCell(cell), index, checks)),
  });
  return (given: GivenAnswer): AnswerSources => ({
    ...read(given, (cell) => cell),
    earlier: () =>
      answers
        .filter(({ at }) => at < given.at)
        .slice(-MAX_EARLIER)
        .map((each) => read(each, (cell) => findLeftBy(session, cell, each.run))),
    sizes: session.kernel.sizes,
    isWithoutCode: isWithoutCode(session, given.run, given.at),
  });
}

/** A cell as the runs up to this one left it, whatever was done to it since. */
function findLeftBy({ runs }: Session, cell: Cell, run: Run): CellVersion {
  const later = new Set(runs.slice(runs.indexOf(run) + 1).map(({ id }) => id));
  const isByThen = ({ edit }: CellVersion) => !edit || !later.has(edit.runId);
  return listLeft(cell).find(isByThen) ?? cell;
}

/** The first check of each cell, by cell: later ones compare another answer with the same figures. */
function listChecks({ runs }: Session): ReadonlyMap<string, AnswerCheck> {
  const checks = runs.flatMap(({ steps }) => steps.flatMap(({ check }) => check ?? []));
  return new Map(checks.reverse().flatMap((check) => (check.cellId ? [[check.cellId, check]] : [])));
}

function toSources(
  { id, type, source, outputs }: CellVersion,
  index: number,
  checks: ReadonlyMap<string, AnswerCheck>,
): SourceCell[] {
  if (type !== 'code') return [];
  const cell = { id, cell: index + 1, source };
  const check = checks.get(id);
  if (!check) return [{ ...cell, outputs }];
  if (check.from !== 'reviewer' || check.verdict !== 'differs') return [];
  return [{ ...cell, outputs: outputs.map((output) => blankNames(output, check)) }];
}

/** The output without the figures of the answer, which a check prints beside what it found for them. */
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

/** Whether a model that improvises speaks about data before any code has run. `until`: the number of cells above what it says. */
export function isWithoutCode({ cells, files }: Session, { model }: Run, until = cells.length): boolean {
  const hasData = files.some(({ name }) => name !== CONTEXT_FILE);
  if (!hasData || !traitsOf(model).improvises) return false;
  return !cells
    .slice(0, until)
    .some(({ type, status, outputs }) => type === 'code' && (status !== 'idle' || outputs.length > 0));
}
