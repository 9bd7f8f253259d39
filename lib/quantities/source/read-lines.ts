/** Values in text that a program printed: in lines, in tables that are drawn with blanks, in lists and dictionaries. */
import { findDateOrder } from '../text/dates.ts';
import { findDecimalMark } from '../text/decimal-mark.ts';
import { type Amount, type AmountForm, findAmounts } from '../text/find-amounts.ts';
import { makeValue, mergeLabels, type OutputContext, toLabel } from './make-value.ts';
import type { Label, SourceGroup, SourceValue } from './source-value.ts';

/** Limits of one output and of one line of it; what comes after them is not read. */
export const [MAX_CHARACTERS, MAX_LINE] = [400_000, 20_000];
/** Characters of a line that name one of its values. */
const MAX_NAME = 500;
const MAX_FIELD = 200;
/** The same, where another number is between them. */
const MAX_LEAD = 80;
const MAX_NAMING = 40;
/** Lines above a table that can be its head: the last ones. */
const MAX_HEAD = 10;
/** The limit of one output. */
const MAX_VALUES = 100_000;
/** pandas writes these below a column; drawn tables have frames. */
const FOOTER = /^(?:Name: |Length: |Freq: |dtype: )/;
const FRAME = /^[\s|+:=─━┌┬┐├┼┤└┴┘╭╮╰╯│┃║╔╗╚╝═-]+$/u;
/** Places in files and what warnings say. */
const NOISE = /^\s*File ".*", line \d|\.py:\d+: \w*Warning\b|^Traceback \(|^\s*warnings\.warn\(/;

const INTERVAL =
  /^\s*(?:[([]-?[\d.]+, ?-?(?:[\d.]+|inf)[)\]]|\d+(?:\.\d+)?[-–]\d+(?:\.\d+)?\p{L}{0,3}|[<>≤≥] ?\d+|\d+\+) {2,}(?=\S)/u;
const QUANTILE = /^\d{1,2}(?:\.\d+)?% {2,}/;

interface Line {
  readonly text: string;
  readonly amounts: readonly Amount[];
}

export interface ReadText {
  readonly values: readonly SourceValue[];
  /** Whether nothing of the text is left out. */
  readonly isWhole: boolean;
}

/** `text`: of at most {@link MAX_CHARACTERS}. `open`: makes the group of one block of lines. */
export function readLines(text: string, open: (kind: SourceGroup['kind']) => OutputContext): ReadText {
  const lines = text.split('\n').filter((line) => !NOISE.test(line));
  const mark = findDecimalMark(text.slice(0, 20_000));
  const form = { mark, order: findDateOrder(text), isProse: false };
  const values: SourceValue[] = [];
  let title = '';
  let block: Line[] = [];
  const close = () => {
    if (block.length > 0) for (const value of readBlock(block, title, open)) values.push(value);
    if (block.length > 0) title = toTitle(block.at(-1)?.text ?? '');
    block = [];
  };
  let held = 0;
  for (const line of lines) {
    if (held >= MAX_VALUES) break;
    if (line.trim() === '') close();
    else if (!FRAME.test(line)) {
      const amounts = readAmounts(line, form);
      held += amounts.length;
      block.push({ text: line, amounts });
    } else if (block.length === 0) title = '';
  }
  close();
  return { values, isWhole: held < MAX_VALUES && !lines.some((line) => line.length > MAX_LINE) };
}

function readAmounts(line: string, form: AmountForm): readonly Amount[] {
  const amounts = /\d/.test(line) ? findAmounts(line.slice(0, MAX_LINE), form) : [];
  // The name of a row can be an interval: `(60, 70]`, `18-24`.
  const named = amounts.length > 1 ? (INTERVAL.exec(line)?.[0].length ?? 0) : 0;
  if (named > 0) return amounts.filter(({ start }) => start >= named);
  // pandas calls quantiles `25%`.
  return amounts.length > 1 && QUANTILE.test(line) ? amounts.slice(1) : amounts;
}

/** A line that names what comes below it. */
function toTitle(line: string): string {
  const text = line.trim().slice(0, MAX_NAME);
  return line.trimEnd().endsWith(':') || /^[=#*-]{2}.*\p{L}/u.test(text) ? line : '';
}

function readBlock(
  block: readonly Line[],
  title: string,
  open: (kind: SourceGroup['kind']) => OutputContext,
): SourceValue[] {
  const footers = block.filter(({ text }) => FOOTER.test(text));
  const lines = block.filter(({ text }) => !FOOTER.test(text));
  const first = lines.findIndex(({ amounts }) => amounts.length > 0);
  const head = findHead(lines, first);
  const body = lines.slice(first < 0 ? lines.length : Math.max(first, head.length));
  const above = first > 0 ? lines.slice(0, first).filter((line) => !head.includes(line)) : [];
  const words = [
    title,
    ...above.map(({ text }) => text),
    ...footers.map(({ text }) => text.replace(/dtype: \w+|Length: \d+|Freq: [\w-]+/g, '')),
  ];
  const isTable = body.length > 1 && (head.length > 0 || isRegular(body));
  const context = open(isTable ? 'table' : 'lines');
  const { group } = context;
  group.rows = isTable ? body.length : 0;
  group.isWhole = !body.some(({ text }) => /^\s*(?:\.\.\.?|…)/.test(text));
  const numbered = findNumbered(body);
  const headWords = toLabel(words.join(' '));
  const heads = head.map(({ text }) => readTokens(text));
  const read = { context, heads, around: headWords, numbered };
  const values = [
    ...head.flatMap((line) => readHead(line, read)),
    ...body.flatMap((line, row) => readLine(line, row, read)),
  ];
  const footer = footers.flatMap(({ text }) => /Length: (\d+)/.exec(text)?.[1] ?? []);
  if (footer[0] !== undefined) Object.assign(group, { rows: Number(footer[0]), isWhole: false });
  group.lists = lines.flatMap(({ text: shown }) => countItems(shown));
  return values;
}

/** Whether each line is a name and as many values as the others. */
function isRegular(lines: readonly Line[]): boolean {
  const [first] = lines;
  const count = first?.amounts.length ?? 0;
  return count > 0 && lines.every(({ amounts, text }) => amounts.length === count && !/[:=]/.test(text));
}

/** Lines that begin with 0, 1, 2 as pandas numbers rows; the numbers are not values. */
function findNumbered(lines: readonly Line[]): ReadonlySet<Line> {
  const numbered = new Set<Line>();
  let run: Line[] = [];
  for (const line of lines) {
    const [first, second] = line.amounts;
    const isFirst =
      first !== undefined && second !== undefined && line.text.slice(0, first.start).trim() === '';
    if (!isFirst || first.value !== run.length) run = [];
    if (isFirst && first.value === run.length) run.push(line);
    if (run.length === 2) for (const each of run) numbered.add(each);
    else if (run.length > 2) numbered.add(line);
  }
  return numbered;
}

/** Lines above the first values, or a first line of years or numbers, that stand over the values as their names. */
function findHead(lines: readonly Line[], first: number): Line[] {
  if (first < 0) return [];
  if (first > 0) {
    const below = lines[first];
    return lines.slice(Math.max(0, first - MAX_HEAD), first).filter((line) => below && isOver(line, below));
  }
  const [line, next] = lines;
  const isNumbered = line && next && /^(?:\s|[\p{L}_]+\s+\d)/u.test(line.text) && line.amounts.length > 1;
  // Names are years and whole numbers; decimals are values.
  const isNames = isNumbered && line.amounts.every(({ step }) => step === 1) && !line.text.includes('=');
  return isNames && isOver(line, next) && lines.length > 1 && !isRegular(lines) ? [line] : [];
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function readTokens(text: string): Token[] {
  return [...text.matchAll(/[^\s|│]+(?: [^\s|│]+)*/g)].map(({ 0: token, index }) => ({
    text: token,
    start: index,
    end: index + token.length,
  }));
}

/** Whether names of one line end where values of the other do, as in columns. */
function isOver(head: Line, below: Line): boolean {
  const tokens = readTokens(head.text);
  if (tokens.length === 0 || /[.:!?]\s*$/.test(head.text)) return false;
  const hits = below.amounts.filter((amount) => listAbove(tokens, amount).length > 0);
  const isSplit = tokens.length > 1 || /^\s/.test(head.text);
  return isSplit && hits.length > 0 && hits.length >= below.amounts.length - 1;
}

function isAbove(token: Token, { start, end }: Amount): boolean {
  return Math.abs(token.end - end) <= 1 || (token.start < end && token.end > start);
}

/** `tokens`: in their order, without overlaps, so that only a few need be looked at. */
function listAbove(tokens: readonly Token[], amount: Amount): Token[] {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) < amount.start) low = middle + 1;
    else high = middle;
  }
  const found: Token[] = [];
  for (let at = low; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || token.start > amount.end) break;
    if (isAbove(token, amount)) found.push(token);
  }
  return found;
}

interface Reading {
  readonly context: OutputContext;
  /** Tokens of each line of the head. */
  readonly heads: readonly (readonly Token[])[];
  readonly around: Label;
  readonly numbered: ReadonlySet<Line>;
}

/** Years that name columns. */
function readHead({ text, amounts }: Line, { context, around }: Reading): SourceValue[] {
  const row = toLabel(text);
  return amounts.map((amount, column) =>
    makeValue(
      {
        amount,
        printed: text.slice(amount.start, amount.end),
        row,
        column: toLabel(''),
        around,
        at: [-1, column],
      },
      context,
    ),
  );
}

function readLine(line: Line, row: number, { context, heads, around, numbered }: Reading): SourceValue[] {
  const { text, amounts } = line;
  if (amounts.length === 0) return [];
  const isTable = context.group.kind === 'table';
  const hasHead = heads.length > 0;
  // A date that a row begins with names it.
  const [first] = amounts;
  const isDated = first?.kind === 'date' && text.slice(0, first.start).trim() === '' && amounts.length > 1;
  const words = withoutAmounts(text, isDated ? amounts.slice(1) : amounts);
  const name = toLabel(clean(words));
  const isOnly = amounts.length === 1;
  const beside = hasHead || isOnly ? around : mergeLabels(name, around);
  return amounts.flatMap((amount, index) => {
    if (index === 0 && numbered.has(line)) return [];
    const above = heads.map((tokens) => nearest(tokens, amount));
    // If a row has a NaN, the number after it is still of its own column.
    const last = above.at(-1);
    const column = last ? (heads.at(-1)?.indexOf(last) ?? index) : index;
    const parts = {
      amount,
      printed: text.slice(amount.start, amount.end),
      row: hasHead || isOnly ? name : toLabel(readField(line, index, isTable)),
      column: toLabel(above.flatMap((token) => token?.text ?? []).join(' ')),
      around: beside,
      at: [row, column] as const,
    };
    return makeValue(parts, context);
  });
}

function nearest(tokens: readonly Token[], amount: Amount): Token | undefined {
  return listAbove(tokens, amount).toSorted(
    (a, b) => Math.abs(a.end - amount.end) - Math.abs(b.end - amount.end),
  )[0];
}

function withoutAmounts(text: string, amounts: readonly Amount[]): string {
  const parts = amounts.map(({ start }, index) => text.slice(amounts[index - 1]?.end ?? 0, start));
  return [...parts, text.slice(amounts.at(-1)?.end ?? 0)].join(' ');
}

/** What stands before a number, others included. In a line of many, numbers alone name nothing. */
function readLead(text: string, start: number, index: number): string {
  const lead = text
    .slice(Math.max(0, start - MAX_LEAD), start)
    .split(SEPARATOR)
    .at(-1);
  return lead !== undefined && (index < MAX_NAMING || /\p{L}/u.test(lead)) ? lead : '';
}

/** The words that belong to one number of a line: `n` of `n=12, mean=3.4`, `birds` of `12 birds, 3 islands`. */
function readField({ text, amounts }: Line, index: number, isTable: boolean): string {
  const amount = amounts[index];
  if (!amount) return '';
  const since = amounts[index - 1]?.end ?? 0;
  const own =
    text
      .slice(Math.max(since, amount.start - MAX_FIELD), amount.start)
      .split(SEPARATOR)
      .at(-1) ?? '';
  // In `revenue 2022: 120.5` the year is a part of the name.
  const before = /\p{L}/u.test(own) ? own : readLead(text, amount.start, index);
  const until = Math.min(amounts[index + 1]?.start ?? text.length, amount.end + MAX_FIELD);
  const after = text.slice(amount.end, until).split(SEPARATOR)[0] ?? '';
  // In `128 136.0`, outside of a table, one number does not name the other.
  if (!isTable && !/[\p{L}:=]/u.test(before + after)) return '';
  const field = IS_NAMED.test(before) || !/^\s*\p{L}/u.test(after) ? before : `${before} ${after}`;
  return clean(field);
}

/** The name without the marks that set it off from its value. */
function clean(text: string): string {
  const short = text.replaceAll(/\s+/g, ' ').slice(0, MAX_NAME);
  return short.replaceAll(/^[\s'"([{:=,-]+|[\s'")\]}:=([,-]+$/g, '');
}

const SEPARATOR = /[,;|\n](?!\d)/;
const IS_NAMED = /[:=]\s*[[(]?\s*$/;

const LIST = /\[((?:\s*(?:'[^']*'|"[^"]*"),?)+)[\s\]]/g;

/** How many items each printed list of names has. */
function countItems(text: string): number[] {
  const lists = [...text.slice(0, MAX_LINE).matchAll(LIST)];
  return lists.map(([, items = '']) => items.match(/'[^']*'|"[^"]*"/g)?.length ?? 0);
}
