/** How many rows meet a condition: those that the sentence lists, or those on one side of a limit. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceGroup, SourceValue } from '../source/source-value.ts';
import { readStems } from '../text/words.ts';
import type { Counted } from './match-counted.ts';
import type { ValueIndex, ValueList } from './value-index.ts';

/** Rows that a sentence lists, and values of a column that is counted. */
const [MAX_LISTED, MAX_COUNTED, MAX_NAMED] = [12, 2000, 400];

function isCount({ amount, unit }: Mention): boolean {
  const isWhole = Number.isInteger(amount.value) && amount.step === 1;
  return isWhole && unit === null && amount.date === null && /^(?:digits|words)$/.test(amount.kind);
}

const LIST_BEGIN = /[:(–—]|(?<!\p{L})(?:are|were|namely|viz\.|sind)(?!\p{L})/iu;

/** “Three items are too hard: Q6, Q4, and Q8”: rows of one table that the words after the number name. */
export function matchListed(mention: Mention, index: ValueIndex): Counted[] {
  const { amount, after } = mention;
  if (!isCount(mention) || amount.value < 2 || amount.value > MAX_LISTED) return [];
  const begin = LIST_BEGIN.exec(after);
  if (!begin) return [];
  const stems = readStems(after.slice(begin.index));
  const named = [...index.named(stems, MAX_NAMED)].filter(({ at }) => at[0] >= 0);
  return [...Map.groupBy(named, ({ group }) => group)].flatMap(([group, values]) => {
    const rows = nameRows(values, stems);
    if (rows.size !== amount.value) return [];
    return [{ group, printed: [...rows.values()].join(', '), value: null }];
  });
}

/** Rows with a word that no other row has, by their numbers. */
function nameRows(values: readonly SourceValue[], stems: ReadonlySet<string>): Map<number, string> {
  const owners = new Map<string, Set<number>>();
  for (const { row, at } of values) {
    for (const stem of row.stems) {
      if (!stems.has(stem) || !/\p{L}/u.test(stem)) continue;
      owners.set(stem, (owners.get(stem) ?? new Set()).add(at[0]));
    }
  }
  const own = new Set([...owners.values()].filter(({ size }) => size === 1).flatMap((rows) => [...rows]));
  return new Map(values.filter(({ at }) => own.has(at[0])).map(({ at, row }) => [at[0], row.text]));
}

const PLURAL_AFTER = /^[\s\u2060]+(?:\p{Ll}+[\s\u2060]+){0,2}?\p{Ll}{3,}s(?!\p{L})/u;
/** Of tables and lists, different sizes at most: among many, one has any number of rows. */
const MAX_SIZES = 2;

/** “Six opening days in all”: the rows of the only table, or list of lines, whatever it calls them. */
export function matchSize(mention: Mention, groups: readonly SourceGroup[], index: ValueIndex): Counted[] {
  const { amount, after } = mention;
  if (!isCount(mention) || amount.value < 3 || amount.value > MAX_LISTED || !PLURAL_AFTER.test(after))
    return [];
  const shown = groups.filter(({ kind, rows, isWhole }) => kind === 'table' && isWhole && rows > 1);
  const lists = index.columns.filter(({ values }) => values[0]?.group.kind === 'lines');
  const sized = [
    ...shown.map((group) => ({ group, rows: group.rows })),
    ...lists.flatMap(({ values }) => (values[0] ? [{ group: values[0].group, rows: values.length }] : [])),
  ];
  if (new Set(sized.map(({ rows }) => rows)).size > MAX_SIZES) return [];
  return sized
    .filter(({ rows }) => rows === amount.value)
    .map(({ group, rows }) => ({ group, printed: `${rows} rows`, value: null }));
}

export interface Limit {
  readonly value: number;
  readonly isAbove: boolean;
  /** Whether the limit itself meets the condition. */
  readonly isIncluded: boolean;
  /** From the unit of the answer to fractions, for percentages; else 1. */
  readonly factor: number;
}

const ABOVE =
  /(?:(?<!\p{L})(?:above|over|(?:more|greater|higher|longer|larger|better|later) than|exceed(?:s|ed|ing)?|beyond)|>)[\s\u2060$€£]*$/iu;
const BELOW =
  /(?:(?<!\p{L})(?:below|under|(?:less|fewer|lower|shorter|smaller|worse|earlier) than|short of)|<)[\s\u2060$€£]*$/iu;
const AT_LEAST = /(?:(?<!\p{L})(?:at least|reach(?:es|ed|ing)?|no less than|from)|≥)[\s\u2060$€£]*$/iu;
const AT_MOST = /(?:(?<!\p{L})(?:at most|up to|within|no more than)|≤)[\s\u2060$€£]*$/iu;
const OR_MORE =
  /^[\s\u2060]*(?:\p{L}+ )?(?:or (?:more|higher|above|better|longer)|and (?:above|more|over)|\+)/iu;
const OR_LESS =
  /^[\s\u2060]*(?:\p{L}+ )?(?:or (?:less|fewer|lower|below|shorter)|and (?:below|less|under))/iu;

/** “Above 30 °C”, “fewer than half”: what a number of the sentence says that others are held against. */
export function readLimit({ amount, unit, before, after }: Mention): Limit | null {
  if (amount.date !== null || amount.kind === 'ordinal') return null;
  const [isOrMore, isOrLess] = [OR_MORE.test(after), OR_LESS.test(after)];
  const isAbove = ABOVE.test(before) || AT_LEAST.test(before) || isOrMore;
  const isBelow = BELOW.test(before) || AT_MOST.test(before) || isOrLess;
  if (isAbove === isBelow) return null;
  const isIncluded = AT_LEAST.test(before) || AT_MOST.test(before) || isOrMore || isOrLess;
  const factor = unit?.dimension === 'percent' ? unit.factor : 1;
  return { value: amount.value, isAbove, isIncluded, factor };
}

/**
 * Columns with as many values beyond a limit of the same sentence. `said`: values that the sentence states; their
 * columns, and those that the sentence names, are counted.
 */
export function matchLimit(
  mention: Mention,
  limits: readonly Limit[],
  said: readonly SourceValue[],
  index: ValueIndex,
): Counted[] {
  if (!isCount(mention) || limits.length === 0) return [];
  const columns = index.columns.filter(
    (list) => list.isWhole && list.values.length > 2 && list.values.length <= MAX_COUNTED,
  );
  const ofSaid = columns.filter(({ values }) => said.some((value) => isOfColumn(value, values[0])));
  const ofName = columns.filter(({ values }) => isNamed(values[0], mention.stems));
  const groups = new Set(columns.map(({ values }) => values[0]?.group));
  const only = groups.size === 1 && columns.length === 1 ? columns : [];
  for (const list of [ofSaid, ofName, only]) {
    const found = list.flatMap((column) => countBeyond(mention.amount.value, column, limits));
    if (found.length > 0) return found;
  }
  return [];
}

function isOfColumn(value: SourceValue, other: SourceValue | undefined): boolean {
  return value.group === other?.group && value.at[1] === other.at[1];
}

function isNamed(value: SourceValue | undefined, stems: ReadonlySet<string>): boolean {
  return [...(value?.column.stems ?? [])].some((stem) => stems.has(stem));
}

function countBeyond(count: number, { values }: ValueList, limits: readonly Limit[]): Counted[] {
  const [first] = values;
  const group: SourceGroup | undefined = first?.group;
  if (!first || !group) return [];
  return limits.flatMap((limit) => {
    const { isAbove } = limit;
    // Shares are shown as fractions, too.
    for (const mark of new Set([limit.value, limit.value * limit.factor])) {
      const isFraction = values.every(({ value }) => Math.abs(value) <= 1.5);
      if (isFraction !== Math.abs(mark) <= 1.5) continue;
      const meeting = values.filter(({ value }) => isBeyond(value, { ...limit, value: mark }));
      if (meeting.length === count && meeting.length < values.length) {
        const column = first.column.text === '' ? '' : ` of ${first.column.text}`;
        const printed = `${count} of ${values.length} values${column} ${isAbove ? 'above' : 'below'} ${mark}`;
        return [{ group, printed, value: null }];
      }
    }
    return [];
  });
}

export function isBeyond(value: number, { value: mark, isAbove, isIncluded }: Limit): boolean {
  return (isIncluded && value === mark) || (isAbove ? value > mark : value < mark);
}
