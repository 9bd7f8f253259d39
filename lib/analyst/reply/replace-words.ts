/** A question with other words in place of those that were not understood: columns, values, the rows, or none at all. */
import type { Column, Table } from '../query/query.ts';
import { stemOf } from '../read/stem.ts';
import { readTokens, type Token, wordsOf } from '../read/tokens.ts';
import { listMeasures } from './list-measures.ts';
import { suggestName } from './suggest-name.ts';

/** Words one after another, with those before them. */
interface Span {
  readonly tokens: readonly Token[];
  readonly before: readonly string[];
}

/** Of several words apart from each other, too much would be left to guess. */
const MOST_SPANS = 2;
/** So few that they are not guessed. */
const FEW_PHRASES = 2;
/** "at least". */
const MOST_COMPARING = 2;

/** The likeliest first. Which of them can be read is not known here. */
export function replaceWords(asked: string, unread: readonly string[], table: Table): string[] {
  const spans = findSpans(asked, unread);
  const isWhole = unread.length >= readTokens(asked).filter(({ kind }) => kind !== 'mark').length;
  if (isWhole || spans.length > MOST_SPANS) return [];
  const longer = spans.map((span) => withLimit(span, asked));
  const isSame = longer.every(({ tokens }, at) => tokens.length === spans[at]?.tokens.length);
  return [...(isSame ? [] : replaceSpans(asked, longer, table)), ...replaceSpans(asked, spans, table)];
}

function replaceSpans(asked: string, spans: readonly Span[], table: Table): string[] {
  const named = new Set(wordsOf(asked));
  // What the question names already, it does not mean once more.
  const other = {
    ...table,
    columns: table.columns.filter(({ name }) => !wordsOf(name).every((word) => named.has(word))),
  };
  const [firsts = [], seconds = ['']] = spans.map((span) => listPhrases(span, other));
  // One of them at most is guessed.
  if (firsts.length > FEW_PHRASES && seconds.length > FEW_PHRASES) return [];
  const pairs = firsts.flatMap((one, at) =>
    seconds.map((two, next) => ({ phrases: [one, two], rank: at + next })),
  );
  return pairs
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ phrases }) => replaceAll(asked, spans, phrases));
}

/** "zorps over 60": of which the number is has to be said too. */
function withLimit(span: Span, asked: string): Span {
  const last = span.tokens.at(-1);
  const rest = readTokens(asked).filter(({ at }) => at > (last?.at ?? 0));
  const at = rest.findIndex(({ number }) => number !== null);
  const between = rest.slice(0, Math.max(at, 0)).map(({ word }) => word);
  const isLimit = COMPARING.test(between[0] ?? '') && between.length <= MOST_COMPARING;
  return isLimit ? { ...span, tokens: [...span.tokens, ...rest.slice(0, at + 1)] } : span;
}

/** None where a word is not found as it is written. */
function findSpans(asked: string, unread: readonly string[]): Span[] {
  const all = readTokens(asked);
  const spans: Span[] = [];
  let last = -1;
  for (const word of unread) {
    const at = all.findIndex(({ text }, index) => index > last && text === word);
    const token = all[at];
    if (!token || asked.slice(token.at, token.at + word.length) !== word) return [];
    const before = all.slice(0, at).map((one) => one.word);
    const open = at === last + 1 ? spans.pop() : undefined;
    spans.push(open ? { ...open, tokens: [...open.tokens, token] } : { tokens: [token], before });
    last = at;
  }
  return spans;
}

function replaceAll(asked: string, spans: readonly Span[], phrases: readonly string[]): string {
  let written = '';
  let from = 0;
  for (const [index, { tokens }] of spans.entries()) {
    const [first, last] = [tokens[0], tokens.at(-1)];
    written += `${asked.slice(from, first?.at)}${phrases[index] ?? ''}`;
    from = (last?.at ?? 0) + (last?.text.length ?? 0);
  }
  return `${written}${asked.slice(from)}`
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[?,.!])/g, '')
    .trim();
}

/** Words that hardly say anything: a question without them is nearly the same. */
const PARTICLES: ReadonlySet<string> = new Set(
  'off up out back away along around about roughly quite just too so again already currently now today altogether else overall were was are is been be being did do does had has have would could should can will may might get got gets getting went go goes going came come comes coming pays paid said tell make made sort kind like ok well'.split(
    ' ',
  ),
);
/** Without these, and with other words in their place, a question asks for something else. */
const CHANGING: ReadonlySet<string> = new Set(
  'not no never nobody none nothing without except excluding non only other others rest than before after since until yet above below over under more most less least fewer fewest first last second third half double twice all every each any'.split(
    ' ',
  ),
);
/** After these comes what is measured, and how is said. */
const FIGURES: ReadonlySet<string> = new Set(
  'average mean median total sum highest lowest maximum minimum max min largest smallest biggest avg'.split(
    ' ',
  ),
);
/** "cheapest": then comes what a row is. */
const SUPERLATIVE = /^\p{L}{3,}est$/u;
const MOST: ReadonlySet<string> = new Set('most fewest least more fewer less'.split(' '));
/** After these comes what rows are grouped by. */
const GROUPING: ReadonlySet<string> = new Set('per each every which'.split(' '));
/** After these comes what somebody does. */
const SUBJECTS: ReadonlySet<string> = new Set('i we you they it he she who that'.split(' '));
const RANKED: ReadonlySet<string> = new Set(
  'top bottom rank ranked ranking best worst sort sorted'.split(' '),
);
const SMALL: ReadonlySet<string> = new Set('the a an our my your their its of'.split(' '));

/** Other words for a span, of the kinds that fit where it is. */
function listPhrases(span: Span, table: Table): string[] {
  const words = span.tokens.map(({ word }) => word);
  if (span.tokens.some(({ number }) => number !== null)) return listLimits(span, table);
  if (words.every((word) => PARTICLES.has(word) || (word.endsWith('ly') && word.length > 4))) return [''];
  // With other words in place of "best" or "oldest", it would ask for all of them.
  if (words.some((word) => RANKED.has(word) || SUPERLATIVE.test(word))) return [];
  const isCounted = ['many', 'most', 'fewest', 'least'].includes(span.before.at(-1) ?? '');
  const near = listNear(words, table, isCounted);
  if (words.some((word) => CHANGING.has(word))) return near;
  const isState = span.before.includes('many') && BE.has(span.before.at(-1) ?? '');
  return [...new Set([...near, ...listFitting(span.before, table), ...(isState ? [] : [''])])];
}

function listFitting(before: readonly string[], table: Table): string[] {
  const last = before.filter((word) => !SMALL.has(word)).at(-1) ?? '';
  const measures = listMeasures(table);
  const names = measures.map(({ name }) => name);
  const figures = measures.map(({ name, aggregate }) => `${aggregate} ${name}`);
  const categories = table.columns.flatMap(({ name, type, unique }) =>
    type === 'text' && unique > 1 && unique <= MOST_GROUPS ? name.trim() : [],
  );
  if (SUBJECTS.has(last)) return [];
  if (last === 'many' || last === 'number') return ['rows'];
  if (FIGURES.has(last)) return names;
  if (MOST.has(last)) return ['rows', ...names];
  if (SUPERLATIVE.test(last)) return ['row'];
  if (GROUPING.has(last)) return categories;
  // "How many rows are …" has its figure: what is left to say is which.
  const isCounted = before.includes('many') || before.includes('number');
  if (isCounted) return BE.has(last) ? listStates(table) : [];
  const [first = '', second = '', ...others] = figures;
  const all = [first, second, 'number of rows', 'rows', ...others].filter((phrase) => phrase !== '');
  return last === 'by' && !before.some((word) => RANKED.has(word)) ? [...categories, ...all] : all;
}

const BE: ReadonlySet<string> = new Set('is are was were not been'.split(' '));
const MOST_GROUPS = 50;
/** Columns that say in what state a row is. */
const STATES: ReadonlySet<string> = new Set('status state stage result outcome condition paid'.split(' '));

function listStates({ columns }: Table): string[] {
  return columns
    .filter(({ type, name }) => type === 'text' && wordsOf(name).some((word) => STATES.has(word)))
    .flatMap(({ values }) => values)
    .filter((value) => value.length > 2);
}

/** Columns and values whose name is written nearly alike, or is of the same family. */
function listNear(words: readonly string[], table: Table, isCounted: boolean): string[] {
  const stems = new Set(words.map(stemOf));
  const isNear = (name: string) => wordsOf(name).some((word) => word.length > 2 && stems.has(stemOf(word)));
  const columns = table.columns.map(({ name }) => name.trim()).filter(isNear);
  const values = table.columns.flatMap(({ type, unique, values: known }) =>
    type === 'text' && unique <= MOST_GROUPS
      ? known.filter((value) => value.length > 2 && isNear(value))
      : [],
  );
  const spelled = words.flatMap((word) => suggestName(word, [table]) ?? []);
  return [...columns, ...values.map((value) => (isCounted ? `${value} rows` : value)), ...spelled];
}

const COMPARING = /^(?:over|above|under|below|exactly|more|less|fewer|at|older|younger|up|from|between)$/;

/** "patients over 60": rows in which a number column is. */
function listLimits({ tokens }: Span, table: Table): string[] {
  const at = tokens.findIndex(({ word }) => COMPARING.test(word));
  if (at < 0) return [];
  const tail = tokens
    .slice(at)
    .map(({ text }) => text)
    .join(' ');
  const numbers = tokens.flatMap(({ number }) => number ?? []);
  const holds = ({ span }: Column) =>
    span !== null && numbers.every((number) => Number(span.first) <= number && number <= Number(span.last));
  const fitting = table.columns.filter((column) => column.type === 'number' && holds(column));
  const rows = at > 0 ? 'rows ' : '';
  return fitting.map(({ name }) => `${rows}where ${name.trim()} is ${tail}`);
}
