/** A run as one analysis: choose the file, prepare it or reuse it, answer, recover when the kernel lost its state. */
import type { Run, Session } from '../../session/session.ts';
import { type Analysis, GiveUp, type Observation } from './analysis.ts';
import { answerQuestion } from './answer-question.ts';
import type { Dataset } from './dataset.ts';
import { isDataFile } from './load.ts';
import { namesSheet } from './load-workbook.ts';
import { answerWithoutFile } from './no-file.ts';
import { observeRun } from './observe.ts';
import { prepareDataset } from './prepare.ts';
import { quote } from './python.ts';
import { replay } from './replay.ts';
import { answerCourtesy } from './unclear.ts';

const MAX_FAILURES = 3;

/** The whole run from its first move; replay it over the run's observations to find the next one. */
export function planRun(session: Session, run: Run): Analysis {
  const courtesy = answerCourtesy(run.task.text);
  const file = chooseFile(session, run);
  if (courtesy !== null && (file !== null || /thank/i.test(run.task.text))) return reply(courtesy);
  if (file === null) return recover(answerWithoutFile(run.task.text), null);
  const earlier = session.runs.slice(0, session.runs.indexOf(run));
  const prepared = findPrepared(session, run, earlier, file);
  const questions = earlier
    .filter((other) => chooseFile(session, other) === file)
    .map(({ task }) => task.text);
  return answerFrom(file, run.task.text, questions, prepared);
}

/** An answer that needs no cell. */
// biome-ignore lint/correctness/useYield: it is an analysis like the others
function* reply(text: string): Analysis {
  return text;
}

function* answerFrom(
  file: string,
  question: string,
  earlier: readonly string[],
  prepared: Dataset | null,
): Analysis {
  const reload = () => prepareDataset(file, question);
  const dataset = prepared ?? (yield* recover(reload(), repeatOnly));
  return yield* recover(answerQuestion(dataset, question, earlier), reload);
}

/** While loading there is nothing to bring back: a new kernel just repeats the cell. */
function* repeatOnly(): Analysis<void> {}

/** The file the task names, or mentions, else the latest data file of the session. */
export function chooseFile(session: Session, run: Run): string | null {
  const known = session.files.map(({ name }) => name);
  const candidates = (run.task.files.length > 0 ? run.task.files : known.toReversed()).filter(isDataFile);
  const text = run.task.text.toLowerCase();
  const named = [...candidates, ...known.filter(isDataFile)].find((name) => mentions(text, name));
  if (named !== undefined) return named;
  if (run.task.files.length > 0 && candidates[0] !== undefined) return candidates[0];
  const last = session.runs
    .slice(0, session.runs.indexOf(run))
    .findLast(({ task }) => task.files.some(isDataFile));
  return last?.task.files.find(isDataFile) ?? candidates[0] ?? null;
}

function mentions(text: string, name: string): boolean {
  return text.includes((name.split('/').at(-1) ?? name).toLowerCase());
}

/** The table an earlier run left in the kernel as `df`, unless the kernel's state is gone or another file took its place. */
function findPrepared(session: Session, run: Run, earlier: readonly Run[], file: string): Dataset | null {
  if (reloadedInThisRun(session, run)) return null;
  const loader = earlier.findLast((other) => tableSources(session, other).length > 0);
  if (!loader || !session.cells.some((cell) => cell.runId === loader.id && cell.source.includes(quote(file))))
    return null;
  const result = replay(prepareDataset(file, loader.task.text), observeRun(session, loader));
  if (result.state !== 'done') return null;
  const other = result.result.otherSheets?.some((sheet) => namesSheet(run.task.text, sheet));
  return other ? null : result.result;
}

/** What this run did first decides; before its first cell, whether the kernel still holds the variables. */
function reloadedInThisRun(session: Session, run: Run): boolean {
  const first = run.steps
    .flatMap((step) => step.cellIds)
    .map((id) => session.cells.find((cell) => cell.id === id));
  const opened = first.find((cell) => cell?.type === 'code' && cell.role === 'code');
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
 * Passes the analysis through; when a cell fails because variables are gone, loads the table again and repeats
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
      if (failures >= MAX_FAILURES) throw new GiveUp('The kernel lost its variables again and again.');
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
