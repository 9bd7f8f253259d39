/** Reads a question: as one query, as several, as a change of the one before, or not at all, naming the words. */

import type { Part, Query, Reading, Table, Unread } from '../query/query.ts';
import { columnsIn } from '../query/walk.ts';
import { assemble, type Way } from './assemble.ts';
import { buildQueries } from './build/build.ts';
import { changeQuery } from './change-query.ts';
import {
  type Lattice,
  makeFixedIndex,
  makeLattice,
  type NamedSource,
  nameSource,
} from './lexicon/lattice.ts';
import { quoteNames } from './lexicon/quote-names.ts';
import { beginsAboutFound, isAboutFound, startOfPart } from './lexicon/start-of-part.ts';
import { GRAMMAR_RULES } from './rules/grammar.ts';
import { parse } from './rules/parse-lattice.ts';
import { compileRules } from './rules/rule.ts';
import { noteShare, noteVerb, tellApart } from './tell-apart.ts';
import type { Frame } from './words/meanings.ts';
import { readTokens, type Token } from './words/tokens.ts';
import { listSources } from './words/views.ts';
import { FOREIGN_WORDS, OPENINGS } from './words/vocabulary.ts';

/** Naming takes most of the time of a reading, and several questions are read over the same tables. */
const NAMED = new WeakMap<readonly Table[], readonly NamedSource[]>();

function nameSources(tables: readonly Table[]): readonly NamedSource[] {
  const named = NAMED.get(tables) ?? listSources(tables).map(nameSource);
  NAMED.set(tables, named);
  return named;
}

/** Without the mark at the end and the polite beginning. */
function trim(tokens: readonly Token[]): Token[] {
  const last = tokens.findLastIndex(
    (token) => !(token.kind === 'mark' && ['?', '.', '!'].includes(token.word)),
  );
  const kept = tokens.slice(0, last + 1);
  for (const opening of OPENINGS) {
    const words = opening.split(' ');
    const isHere = words.every((word, index) => kept[index]?.word === word);
    if (!isHere) continue;
    const rest = kept.slice(words.length);
    return trim(rest[0]?.word === ',' ? rest.slice(1) : rest);
  }
  return kept;
}

const GRAMMAR = compileRules(GRAMMAR_RULES);
const FIXED = makeFixedIndex();
/** A join has to be worth more than a column of the table itself. */
const JOIN_COST = 3;
/** Every reading of the question that uses all its words; of several the cheapest. */
export function readQuestion(text: string, tables: readonly Table[], previous: Query | null): Reading {
  const sources = nameSources(tables);
  const tokens = trim(readTokens(quoteNames(text, tables)));
  const pie = tokens.find(({ word }) => word === 'pie' || word === 'donut');
  if (pie) return unread([pie.text], 'Shares are easier to compare in a bar chart; pies are not drawn.');
  const queries = readWhole(tokens, sources, previous);
  const [first, ...others] = queries;
  if (first && others.length > 0) {
    const parts = readEachTable(queries);
    return parts ? { kind: 'queries', parts } : { kind: 'either', queries };
  }
  if (first) return { kind: 'queries', parts: [{ text, reading: first }] };
  if (isForeign(tokens))
    return unread(
      tokens.map((token) => token.text),
      'Please ask in English.',
    );
  const parts = readParts(text, tokens, sources, previous);
  if (parts) return { kind: 'queries', parts };
  return explain(tokens, sources, previous);
}

const OF_TABLES: ReadonlySet<string> = new Set(['overview', 'missing']);

/** "What columns are there?" of several tables is asked of each. */
function readEachTable(queries: readonly Query[]): Part[] | null {
  const [first] = queries;
  const parts = queries.flatMap((query): Part[] => {
    const isSame = JSON.stringify(query.ask) === JSON.stringify(first?.ask);
    return isSame && query.rows.kind === 'table' ? [{ text: query.rows.name, reading: query }] : [];
  });
  return parts.length === queries.length && OF_TABLES.has(first?.ask.kind ?? '') ? parts : null;
}

/** The readings of the whole question, without its parts and without an explanation where there are none. */
export function findQueries(text: string, tables: readonly Table[], previous: Query | null): Query[] {
  return readWhole(trim(readTokens(quoteNames(text, tables))), nameSources(tables), previous);
}

function unread(words: readonly string[], why: string | null = null): Unread {
  return { kind: 'unread', words, why };
}

interface Candidate {
  readonly query: Query;
  readonly cost: number;
}

/** The different queries of least cost, as one question. */
function readWhole(
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Query[] {
  if (tokens.some((_, at) => beginsAboutFound(tokens, at))) return [];
  const found = sources.flatMap((source) => readIn(tokens, source, previous));
  const least = Math.min(...found.map(({ cost }) => cost));
  const queries = new Map<string, Query>();
  for (const { query } of found.filter(({ cost }) => cost === least)) {
    // What its figures are called is not what they are.
    const { ask } = query;
    const asked = ask.kind === 'values' ? ask.figures.map(({ figure }) => figure) : ask;
    const key = JSON.stringify({ ...query, ask: asked }, sortConditions);
    if (!queries.has(key)) queries.set(key, query);
  }
  return withoutCopies([...queries.values()]);
}

/** Rows with all their columns are the same reading as with those that are named. */
function withoutCopies(queries: readonly Query[]): Query[] {
  const named = queries.flatMap(({ rows, ask }) =>
    ask.kind === 'table' && ask.columns !== null ? [JSON.stringify(rows)] : [],
  );
  return queries.filter(
    ({ rows, ask }) => ask.kind !== 'table' || ask.columns !== null || !named.includes(JSON.stringify(rows)),
  );
}

/** The same conditions or keys in another order are the same query, and so they are with other notes or shown as percent. */
function sortConditions(name: string, value: unknown): unknown {
  if (['assumptions', 'isChartAsked'].includes(name)) return [];
  if ((name !== 'conditions' && name !== 'keys') || !Array.isArray(value)) return value;
  return value.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
}

function readIn(tokens: readonly Token[], source: NamedSource, previous: Query | null): Candidate[] {
  const lattice = makeLattice(tokens, source, FIXED);
  const candidates = readWays(lattice, source, 0).flatMap(({ frame, cost }) => {
    const counted = tellApart(frame, lattice, source.view);
    const queries = counted ? toQueries(counted, source, previous) : [];
    const notes = [...noteVerb(lattice, frame), ...noteSuggested(lattice, source)];
    return queries.map((query) => ({
      query: addNotes(query, [
        ...noteDate(query, lattice, source),
        ...notes,
        ...noteShare(query, lattice, source.view),
      ]),
      cost,
    }));
  });
  const { joined } = source;
  if (!joined) return candidates;
  return candidates
    .filter(({ query }) => [...columnsIn(query)].some((name) => joined.has(name)))
    .map((candidate) => ({ ...candidate, cost: candidate.cost + JOIN_COST }));
}

function readWays(lattice: Lattice, source: NamedSource, mostSkipped: number): Way[] {
  const { tokens, edges } = lattice;
  const pieces = parse(edges, tokens.length, { grammar: GRAMMAR, view: source.view, goal: 'Piece' });
  return assemble(tokens, pieces, mostSkipped);
}

/** "Buses" of `bus_delays.csv`: each row is one, as far as its name tells. */
function noteSuggested({ edges }: Lattice, { suggested }: NamedSource): string[] {
  const isUsed = edges.some(({ category, meaning }) => category === 'Noun' && meaning === suggested);
  return isUsed ? [`Each row is counted as one ${suggested}.`] : [];
}

/** A follow-up changes the question before, one that says all by itself does not. */
function toQueries(frame: Frame, source: NamedSource, previous: Query | null): Query[] {
  const isComplete = !frame.isFollowUp && !(frame.hasPronoun && previous);
  const queries = isComplete ? buildQueries(frame, source.view) : [];
  const changed = queries.length === 0 && previous ? changeQuery(previous, frame, source.view) : null;
  return changed ? [changed] : queries;
}

/** Says which date was taken where the question names none of several. */
function noteDate(query: Query, { edges }: Lattice, { view: { fields, date } }: NamedSource): string[] {
  const dates = fields.filter((field) => field.type === 'date');
  const isNamed = edges.some((edge) => edge.category === 'Date');
  const isTaken = date !== null && dates.length > 1 && !isNamed && columnsIn(query).has(date.name);
  return isTaken ? [`Dates are those of \`${date.name}\`.`] : [];
}

function addNotes(query: Query, notes: readonly string[]): Query {
  const assumptions = [...query.presentation.assumptions, ...notes];
  return { ...query, presentation: { ...query.presentation, assumptions } };
}

function isForeign(tokens: readonly Token[]): boolean {
  const count = tokens.filter((token) => FOREIGN_WORDS.has(token.word)).length;
  return count >= 2 && count / tokens.length >= 0.25;
}

/** Several questions in one: each begins as a question does, and one of them at least can be read. */
function readParts(
  text: string,
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Part[] | null {
  for (let index = 1; index < tokens.length; index += 1) {
    const next = startOfPart(tokens, index);
    if (next === null) continue;
    const head = trim(tokens.slice(0, index));
    const tail = tokens.slice(next);
    const first = toPart(text, head, sources, previous);
    const before = 'rows' in first.reading ? first.reading : previous;
    const isOpen = isElliptical(tail) || isAboutFound(tail);
    const whole = isOpen ? toUnread(text, tail) : toPart(text, trim(tail), sources, before);
    const rest = 'rows' in whole.reading ? [whole] : (readParts(text, tail, sources, before) ?? [whole]);
    const parts = [first, ...rest];
    if (parts.some((part) => 'rows' in part.reading)) return parts;
  }
  return null;
}

/** "and how old?" is about what the first part found, which no part can tell. */
function isElliptical(tokens: readonly Token[]): boolean {
  return trim(tokens).length < 3;
}

function toUnread(text: string, tokens: readonly Token[]): Part {
  const words = textOf(text, tokens);
  return { text: words, reading: unread([words], 'It depends on what the first part finds.') };
}

function textOf(text: string, tokens: readonly Token[]): string {
  const last = tokens.at(-1);
  return text.slice(tokens[0]?.at ?? 0, (last?.at ?? 0) + (last?.text.length ?? 0));
}

function toPart(
  text: string,
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Part {
  const queries = readWhole(tokens, sources, previous);
  const words = textOf(text, tokens);
  const [query, ...others] = queries;
  if (query && others.length === 0) return { text: words, reading: query };
  if (query) return { text: words, reading: unread([words], 'It can mean two things.') };
  return { text: words, reading: explain(tokens, sources, previous) };
}

/** The words that no reading uses: those that nothing knows, or else the few without which there would be a reading. */
function explain(tokens: readonly Token[], sources: readonly NamedSource[], previous: Query | null): Unread {
  const lattices = sources.map((source) => ({ source, lattice: makeLattice(tokens, source, FIXED) }));
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const unknown = words.filter((token) => !lattices.some(({ lattice }) => isCovered(lattice, token)));
  if (unknown.length > 0) return unread(unknown.map((token) => token.text));
  const ways = lattices.flatMap(({ source, lattice }) =>
    readWays(lattice, source, FEW_SKIPPED).filter(
      ({ frame }) => toQueries(frame, source, previous).length > 0,
    ),
  );
  const [best] = ways.toSorted((one, other) => one.cost - other.cost);
  const skipped = best?.skipped.filter(({ kind }) => kind !== 'mark') ?? [];
  return unread((skipped.length > 0 ? skipped : words).map(({ text }) => text));
}

const FEW_SKIPPED = 3;

/** Whether the lexicon or a production knows the word, or it is left out. */
function isCovered({ tokens, edges }: Lattice, token: Token): boolean {
  const index = tokens.indexOf(token);
  const isKnown = edges.some(
    ({ category, start, end }) =>
      start <= index && index < end && (category !== token.word || VOCABULARY.has(category)),
  );
  return index < 0 || isKnown;
}

const VOCABULARY = new Set(
  GRAMMAR_RULES.flatMap(({ pattern }) =>
    pattern
      .split(' ')
      .flatMap((item) => (item.length > 1 && item.endsWith('?') ? item.slice(0, -1) : item).split('|')),
  ),
);
