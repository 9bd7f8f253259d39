/** Every meaning of every span of a question's words. */

import type { Edge } from '../rules/parse-lattice.ts';
import type { Mention } from '../words/meanings.ts';
import { readMoments, readYear } from '../words/moments.ts';
import { findUnit, type Token, toSingular, wordsOf } from '../words/tokens.ts';
import type { Source } from '../words/views.ts';
import {
  AGGREGATES,
  BOUNDS,
  CHARTS,
  CLASSES,
  COMPARISONS,
  FILLER_PHRASES,
  FILLERS,
  NEVER_READ,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  PARTS,
  PERIODS,
  SPANS,
  TIMELY,
} from '../words/vocabulary.ts';
import { type Entry, type Index, toEntries } from './entry.ts';
import { nameEntries } from './name-entries.ts';

/** The tokens that are left when fillers are gone, and the lattice over them. */
export interface Lattice {
  readonly tokens: readonly Token[];
  readonly edges: readonly Edge[];
}

/** A source with its names, which are looked up for each part of a question. */
export interface NamedSource extends Source {
  readonly names: Index;
}

export function nameSource(source: Source): NamedSource {
  return { ...source, names: indexEntries(nameEntries(source)) };
}

export function makeLattice(all: readonly Token[], { names, view }: NamedSource, fixed: Index): Lattice {
  const tokens = dropFillers(all, names);
  const edges: Edge[] = [];
  tokens.forEach((token, start) => {
    const add = (category: string, end: number, meaning: unknown, cost = 0) =>
      edges.push({ category, start, end, meaning, cost });
    if (token.kind !== 'quoted') add(token.word, start + 1, null);
    for (const entry of [...entriesAt(fixed, token), ...entriesAt(names, token)]) {
      const end = matchEntry(entry, tokens, start);
      if (end !== null) add(entry.category, end, entry.meaning, entry.cost);
    }
    for (const { moment, end, cost } of readMoments(tokens, start)) add('When', end, moment, cost);
    addNumbers(view.hasDecimalCommas ? tokens.map(undot) : tokens, start, add);
    const unit = token.kind === 'word' || SIGNS.has(token.word) ? findUnit(token.word) : null;
    if (unit !== null) add('Unit', start + 1, unit);
  });
  const never = listNeverRead(tokens, names);
  return { tokens, edges: edges.filter(({ start, end }) => !never.some((at) => start <= at && at < end)) };
}

/** Places of words that are never read, unless a column or a value has that name. */
function listNeverRead(tokens: readonly Token[], names: Index): number[] {
  return tokens.flatMap((token, start) => {
    const isNamed = entriesAt(names, token).some(
      (entry) => entry.category !== 'Noun' && matchEntry(entry, tokens, start) !== null,
    );
    const phrase = NEVER_READ.find((words) => words.every((word, at) => tokens[start + at]?.word === word));
    return phrase && !isNamed ? phrase.map((_, at) => start + at) : [];
  });
}

const SIGNS: ReadonlySet<string> = new Set(['%', '$', '€', '£']);
function entriesAt(index: Index, token: Token): readonly Entry[] {
  const words = token.kind === 'quoted' ? wordsOf(token.word) : [token.word];
  const first = words[0] ?? '';
  const singular = toSingular(first);
  return [...(index.get(first) ?? []), ...(singular === first ? [] : (index.get(singular) ?? []))];
}

/** Where the entry ends if its words are those from `start` on. A quoted name is one token. */
function matchEntry(entry: Entry, tokens: readonly Token[], start: number): number | null {
  const token = tokens[start];
  if (token?.kind === 'quoted') {
    return entry.isName && wordsOf(token.word).join(' ') === entry.words.join(' ') ? start + 1 : null;
  }
  let at = start;
  let isOpen = false;
  for (const word of entry.words) {
    if (entry.isName && at > start && tokens[at]?.word === '(') {
      isOpen = true;
      at += 1;
    }
    const other = tokens[at];
    if (!other || other.kind === 'quoted') return null;
    if (other.word !== word && !(entry.isName && toSingular(other.word) === word)) return null;
    at += 1;
  }
  if (!isOpen) return at;
  return tokens[at]?.word === ')' ? at + 1 : null;
}

/** Whether a filler is a value of the data: "single people", and where it is one of the commonest words, "US" and "grade A". */
function isWrittenAs({ category, meaning }: Entry, tokens: readonly Token[], start: number): boolean {
  const { text = '', word = '' } = tokens[start] ?? {};
  if (category !== 'Value') return false;
  // "the single highest", "each single one".
  if (
    /^(high|larg|bigg|great|most|best|low|small|least|few|long|short|worst|max|min)/.test(
      tokens[start + 1]?.word ?? '',
    )
  )
    return false;
  if (word.length > MAX_COMMON_LENGTH) return !['each', 'every'].includes(tokens[start - 1]?.word ?? '');
  const { label } = meaning as Mention;
  if (word === 'us' && label === 'US' && text === word) return !TAKES_US.has(tokens[start - 1]?.word ?? '');
  return label === text && text === text.toUpperCase() && (start > 0 || text.length > 1);
}

/** "show us", "for us". */
const TAKES_US: ReadonlySet<string> = new Set('show give tell let help get for to of by'.split(' '));

/** Letters of "the", "our". */
const MAX_COMMON_LENGTH = 3;

/** Leaves out the fillers that are not part of a longer name. */
function dropFillers(tokens: readonly Token[], names: Index): Token[] {
  const named = new Set<number>();
  tokens.forEach((token, start) => {
    for (const entry of entriesAt(names, token)) {
      const end =
        entry.words.length > 1 || isWrittenAs(entry, tokens, start) ? matchEntry(entry, tokens, start) : null;
      for (let index = start; index < (end ?? start); index += 1) named.add(index);
    }
  });
  const phrases = FILLER_PHRASES.map((phrase) => phrase.split(' '));
  const dropped = new Set<number>();
  tokens.forEach((token, start) => {
    if (FILLERS.has(token.word) && token.kind === 'word' && !named.has(start)) dropped.add(start);
    for (const phrase of phrases) {
      // "What is in this file?" asks for it.
      const isAsked =
        ['is', 'are'].includes(tokens[start - 1]?.word ?? '') &&
        ['what', "what's"].includes(tokens[start - 2]?.word ?? '');
      const isHere = !isAsked && phrase.every((word, index) => tokens[start + index]?.word === word);
      if (isHere) for (const index of phrase.keys()) dropped.add(start + index);
    }
  });
  const kept = tokens.filter((_, index) => !dropped.has(index));
  const isComma = (token: Token) => token.word === ',';
  const first = kept.findIndex((token) => !isComma(token));
  return kept.slice(Math.max(first, 0), kept.findLastIndex((token) => !isComma(token)) + 1);
}

const MILLION = 1e6;

/** Where commas are decimal marks, `5.000` is five thousand. */
function undot(token: Token): Token {
  const isDotted = token.number !== null && /^\D*[1-9]\d{0,2}\.\d{3}\D*$/.test(token.text);
  return isDotted ? { ...token, number: Math.round(token.number * 1000) } : token;
}

function addNumbers(
  tokens: readonly Token[],
  start: number,
  add: (category: string, end: number, meaning: unknown, cost?: number) => void,
): void {
  const token = tokens[start];
  if (!token || token.kind === 'quoted') return;
  const percent = /^p(\d{1,2})$/.exec(token.word)?.[1];
  if (percent !== undefined) add('Percent', start + 1, Number(percent));
  const spoken = token.kind === 'word' ? NUMBER_WORDS.get(token.word) : undefined;
  const isOrdinal = token.sign !== null && ['st', 'nd', 'rd', 'th'].includes(token.sign);
  const place = isOrdinal ? token.number : ORDINAL_WORDS.get(token.word);
  if (place !== undefined && place !== null) add('Ord', start + 1, place);
  const number = isOrdinal ? null : (spoken ?? token.number);
  if (number === null) return;
  const factor = { thousand: 1e3, million: 1e6, billion: 1e9 }[tokens[start + 1]?.word ?? ''] ?? 1;
  const end = start + (factor === 1 ? 1 : 2);
  const value = number * factor;
  const cost = readYear(token) === null ? 0 : 1;
  if (token.sign === null) add('N', end, value, cost);
  if (token.sign === 'm') {
    add('N', end, value * MILLION, 1);
    add('Quantity', end, { value: value * MILLION, unit: null }, 1);
  }
  add('Quantity', end, { value, unit: token.sign }, cost);
  const unit = findUnit(tokens[end]?.word ?? '');
  if (unit !== null && token.sign === null) add('Quantity', end + 1, { value, unit }, cost);
}

function indexEntries(entries: readonly Entry[]): Index {
  return Map.groupBy(entries, (entry) => entry.words[0] ?? '');
}

/** What the fixed words mean, for every question. */
export function makeFixedIndex(): Index {
  const tables: [string, Readonly<Record<string, string>>, isName: boolean][] = [
    ['Agg', AGGREGATES, false],
    ['Period', PERIODS, true],
    ['Timely', TIMELY, false],
    ['Part', PARTS, true],
    ['Span', SPANS, true],
    ['Cmp', COMPARISONS, false],
    ['Bound', BOUNDS, false],
    ['Chart', CHARTS, false],
  ];
  const values = tables.flatMap(([category, table, isName]) =>
    Object.entries(table).flatMap(([meaning, phrases]) =>
      toEntries(phrases, { category, meaning, cost: 0, isName }),
    ),
  );
  const classes = Object.entries(CLASSES).flatMap(([category, phrases]) =>
    toEntries(phrases, { category, meaning: null, cost: 0, isName: false }),
  );
  return indexEntries([...values, ...classes]);
}
