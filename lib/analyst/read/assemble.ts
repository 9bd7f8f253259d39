/** Joins the pieces of a question, from its first word to its last, so that each word belongs to one of them. */

import type { Edge } from './rules/parse-lattice.ts';
import { frame, joinFrames } from './words/frames.ts';
import type { Frame } from './words/meanings.ts';
import type { Token } from './words/tokens.ts';

/** Ways to read the words so far that are kept: those of least cost. */
const MOST_WAYS = 24;
/** A word that is left out costs more than any reading; it is only looked for to name it. */
const SKIP_COST = 1000;
const SEPARATORS = new Set([',', '.', '?', '!', ':', ';', '-', '–', '—', '(', ')']);
const AUXILIARIES = new Set('is are was were do does did has have had can could'.split(' '));
const QUESTIONS = new Set(
  'which what how who when where show list give plot draw tell compare'.split(' ').concat(...AUXILIARIES),
);

/** What words up to a place add up to. */
export interface Way {
  readonly frame: Frame;
  readonly cost: number;
  readonly skipped: readonly Token[];
  /** What there was when a second clause began. */
  readonly before: Frame | null;
}

/** All ways to read the words, cheapest first, with so many words left out. */
export function assemble(tokens: readonly Token[], pieces: readonly Edge[], mostSkipped: number): Way[] {
  const ways: Way[][] = tokens.map(() => []);
  ways.push([]);
  ways[0] = [{ frame: frame(), cost: 0, skipped: [], before: null }];
  const starting = Map.groupBy(pieces, (edge) => edge.start);
  tokens.forEach((token, at) => {
    for (const way of keepBest(ways[at] ?? [])) {
      const begun = beginClause(way, tokens, at);
      if (SEPARATORS.has(token.word) && token.kind === 'mark' && !isTie(tokens, at)) ways[at + 1]?.push(way);
      const isFreeHere = isFree(way.frame, tokens, at);
      // "Matches and attendance": the rows are asked for too, and not only named.
      const isListing = token.word === 'and' && way.frame.isCounted && !isAnythingAsked(way.frame);
      const fitting = (starting.get(at) ?? []).filter(
        ({ meaning, end }) => (isFreeHere || !(meaning as Frame).isBare) && !(isListing && end === at + 1),
      );
      for (const edge of fitting) {
        const joined = joinPiece(begun.frame, edge.meaning as Frame, tokens, at);
        if (joined) ways[edge.end]?.push({ ...begun, frame: joined, cost: way.cost + edge.cost });
      }
      if (way.skipped.length < mostSkipped)
        ways[at + 1]?.push({ ...way, cost: way.cost + SKIP_COST, skipped: [...way.skipped, token] });
    }
  });
  return keepBest(ways[tokens.length] ?? []).filter(isWhole);
}

/** The dot of `user.country`, where no column has that name: it does not end a sentence. */
function isTie(tokens: readonly Token[], at: number): boolean {
  const [before, mark, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (mark?.word !== '.' || before?.kind !== 'word' || after?.kind !== 'word') return false;
  return mark.at + 1 === after.at && /^[\p{Ll}_]/u.test(after.text);
}

function keepBest(ways: readonly Way[]): Way[] {
  const seen = new Set<string>();
  const best: Way[] = [];
  for (const way of ways.toSorted((one, other) => one.cost - other.cost)) {
    const key = JSON.stringify([way.frame, way.before, way.skipped]);
    if (seen.has(key)) continue;
    seen.add(key);
    best.push(way);
    if (best.length === MOST_WAYS) break;
  }
  return best;
}

/** At the first word, and after a separator or "and" where a question begins. */
function beginClause(way: Way, tokens: readonly Token[], at: number): Way {
  const word = tokens[at]?.word ?? '';
  const last = tokens[at - 1]?.word ?? '';
  if (!isAnythingAsked(way.frame))
    return AUXILIARIES.has(word) ? { ...way, frame: { ...way.frame, isTruth: true } } : way;
  if (way.before) return way;
  const isSentence = ['.', '?', '!', ';'].includes(last) && QUESTIONS.has(word);
  // "and were shipped" continues a condition; "and how many" may begin at its "and".
  const next =
    word === 'and' ? (tokens[at + 1]?.word ?? '') : SEPARATORS.has(last) || last === 'and' ? word : '';
  const isClause = QUESTIONS.has(next) && !AUXILIARIES.has(next);
  return isSentence || isClause ? { ...way, before: way.frame } : way;
}

/** Null for "the 5 biggest bills and for which pet", which asks for the pet of each bill and not for pets. */
function joinPiece(before: Frame, piece: Frame, tokens: readonly Token[], at: number): Frame | null {
  const joined = joinFrames(before, piece);
  const isOfRows = before.measures.some(({ figure }) => figure.kind === 'aggregate');
  const isRanked = (isOfRows || before.ranking !== null) && (before.count !== null || before.place !== null);
  const isBeside = isRanked && before.keys.length === 0 && !before.target && joined?.target;
  return isBeside && tokens.slice(0, at + 1).some(({ word }) => word === 'and') ? null : joined;
}

/** Where a name alone is a piece: at the beginning, after a mark or "and", or beside "top 5". */
function isFree(before: Frame, tokens: readonly Token[], at: number): boolean {
  const last = tokens[at - 1];
  const isMark = last === undefined || last.kind === 'mark' || last.word === 'and';
  return isMark || before.count !== null || before.place !== null || before.descending !== null;
}

function isAnythingAsked(one: Frame): boolean {
  return (
    one.measures.length > 0 ||
    one.target !== null ||
    one.isAsked ||
    one.ask !== null ||
    one.isShare ||
    one.isHow ||
    one.columns.length > 0 ||
    one.isTruth
  );
}

/** A second clause is about the rows of the first only if it says so, and must not add conditions to it. */
function isWhole({ frame: whole, before }: Way): boolean {
  if (!before) return true;
  const added = whole.conditions.length - before.conditions.length + (whole.said && !before.said ? 1 : 0);
  if (added > 0) return false;
  const isNarrowed =
    before.conditions.length > 0 || before.said !== null || before.having !== null || before.count !== null;
  const isMore = whole.measures.length > before.measures.length;
  return !isNarrowed || !isMore || whole.hasPronoun || whole.isEach;
}
