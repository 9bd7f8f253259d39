/** Row conditions in a question: values that occur in the data, and numbers to compare with. */
import { type Column, isIdentifier, positiveLiteral } from './dataset.ts';
import { findUnitColumn } from './find-unit-column.ts';
import { findAdjective } from './lexicon.ts';
import type { Mention } from './match-columns.ts';
import { quote, quoteAll } from './python-literals.ts';
import { readAggregates } from './read-cues.ts';
import type { Filter } from './reading.ts';
import { range, readWords, STOP_WORDS, toRoot, toStem, type Word } from './words.ts';

export interface ValueMention {
  readonly column: Column;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const VALUE_SYNONYMS: readonly (readonly string[])[] = [
  ['male', 'man', 'men', 'boy', 'm'],
  ['female', 'woman', 'women', 'girl', 'f'],
  ['usa', 'us', 'america', 'united states', 'american'],
  ['uk', 'britain', 'united kingdom'],
];

/** Values of text columns that are in the question, longest first so that "New York City" beats "New York". */
export function findValues(words: readonly Word[], columns: readonly Column[]): ValueMention[] {
  const found: ValueMention[] = [];
  for (const column of columns.filter(({ kind }) => kind === 'text')) {
    for (const value of column.examples) {
      const at = locate(words, value);
      if (at) found.push({ column, value, ...at });
    }
  }
  const taken = new Set<number>();
  return found
    .toSorted((left, right) => right.to - right.from - (left.to - left.from))
    .filter(({ from, to }) => {
      const span = range(from, to);
      if (span.some((at) => taken.has(at))) return false;
      for (const at of span) taken.add(at);
      return true;
    });
}

function locate(words: readonly Word[], value: string): { from: number; to: number } | null {
  const parts = readWords(value);
  if (parts.length === 0 || parts.every(({ lower }) => /^\d/.test(lower))) return null;
  // A department called IT is meant only when it is written like one.
  const exact = parts.every(({ lower }) => STOP_WORDS.has(lower));
  if (exact && parts.some(({ raw }) => !/^\p{Lu}{2,}$/u.test(raw))) return null;
  for (let from = 0; from + parts.length <= words.length; from++) {
    const isSame = (part: Word, offset: number) =>
      exact ? words[from + offset]?.raw === part.raw : isSameValue(words[from + offset], part, parts.length);
    if (parts.every(isSame)) {
      return { from, to: from + parts.length - 1 };
    }
  }
  return exact ? null : locateJoined(words, joinWords(parts), parts.length);
}

/** "Ebikes" and "e-bikes" are both `E-Bike`: the same letters, however they are set apart. */
function locateJoined(
  words: readonly Word[],
  value: string,
  partCount: number,
): { from: number; to: number } | null {
  if (value.length < MIN_JOINED_LETTERS) return null;
  for (let from = 0; from < words.length; from++) {
    for (let to = from; to < Math.min(words.length, from + MAX_JOINED_WORDS); to++) {
      const run = words.slice(from, to + 1);
      if (run.length === partCount || run.every(({ lower }) => STOP_WORDS.has(lower))) continue;
      if (joinWords(run) === value) return { from, to };
    }
  }
  return null;
}

const MIN_JOINED_LETTERS = 4;
const MAX_JOINED_WORDS = 4;

function joinWords(words: readonly Word[]): string {
  return words.map(({ lower, stem }, at) => (at === words.length - 1 ? stem : lower)).join('');
}

function isSameValue(word: Word | undefined, part: Word, partCount: number): boolean {
  if (!word) return false;
  const synonyms = VALUE_SYNONYMS.find((line) => line.includes(part.lower)) ?? [];
  if (word.lower.length > 2 && (synonyms.includes(word.lower) || synonyms.includes(word.stem))) return true;
  if (partCount === 1 && part.raw.length <= 2)
    return word.raw === part.raw && word.raw !== 'I' && word.raw !== 'A';
  if (word.stem === part.stem || toNoun(word.lower) === part.stem) return true;
  return partCount === 1 && toRoot(part.stem) !== '' && toRoot(word.stem) === toRoot(part.stem);
}

/** `rainy`, `sunny`, `foggy` to `rain`, `sun`, `fog`. */
function toNoun(word: string): string {
  return word.endsWith('y') && word.length > 4 ? word.slice(0, -1).replace(/(.)\1$/, '$1') : toStem(word);
}

/** One condition per column; several values of a column are alternatives. */
export function toValueFilters(mentions: readonly ValueMention[], words: readonly Word[]): Filter[] {
  const byColumn = Map.groupBy(mentions, ({ column }) => column.name);
  return [...byColumn].map(([column, found]) => {
    const at = Math.min(...found.map(({ from }) => from));
    const values = [
      ...new Set(found.toSorted((left, right) => left.from - right.from).map(({ value }) => value)),
    ];
    const negated = isNegated(words, at);
    return toValueFilter(column, values, at, negated);
  });
}

function toValueFilter(column: string, values: string[], at: number, negated: boolean): Filter {
  const [only = ''] = values;
  const name = quote(column);
  const write = (frame: string) =>
    values.length === 1
      ? `${frame}[${name}] ${negated ? '!=' : '=='} ${quote(only)}`
      : `${negated ? '~' : ''}${frame}[${name}].isin(${quoteAll(values)})`;
  const label = `${column} ${negated ? 'is not' : 'is'} ${values.join(' or ')}`;
  return { column, write, label, at, values: negated ? [] : values, group: { column, grain: null } };
}

/** "How many survived": a yes/no column that is mentioned selects its yes. */
export function toFlagFilter(mention: Mention, negated: boolean): Filter | null {
  const literal = positiveLiteral(mention.column);
  if (literal === null) return null;
  const { name } = mention.column;
  const write = (frame: string) => {
    const target = `${frame}[${quote(name)}]`;
    if (mention.column.kind === 'boolean') return `${negated ? '~' : ''}${target}`;
    return `${target} ${negated ? '!=' : '=='} ${literal}`;
  };
  return {
    column: name,
    write,
    label: `${name} is ${negated ? 'not ' : ''}${literal.replaceAll('"', '')}`,
    at: mention.from,
    values: [],
    group: null,
  };
}

const MORE = /^(more|greater|larger|higher|bigger|over|above|exceeding|exceeds|exceeded|exceed|>)$/;
const LESS = /^(less|fewer|lower|smaller|under|below|<)$/;

interface Comparison {
  operator: '>' | '<' | '>=' | '<=' | 'between';
  from: number;
  numberAt: number;
  /** Word whose concept names the column ("heavier"). */
  adjective: string | null;
}

interface ComparisonContext {
  mentions: readonly Mention[];
  columns: readonly Column[];
  /** Where numbers stand that mean something else. */
  usedNumbers: ReadonlySet<number>;
  /** What is compared where nothing else says so. */
  fallback: Column | null;
}

/** Numeric conditions, the mentions they used up, and where their units stand. `unresolved`: a comparison fits no column. */
export function readComparisons(
  words: readonly Word[],
  { mentions, columns, usedNumbers, fallback }: ComparisonContext,
): { filters: Filter[]; used: Set<Mention>; units: Set<number>; unresolved: boolean } {
  const filters: Filter[] = [];
  const used = new Set<Mention>();
  const units = new Set<number>();
  let unresolved = false;
  for (let at = 0; at < words.length; at++) {
    const comparison = readComparison(words, at);
    if (!comparison || usedNumbers.has(comparison.numberAt)) continue;
    const unitAt = comparison.numberAt + (comparison.operator === 'between' ? 3 : 1);
    const unit = findUnitColumn(words[unitAt], columns);
    if (unit) units.add(unitAt);
    else if (isDuration(words, comparison.numberAt + 1, mentions)) continue;
    const mention = unit ? findCompared(mentions, comparison, unit) : nearestNumeric(mentions, comparison);
    const column = unit ?? mention?.column ?? fallback;
    if (!column) {
      unresolved = true;
      continue;
    }
    if (mention && !isFigureOf(words, mention)) used.add(mention);
    filters.push(toNumberFilter(words, comparison, column));
    at = comparison.numberAt;
  }
  return { filters, used, units, unresolved };
}

/** "Duration over 30 minutes": the column is named, too. */
function findCompared(mentions: readonly Mention[], { from }: Comparison, { name }: Column): Mention | null {
  return mentions.findLast((mention) => mention.column.name === name && from - mention.to <= 5) ?? null;
}

/** "Average duration of rentals over 30 minutes": the column that is compared is asked for, too. */
function isFigureOf(words: readonly Word[], { from, to }: Mention): boolean {
  return words[to + 1]?.lower === 'of' && readAggregates(words.slice(from - 1, from)).length > 0;
}

/** "Over 12 months" is a span of time, unless a column has that name. */
function isDuration(words: readonly Word[], at: number, mentions: readonly Mention[]): boolean {
  const isUnit = /^(hours?|days?|weeks?|months?|quarters?|years?|decades?)$/.test(words[at]?.lower ?? '');
  return isUnit && !mentions.some((mention) => mention.at.includes(at));
}

function readComparison(words: readonly Word[], at: number): Comparison | null {
  const word = words[at]?.lower ?? '';
  const isNumber = (index: number) =>
    /^\d/.test(words[index]?.lower ?? '') && !/-/.test(words[index]?.lower ?? '');
  const numberAt = [at + 1, at + 2].find(isNumber);
  if (numberAt === undefined) return null;
  const between = numberAt === at + 1 ? words[at]?.lower : words[at + 1]?.lower;
  if (numberAt === at + 2 && !/^(than|of|the|to|or|=)$/.test(between ?? '')) return null;
  const base = { from: at, numberAt, adjective: null };
  if (word === 'between' && isNumber(numberAt + 2)) return { ...base, operator: 'between' };
  if (word === 'least' && words[at - 1]?.lower === 'at') return { ...base, operator: '>=' };
  if (word === 'most' && words[at - 1]?.lower === 'at') return { ...base, operator: '<=' };
  if (word === '>=') return { ...base, operator: '>=' };
  if (word === '<=') return { ...base, operator: '<=' };
  if (MORE.test(word)) return { ...base, operator: '>' };
  if (LESS.test(word)) return { ...base, operator: '<' };
  const adjective = /er$/.test(word) ? findAdjective(word) : null;
  return adjective ? { ...base, operator: adjective.high ? '>' : '<', adjective: word } : null;
}

function nearestNumeric(mentions: readonly Mention[], comparison: Comparison): Mention | null {
  const numeric = mentions.filter(({ column }) => column.kind === 'number' && !isIdentifier(column));
  const own = numeric.find(({ at }) => at.includes(comparison.from));
  if (own) return own;
  // "More than 3 bedrooms": the number counts what comes right after it.
  const counted = numeric.find(({ from }) => from === comparison.numberAt + 1);
  if (counted) return counted;
  const before = numeric.findLast(({ to }) => to < comparison.from && comparison.from - to <= 5);
  const after = numeric.find(({ from }) => from > comparison.numberAt && from - comparison.numberAt <= 3);
  return before ?? after ?? numeric.find(({ to }) => to < comparison.from) ?? numeric[0] ?? null;
}

function toNumberFilter(
  words: readonly Word[],
  comparison: Comparison,
  { name: column, ...holds }: Column,
): Filter {
  const { operator, numberAt, from } = comparison;
  const scale = isFraction(holds) && saysPercent(words, numberAt) ? 100 : 1;
  const low = toNumber(words[numberAt]?.lower ?? '', scale);
  const high = toNumber(words[numberAt + 2]?.lower ?? '', scale);
  const test = operator === 'between' ? `.between(${low}, ${high})` : ` ${operator} ${low}`;
  const label =
    operator === 'between' ? `${column} between ${low} and ${high}` : `${column} ${operator} ${low}`;
  return {
    column,
    label,
    at: from,
    values: [],
    group: null,
    write: (frame) => `${frame}[${quote(column)}]${test}`,
  };
}

/** "10 %" of a column that holds 0.1 for it. */
function saysPercent(words: readonly Word[], numberAt: number): boolean {
  return words.slice(numberAt + 1, numberAt + 4).some(({ lower }) => /^(%|percent|pct)$/.test(lower));
}

function isFraction({ examples, integer }: Omit<Column, 'name'>): boolean {
  return !integer && examples.length > 0 && examples.every((text) => Math.abs(Number(text)) <= 1);
}

/** `4,000` is four thousand; `3,5` is three and a half. */
function toNumber(text: string, scale: number): string {
  const bare = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  return String(Number(bare) / scale);
}

/** "Not", "excluding" or the like stands right before this word. */
export function isNegated(words: readonly Word[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 2), at)
    .some(({ lower }) => /^(not|no|except|excluding|without|non|never)$/.test(lower));
}
