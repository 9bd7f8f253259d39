/** What differs between a result and the one before, cell by cell, by the rules of verification. */
import { toText } from '../notebook/mime-value.ts';
import type { NotebookFile } from '../notebook/notebook-file.ts';
import type { Output } from '../notebook/output.ts';
import { readFileOutputs } from '../notebook/read-file-outputs.ts';
import type { CellDelta, ResultChanges, ValueChange } from '../protocol/schedules/schedule.ts';
import { MARK, toPlainMarkdown } from '../quantities/answer/plain-markdown.ts';
import { type DecimalMark, findDecimalMark } from '../quantities/text/decimal-mark.ts';
import { type Amount, findAmounts } from '../quantities/text/find-amounts.ts';
import type { Cell, Session } from '../session/session.ts';
import { compareOutputs } from '../verify/compare-outputs.ts';
import { readsClock } from '../verify/find-cause.ts';
import type { CompareContext, Difference } from '../verify/finding/comparison.ts';
import { compareText } from '../verify/text/compare-text.ts';

/** Differences that say nothing about the data: the order of a set, when a cell ran, and where. */
const EXCUSED: readonly Difference['kind'][] = ['set-order', 'moment', 'machine'];
/** Listed of a cell, and of all. */
const MAX_CHANGES = 10;
const MAX_CELLS = 50;
const MAX_NUMBERS = 50;
const MAX_TEXT = 500;

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
    const context = toContext(cell, source, after.session);
    const found = hasBoth ? compareCells(left, right, context) : null;
    if (!hasBoth || found === null) {
      notCompared += 1;
      continue;
    }
    compared += 1;
    const changes = [...compareCode(other.source, cell.source, context), ...found];
    if (changes.length > 0)
      cells.push({
        cell: index + 1,
        cellId: cell.id,
        changes: changes.slice(0, MAX_CHANGES),
        changeCount: changes.length,
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

/** The values of parameters are code, too. */
function compareCode(before: string, after: string, context: CompareContext): ValueChange[] {
  const { differences } = compareText(before, after, 'code', context);
  const told = differences.filter(({ isEcho }) => !isEcho);
  return told.map(({ place, text }) => ({ place, text: `code: ${text}`.slice(0, MAX_TEXT) }));
}

/** Null where no rule compares them. */
function compareCells(
  before: readonly Output[],
  after: readonly Output[],
  context: CompareContext,
): ValueChange[] | null {
  const { differences, incomparable } = compareOutputs(before, after, context);
  const told = differences.filter(({ isEcho, kind }) => !isEcho && !EXCUSED.includes(kind));
  if (told.length === 0) return incomparable.length > 0 ? null : [];
  const form = findForm([...before, ...after].map(toPrinted).join('\n'));
  return told.map((difference) => {
    const by = describeStep(difference, form);
    return {
      place: difference.place,
      text: difference.text.slice(0, MAX_TEXT),
      ...(by === null ? {} : { by }),
    };
  });
}

function toPrinted(output: Output): string {
  if ('text' in output) return output.text;
  return 'data' in output ? toText(output.data['text/plain'] ?? '') : '';
}

interface NumberForm {
  mark: DecimalMark;
  /** Commas are between fields, so that `100,200` can be two numbers. */
  hasFields: boolean;
}

const BETWEEN_FIELDS = /[^\s\d,],\S|\d,[^\s\d,]|\d,(?:\d{1,2}|\d{4,})(?!\d)/;

/** How a text writes numbers, as far as the others in it show. */
function findForm(text: string): NumberForm {
  const mark = findDecimalMark(text);
  return { mark, hasFields: mark === '.' && BETWEEN_FIELDS.test(text) };
}

/** How far one number is from another; null where the two are not one number each, or not certainly of one kind. */
function describeStep({ kind, words, notebook, here }: Difference, form: NumberForm): string | null {
  if (kind !== 'value' || words === null) return null;
  const [left, right] = (words ?? [notebook, here]).map((text) => readOnly(text, form));
  if (!left || !right || left.around !== right.around) return null;
  // Versions: of two numbers with so many digits each, `2.10` would be written as `2.1`.
  const longer = left.step < right.step ? left : right;
  if (left.step !== right.step && /\.\d+0$/.test(longer.written)) return null;
  const step = right.value - left.value;
  if (step === 0 || !Number.isFinite(step)) return null;
  const sign = step > 0 ? '+' : '−';
  const size = writeSize(Math.abs(step), Math.min(left.step, right.step));
  // Between years, a share says nothing.
  if (left.value === 0 || (left.date && right.date)) return `${sign}${size}`;
  const share = Math.abs(step / left.value) * 100;
  return `${sign}${size} (${sign}${share.toLocaleString('en-US', { maximumSignificantDigits: 2 })} %)`;
}

/** Very large and very small ones as programs write them. */
function writeSize(size: number, unit: number): string {
  if (size >= 1e15 || size < 1e-6) return size.toExponential(1);
  const digits = Math.min(10, Math.max(0, -Math.floor(Math.log10(unit))));
  return size.toLocaleString('en-US', { maximumFractionDigits: digits });
}

interface OnlyNumber extends Amount {
  written: string;
  around: string;
}

/** The number in a text that has no other digits, with what is around it; null for a code, a version, or a bracketed amount. */
function readOnly(text: string, { mark, hasFields }: NumberForm): OnlyNumber | null {
  const [amount, ...others] = listNumbers(text, mark, false);
  if (!amount || others.length > 0) return null;
  const [before, after] = [text.slice(0, amount.start), text.slice(amount.end)];
  const written = text.slice(amount.start, amount.end);
  // A sign can also follow: `1,200-`.
  const isCode = /\d/.test(before + after) || /^\D*0\d/.test(written) || /^[-−]/.test(after);
  const isUnclear = hasFields ? written.includes(',') : mark === ',' && /^\D*\d+,\d+\D*$/.test(written);
  // As accountants write what is below zero; or as others do what they count.
  const isBracketed = /(?<!\w)\($/.test(before) && after.startsWith(')');
  const isInexact = Math.abs(amount.value) > Number.MAX_SAFE_INTEGER && !/e/i.test(written);
  if (isCode || isUnclear || isBracketed || isInexact) return null;
  const unit = amount.unit ? `${amount.unit.dimension} ${amount.unit.factor}` : '';
  return { ...amount, written, around: [before.replace(/\+$/, ''), unit, after].join('\u0000') };
}

function compareAnswers(before: Session, after: Session): ResultChanges['answer'] | null {
  const [was, is] = [before, after].map(findAnswer);
  if (was === undefined || is === undefined || was === null || is === null) return null;
  const [old, now] = [was, is].map(listAnswerNumbers);
  const without = (from: ReadonlyMap<string, string> = new Map(), other = new Map<string, string>()) =>
    [...from].flatMap(([value, text]) => (other.has(value) ? [] : [text])).slice(0, MAX_NUMBERS);
  return { added: without(now, old), gone: without(old, now) };
}

/** As they are written, by what they say: `1,200` and `1200` are one, in bold or not. */
function listAnswerNumbers(text: string): Map<string, string> {
  const plain = toPlainMarkdown(text);
  const numbers = listNumbers(plain, findDecimalMark(plain), true).map(({ start, end, value, unit }) => {
    const written = plain.slice(start, end).replaceAll(MARK, '').trim();
    return [`${value.toPrecision(12)} ${unit?.dimension} ${unit?.factor}`, written] as const;
  });
  return new Map(numbers);
}

function listNumbers(text: string, mark: DecimalMark, isProse: boolean): Amount[] {
  return findAmounts(text, { mark, isProse }).filter(({ kind }) => kind === 'digits');
}

/** The last answer of the session's own runs; null without one. */
export function findAnswer({ cells }: Session): string | null {
  return cells.findLast(({ role }) => role === 'answer')?.source ?? null;
}
