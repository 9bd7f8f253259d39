/** Reads a question: as one query, as several, as a change of the one before, or not at all, naming the words. */

import type { Part, Query, Reading, Table } from '../query/query.ts';
import { columnsIn, walkQuery } from '../query/walk.ts';
import { askOfFound, beginsAboutFound, isAboutFound, withoutPronouns } from './about-found.ts';
import { assemble, type Way } from './assemble.ts';
import { buildQueries } from './build.ts';
import { changeQuery } from './change-query.ts';
import { correctSpelling } from './correct-spelling.ts';
import { GRAMMAR_RULES } from './grammar.ts';
import { noteInitials } from './initials.ts';
import { type Lattice, makeFixedIndex, makeLattice, type NamedSource } from './lattice.ts';
import type { Frame } from './meanings.ts';
import { nameSources } from './name-sources.ts';
import { parse } from './parse-lattice.ts';
import { quoteNames } from './quote-names.ts';
import { refuseLists } from './refuse-lists.ts';
import { keepCheapest, preferAmount, saysMoney } from './rows-or-money.ts';
import { compileRules } from './rule.ts';
import { startOfPart, VERBS } from './start-of-part.ts';
import { noteBegin, noteLast, noteShare, noteVerb, tellApart } from './tell-apart.ts';
import { readTokens, type Token } from './tokens.ts';
import { trim } from './trim-question.ts';
import { FOREIGN_WORDS } from './vocabulary.ts';

const GRAMMAR = compileRules(GRAMMAR_RULES);
const FIXED = makeFixedIndex();
/** A join has to be worth more than a column of the table itself. */
const JOIN_COST = 3;
/** Every reading of the question that uses all its words; of several the cheapest. */
export function readQuestion(text: string, tables: readonly Table[], previous: Query | null): Reading {
  return refuseLists(readAny(quoteNames(text, tables), tables, previous), tables);
}

function readAny(text: string, tables: readonly Table[], previous: Query | null): Reading {
  const sources = nameSources(tables);
  const tokens = trim(readTokens(text));
  const pie = tokens.find((token) => token.word === 'pie' || token.word === 'donut');
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
  const parts = readOverall(text, tokens, sources) ?? readParts(text, tokens, sources, previous);
  if (parts) return { kind: 'queries', parts };
  const corrected = readCorrected(tokens, sources, previous);
  if (corrected) return { kind: 'queries', parts: [{ text, reading: corrected }] };
  return explain(tokens, sources, previous);
}

/** The only reading of the question with its slips of the fingers put right. */
function readCorrected(
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Query | null {
  const correction = correctSpelling(tokens, listUnknown(tokens, sources), sources);
  const [query, ...others] = correction ? readWhole(correction.tokens, sources, previous) : [];
  return correction && query && others.length === 0 ? addNotes(query, correction.notes) : null;
}

const OF_TABLES: ReadonlySet<string> = new Set(['overview', 'columns', 'missing']);

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
  return createFinder(tables, previous)(text);
}

/** {@link findQueries} of many questions about the same tables. */
export function createFinder(tables: readonly Table[], previous: Query | null): (text: string) => Query[] {
  const sources = nameSources(tables);
  return (text) => readWhole(trim(readTokens(quoteNames(text, tables))), sources, previous);
}

function unread(words: readonly string[], why: string | null = null): Extract<Reading, { kind: 'unread' }> {
  return { kind: 'unread', words, why };
}

interface Candidate {
  readonly query: Query;
  readonly cost: number;
  /** Read from a source of money, whose words are rows in another. */
  readonly isMoney: boolean;
}

/** The different queries of least cost, as one question. */
function readWhole(
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Query[] {
  if (tokens.some((_, at) => beginsAboutFound(tokens, at))) return [];
  const found = sources.flatMap((source) =>
    saysMoney(source, tokens) ? readIn(tokens, source, previous) : [],
  );
  const queries = new Map<string, Query>();
  for (const { query } of keepCheapest(found)) {
    // What its figures are called is not what they are.
    const { ask } = query;
    const asked = ask.kind === 'values' ? ask.figures.map(({ figure }) => figure) : ask;
    const key = JSON.stringify({ ...query, ask: asked }, sortConditions);
    if (!queries.has(key)) queries.set(key, query);
  }
  const isMoney = found.some((candidate) => candidate.isMoney);
  return preferAmount(withoutCopies([...queries.values()]), tokens, isMoney);
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
  if (['assumptions', 'asPercent', 'isChartAsked'].includes(name)) return [];
  if ((name !== 'conditions' && name !== 'keys') || !Array.isArray(value)) return value;
  return value.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
}

function readIn(tokens: readonly Token[], source: NamedSource, previous: Query | null): Candidate[] {
  const lattice = makeLattice(tokens, source, FIXED);
  const candidates = readWays(lattice, source, 0).flatMap(({ frame, cost }) => {
    const counted = tellApart(frame, lattice, source.view);
    const queries = counted ? toQueries(counted, source, previous) : [];
    const notes = [
      ...noteVerb(lattice, frame),
      ...noteBegin(lattice, source.view),
      ...noteSuggested(lattice, source),
    ];
    return queries.map((query) => ({
      query: addNotes(noteDate(query, lattice, source), [
        ...notes,
        ...noteLast(query, lattice, source.view),
        ...noteShare(query, lattice, source.view),
        ...noteInitials(lattice, columnsIn(walkQuery(query))),
      ]),
      cost,
      isMoney: source.money !== null,
    }));
  });
  return source.joined.reduce(
    (rest, { names }) =>
      rest
        .filter(({ query }) => usesAny(query, names))
        .map((candidate) => ({ ...candidate, cost: candidate.cost + JOIN_COST })),
    candidates,
  );
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

function usesAny(query: Query, names: ReadonlySet<string>): boolean {
  const used = columnsIn(walkQuery(query));
  return [...names].some((name) => used.has(name));
}

/** Says which date was taken where the question names none of several. */
function noteDate(query: Query, lattice: Lattice, source: NamedSource): Query {
  const dates = source.view.fields.filter((field) => field.type === 'date');
  const name = source.view.date?.name ?? '';
  const isNamed = lattice.edges.some((edge) => edge.category === 'Date');
  if (dates.length < 2 || isNamed || !usesAny(query, new Set([name]))) return query;
  return addNotes(query, [`Dates are those of \`${name}\`.`]);
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
    const whole = isElliptical(tail)
      ? toUnread(text, tail)
      : isAboutFound(tail, first)
        ? toFound(text, tail, sources, first)
        : toPart(text, trim(tail), sources, before);
    const rest = 'rows' in whole.reading ? [whole] : (readParts(text, tail, sources, before) ?? [whole]);
    const parts = [first, ...rest];
    if (parts.some((part) => 'rows' in part.reading)) return parts;
  }
  return null;
}

/** "overall and per species": once over all rows, and once for each group. */
function readOverall(text: string, tokens: readonly Token[], sources: readonly NamedSource[]): Part[] | null {
  const at = tokens.findIndex(
    ({ word }, index) =>
      word === 'overall' && tokens[index + 1]?.word === 'and' && GROUPING.has(tokens[index + 2]?.word ?? ''),
  );
  if (at < 0) return null;
  const isMark = tokens[at - 1]?.word === ',';
  const before = tokens.slice(0, isMark ? at - 1 : at);
  const both = [before, [...before, ...tokens.slice(at + 2)]].map((some) => readWhole(some, sources, null));
  const queries = both.flatMap((some) => (some.length === 1 ? some : []));
  const [all, each] = queries;
  if (!all || !each) return null;
  return [
    { text: textOf(text, before), reading: all },
    { text: textOf(text, tokens.slice(at + 2)), reading: each },
  ];
}

const GROUPING = new Set(['by', 'per', 'within', 'for', 'in']);

/** "and how old?" is about what the first part found, which no part can tell. */
function isElliptical(tokens: readonly Token[]): boolean {
  return trim(tokens).length < 3;
}

/** What is asked of what the first part finds. */
function toFound(
  text: string,
  tail: readonly Token[],
  sources: readonly NamedSource[],
  { reading }: Part,
): Part {
  const [asked, ...others] = readWhole(withoutPronouns(trim(tail)), sources, null);
  const query = 'rows' in reading && asked && others.length === 0 ? askOfFound(reading, asked) : null;
  return query ? { text: textOf(text, tail), reading: query } : toUnread(text, tail);
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

/** The words that nothing knows. */
function listUnknown(
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  lattices: readonly Lattice[] = sources.map((source) => makeLattice(tokens, source, FIXED)),
): Token[] {
  const isKnown = (token: Token) =>
    lattices.some((lattice) => !lattice.tokens.includes(token) || isCovered(lattice, token));
  return tokens.filter((token) => token.kind !== 'mark' && !isKnown(token));
}

/** The words that no reading uses: those that nothing knows, or else the fewest without which there would be a reading. */
function explain(
  tokens: readonly Token[],
  sources: readonly NamedSource[],
  previous: Query | null,
): Extract<Reading, { kind: 'unread' }> {
  const lattices = sources.map((source) => makeLattice(tokens, source, FIXED));
  const unknown = listUnknown(tokens, sources, lattices);
  if (unknown.length > 0) return unread(unknown.map((token) => token.text));
  for (const most of MOST_SKIPPED) {
    const ways = sources.flatMap((source, index) => {
      const lattice = lattices[index];
      const found = lattice ? readWays(lattice, source, most(lattice.tokens.length)) : [];
      return found.filter(({ frame }) => toQueries(frame, source, previous).length > 0);
    });
    const [best] = ways.toSorted((one, other) => one.cost - other.cost);
    if (best && best.skipped.length > 0) return unread(best.skipped.map((token) => token.text));
  }
  const words = tokens.filter((token) => token.kind !== 'mark');
  const loose = sources.map((source, index) => findLoose(lattices[index], source));
  const [fewest = []] = loose.toSorted((one, other) => one.length - other.length);
  return unread((fewest.length > 0 ? fewest : words).map((token) => token.text));
}

/** How many words are left out to find those that no reading uses: a few, and else up to half of them. */
const MOST_SKIPPED: readonly ((length: number) => number)[] = [
  () => FEW_SKIPPED,
  (length) => Math.min(2 * FEW_SKIPPED, length / 2),
];
const FEW_SKIPPED = 3;

/** Words that are in no piece of a question; none where they only tie others. */
function findLoose(lattice: Lattice | undefined, { view }: NamedSource): Token[] {
  const { tokens, edges } = lattice ?? { tokens: [], edges: [] };
  const pieces = parse(edges, tokens.length, { grammar: GRAMMAR, view, goal: 'Piece' });
  const loose = tokens.filter(
    ({ kind }, at) => kind !== 'mark' && !pieces.some(({ start, end }) => start <= at && at < end),
  );
  return loose.every(({ word }) => TIES.has(word) || VERBS.has(word)) ? [] : loose;
}

const TIES: ReadonlySet<string> = new Set('of than to in on at by for from with and or it its as'.split(' '));

/** Whether the lexicon or a production knows the word. */
function isCovered(lattice: Lattice, token: Token): boolean {
  const index = lattice.tokens.indexOf(token);
  return lattice.edges.some(
    (edge) =>
      edge.start <= index &&
      index < edge.end &&
      edge.category !== 'Unknown' &&
      edge.category !== 'Strange' &&
      (edge.category !== token.word || VOCABULARY.has(edge.category)),
  );
}

const VOCABULARY = new Set(
  GRAMMAR_RULES.flatMap(({ pattern }) =>
    pattern
      .split(' ')
      .flatMap((item) => (item.length > 1 && item.endsWith('?') ? item.slice(0, -1) : item).split('|')),
  ),
);
