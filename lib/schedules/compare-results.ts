/** What is another one in a result than in the result before, cell by cell: by the rules of verification. */
import type { CellDelta, ResultChanges, ValueChange } from '../protocol/schedules/schedule.ts';
import { toPlainMarkdown } from '../quantities/answer/plain-markdown.ts';
import { findDecimalMark } from '../quantities/text/decimal-mark.ts';
import { type Amount, findAmounts } from '../quantities/text/find-amounts.ts';
import type { Cell, Session } from '../session/session.ts';
import { compareOutputs } from '../verify/compare-outputs.ts';
import { readsClock } from '../verify/find-cause.ts';
import type { Difference } from '../verify/finding/comparison.ts';

/** What says nothing about the data: the order of a set, when a cell ran, and where. */
const EXCUSED: readonly Difference['kind'][] = ['set-order', 'moment', 'machine'];
/** Listed of a cell, and of all. */
const MAX_CHANGES = 10;
const MAX_CELLS = 50;
const MAX_NUMBERS = 50;

/** `since`: the run that `before` is of; null: it is the notebook itself. */
export function compareResults(before: Session, after: Session, since: string | null): ResultChanges {
  const cells: CellDelta[] = [];
  let compared = 0;
  let notCompared = 0;
  let source = '';
  for (const [index, cell] of after.cells.entries()) {
    if (cell.type !== 'code' || cell.source.trim() === '') continue;
    source += `${cell.source}\n`;
    const other = before.cells.find(({ id, type }) => id === cell.id && type === 'code');
    const found = other && hasRun(cell) && hasRun(other) ? compareCells(other, cell, source, after) : null;
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
  const answer = compareAnswers(before, after);
  return { since, cells: cells.slice(0, MAX_CELLS), compared, notCompared, ...(answer ? { answer } : {}) };
}

function hasRun({ status, outputs }: Cell): boolean {
  return status === 'ok' || status === 'error' || (status === 'idle' && outputs.length > 0);
}

/** Null where no rule compares them. */
function compareCells(before: Cell, after: Cell, source: string, { cells }: Session): Difference[] | null {
  const startedAt = Math.min(...cells.flatMap((each) => each.startedAt ?? []));
  const [from, to] = [after.startedAt ?? 0, after.endedAt ?? 0];
  const context = { from, to, elapsedMs: to - startedAt, readsClock: readsClock(source), folder: '' };
  const { differences, incomparable, asides } = compareOutputs(before.outputs, after.outputs, context);
  const told = differences.filter(({ isEcho, kind }) => !isEcho && !EXCUSED.includes(kind));
  if (told.length === 0 && incomparable.length > 0 && asides.length === 0) return null;
  return told;
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
