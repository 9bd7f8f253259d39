/** A run as one analysis: choose the file, prepare it or reuse it, answer, recover when the kernel lost its state. */
import type { Run, Session } from '../session/session.ts';
import { type Analysis, GiveUp, type Observation } from './analysis.ts';
import { answerQuestion } from './answer-question.ts';
import { chooseFile, isHeaderCell, replayChoice } from './choose-file.ts';
import type { Dataset } from './dataset.ts';
import { namesSheet } from './load-workbook.ts';
import { answerWithoutFile } from './no-file.ts';
import { observeRun } from './observe.ts';
import { prepareDataset } from './prepare.ts';
import { replay } from './replay.ts';
import { answerCourtesy } from './unclear.ts';

const MAX_FAILURES = 3;
const CANNOT_FIX =
  'I cannot fix code: I am the built-in, rule-based analyst, not a language model. The last line of the error says what is wrong; ' +
  'change the cell and run it again. A language model can do that for you (`OPENAI_API_KEY`, or `OPENAI_BASE_URL` for a local server).';

/** The whole run from its first move; replay it over the run's observations to find the next one. */
export function* planRun(session: Session, run: Run): Analysis {
  const courtesy = answerCourtesy(run.task.text, session.files.length > 0);
  if (courtesy !== null) return courtesy;
  if (run.task.about?.purpose === 'fix') throw new GiveUp(CANNOT_FIX, 'refusal');
  const { file, notes, doubt } = yield* chooseFile(session, run);
  if (doubt !== null) throw new GiveUp(doubt, 'refusal');
  if (file === null) return yield* recover(answerWithoutFile(run.task.text), null);
  const earlier = session.runs.slice(0, session.runs.indexOf(run));
  const prepared = findPrepared(session, run, earlier, file);
  const questions = earlier.filter((other) => choiceOf(session, other) === file).map(({ task }) => task.text);
  const reload = () => prepareDataset(file, run.task.text);
  const dataset = prepared ?? (yield* recover(reload(), repeatOnly));
  const noted = { ...dataset, notes: [...notes, ...dataset.notes] };
  return yield* recover(answerQuestion(noted, run.task.text, questions), reload);
}

function choiceOf(session: Session, run: Run): string | null {
  const choice = replayChoice(session, run);
  return choice.state === 'done' ? choice.result.file : null;
}

/** While loading there is nothing to bring back: a new kernel just repeats the cell. */
function* repeatOnly(): Analysis<void> {}

/** The table an earlier run left in the kernel as `df`, unless the kernel's state is gone or another file took its place. */
function findPrepared(session: Session, run: Run, earlier: readonly Run[], file: string): Dataset | null {
  if (reloadedInThisRun(session, run)) return null;
  const loader = earlier.findLast((other) => tableSources(session, other).length > 0);
  const choice = loader && replayChoice(session, loader);
  if (!loader || choice?.state !== 'done' || choice.result.file !== file) return null;
  const shown = observeRun(session, loader).slice(choice.used);
  const result = replay(prepareDataset(file, loader.task.text), shown);
  if (result.state !== 'done') return null;
  const other = result.result.otherSheets?.some((sheet) => namesSheet(run.task.text, sheet));
  return other ? null : result.result;
}

/** What this run did first decides; before its first cell, whether the kernel still holds the variables. */
function reloadedInThisRun(session: Session, run: Run): boolean {
  const first = run.steps
    .flatMap((step) => step.cellIds)
    .map((id) => session.cells.find((cell) => cell.id === id));
  const opened = first.find(
    (cell) => cell?.type === 'code' && cell.role === 'code' && !isHeaderCell(cell.source),
  );
  if (opened) return LOADS.test(opened.source);
  return session.kernel.lost !== null || session.kernel.status === 'dead' || session.kernel.status === 'none';
}

const LOADS = /\bpd\.read_|json\.load/;

/** Sources of the run's cells that made `df`. */
function tableSources(session: Session, run: Run): string[] {
  const ids = new Set(run.steps.flatMap((step) => step.cellIds));
  return session.cells
    .filter((cell) => ids.has(cell.id) && cell.status === 'ok' && /^df = /m.test(cell.source))
    .map(({ source }) => source);
}

/**
 * Passes the analysis through; when a cell fails because variables were lost, loads the table again and repeats
 * the cell. Ends after three failures in a row of its own making.
 */
function* recover<Result>(
  analysis: Analysis<Result>,
  reload: (() => Analysis<unknown>) | null,
): Analysis<Result> {
  let failures = 0;
  let turn = analysis.next();
  while (!turn.done) {
    const move = turn.value;
    let observation = yield move;
    while (reload && !observation.ok && lostState(observation)) {
      failures += 1;
      if (failures >= MAX_FAILURES) throw new GiveUp('The kernel kept losing its variables.');
      yield* reload();
      observation = yield { say: 'The table is back, so I repeat the step that failed.', code: move.code };
    }
    turn = analysis.next(observation);
  }
  return turn.value;
}

function lostState(observation: Observation): boolean {
  return observation.errorName === 'kernel-died' || observation.errorName === 'NameError';
}
