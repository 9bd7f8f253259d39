/** What is another one in a result than in the result before, cell by cell: by the rules of verification. */
import type { NotebookFile } from '../notebook/notebook-file.ts';
import type { Output } from '../notebook/output.ts';
import { readFileOutputs } from '../notebook/read-file-outputs.ts';
import type { CellDelta, ResultChanges, ValueChange } from '../protocol/schedules/schedule.ts';
import { toPlainMarkdown } from '../quantities/answer/plain-markdown.ts';
import { findDecimalMark } from '../quantities/text/decimal-mark.ts';
import { type Amount, findAmounts } from '../quantities/text/find-amounts.ts';
import type { Cell, Session } from '../session/session.ts';
import { compareOutputs } from '../verify/compare-outputs.ts';
import { readsClock } from '../verify/find-cause.ts';
import type { CompareContext, Difference } from '../verify/finding/comparison.ts';

/** What says nothing about the data: the order of a set, when a cell ran, and where. */
const EXCUSED: readonly Difference['kind'][] = ['set-order', 'moment', 'machine'];
/** Listed of a cell, and of all. */
const MAX_CHANGES = 10;
const MAX_CELLS = 50;
const MAX_NUMBERS = 50;

export interface Result {
  session: Session;
  /** The session as a file, with the values that the log only refers to. */
  notebook: NotebookFile;
}

/** `since`: the run that `before` is of; null: it is the notebook itself. */
export function compareResults(before: Result, after: Result, since: string | null): ResultChanges {
  const [was, is] = [before, after].map(({ notebook }) => notebook).map(indexOutputs);
  const cells: CellDelta[] = [];
  let compared = 0;
  let notCompared = 0;
  let source = '';
  for (const [index, cell] of after.session.cells.entries()) {
    if (cell.type !== 'code' || cell.source.trim() === '') continue;
    source += `${cell.source}\n`;
    const other = before.session.cells.find(({ id, type }) => id === cell.id && type === 'code');
    const [left, right] = [was?.get(cell.id), is?.get(cell.id)];
    const hasBoth = other && hasRun(cell) && hasRun(other) && left && right;
    const found = hasBoth ? compareCells(left, right, toContext(cell, source, after.session)) : null;
    if (found === null) notCompared += 1;
    else compared += 1;
    if (found && found.length > 0)
      cells.push({
        cell: index + 1,
        cellId: cell.id,
        changes: found.slice(0, MAX_CHANGES).map(toChange),
        changeCount: found.length,
      });
  }
  const answer = compareAnswers(before.session, after.session);
  return { since, cells: cells.slice(0, MAX_CELLS), compared, notCompared, ...(answer ? { answer } : {}) };
}

function hasRun({ status, outputs }: Cell): boolean {
  return status === 'ok' || status === 'error' || (status === 'idle' && outputs.length > 0);
}

function indexOutputs({ cells }: NotebookFile): ReadonlyMap<string, readonly Output[]> {
  return new Map(cells.map((cell, index) => [cell.id ?? '', readFileOutputs(cell, index)]));
}

/** `source`: all code down to the cell. */
function toContext({ startedAt, endedAt }: Cell, source: string, { cells }: Session): CompareContext {
  const begun = Math.min(...cells.flatMap((each) => each.startedAt ?? []));
  const [from, to] = [startedAt ?? 0, endedAt ?? 0];
  return { from, to, elapsedMs: to - begun, readsClock: readsClock(source), folder: '' };
}

/** Null where no rule compares them. */
function compareCells(
  before: readonly Output[],
  after: readonly Output[],
  context: CompareContext,
): Difference[] | null {
  const { differences, incomparable } = compareOutputs(before, after, context);
  const told = differences.filter(({ isEcho, kind }) => !isEcho && !EXCUSED.includes(kind));
  return told.length === 0 && incomparable.length > 0 ? null : told;
}

function toChange({ place, text, notebook, here }: Difference): ValueChange {
  const by = describeStep(notebook, here);
  return { place, text: text.slice(0, 500), ...(by === null ? {} : { by }) };
}

/** How far one number is from another; null where the two are not one number each. */
function describeStep(before: string, after: string): string | null {
  const [was, is] = [readNumbers(before, false), readNumbers(after, false)];
  const [left, right] = [was[0], is[0]];
  if (was.length !== 1 || is.length !== 1 || left === undefined || right === undefined) return null;
  const step = right.value - left.value;
  if (step === 0 || !Number.isFinite(step)) return null;
  const sign = step > 0 ? '+' : '−';
  const digits = Math.min(10, Math.max(0, -Math.floor(Math.log10(Math.min(left.step, right.step)))));
  const size = Math.abs(step).toLocaleString('en-US', { maximumFractionDigits: digits });
  if (left.value === 0) return `${sign}${size}`;
  const share = Math.abs(step / left.value) * 100;
  return `${sign}${size} (${sign}${share.toLocaleString('en-US', { maximumSignificantDigits: 2 })} %)`;
}

function compareAnswers(before: Session, after: Session): ResultChanges['answer'] | null {
  const [was, is] = [before, after].map(findAnswer);
  if (was === undefined || is === undefined || was === null || is === null) return null;
  const [old, now] = [was, is].map((text) => {
    const plain = toPlainMarkdown(text);
    return new Set(readNumbers(plain, true).map(({ start, end }) => plain.slice(start, end).trim()));
  });
  const without = (from: Set<string> = new Set(), other: Set<string> = new Set()) =>
    [...from].filter((each) => !other.has(each)).slice(0, MAX_NUMBERS);
  return { added: without(now, old), gone: without(old, now) };
}

function readNumbers(text: string, isProse: boolean): Amount[] {
  return findAmounts(text, { mark: findDecimalMark(text), isProse }).filter(({ kind }) => kind === 'digits');
}

/** The last answer of the session's own runs; null without one. */
export function findAnswer({ cells }: Session): string | null {
  return cells.findLast(({ role }) => role === 'answer')?.source ?? null;
}
