/** Finds which columns a question's words mean. */
import type { Column } from './dataset.ts';
import { findAdjective, isShortForm, isSynonym, isUnit } from './lexicon.ts';
import { readAggregates } from './read-cues.ts';
import { readNameWords, STOP_WORDS, toRoot, type Word } from './words.ts';

/** Words `from` to `to` (inclusive) of the question mean this column. */
export interface Mention {
  readonly column: Column;
  readonly from: number;
  readonly to: number;
  readonly at: readonly number[];
  /** The column's own words were used, not synonyms. */
  readonly literal: boolean;
  /** The word that says what the column holds was not among them: "sales" of `Sales Rep`. */
  readonly headless: boolean;
  readonly score: number;
  /** Other columns these words fit just as well. */
  readonly rivals: readonly string[];
}

const EXACT = 1;
const PREFIX = 0.8;
const SYNONYM = 0.6;
const MIN_SCORE = 0.4;
const LEFTOVER_COST = 0.12;
/** A name without its head is another thing: "sales" is not `Sales Rep`, "units" not `Unit Price`. */
const HEADLESS_COST = 0.33;
/** Parts a question leaves out: "product" rather means `Product Name` than `Product Category`. */
const GENERIC_PARTS: ReadonlySet<string> = new Set(['name', 'title', 'label']);
/** Parts that follow the head of a name: `units_made`, `temp_max`, `price per unit`, `plant id`. */
const TRAILING_PART =
  /^(name|title|label|id|code|number|no|location|level|max|min|avg|average|mean|total|sum|count|.*ed|sold|made|built|spent|won|lost|\d+|usd|eur)$/;
/** Rows are counted by these nouns, which verbs in names look like. */
const COUNTED_NOUN =
  /^(orders?|purchases?|returns?|deliver(y|ies)|visits?|bookings?|requests?|reports?|tests?|calls?)$/;
const DEED = /^(.*ed|sold|made|built|spent)$/;
/** Names longer than this are sentences and have no head. */
const MAX_HEADED_WORDS = 4;
/** Words a mention may skip between two of its own: "length of the bill". */
const MAX_GAP = 3;

/** Greedy: the best-fitting column takes its words, then the next. */
export function findMentions(words: readonly Word[], columns: readonly Column[]): Mention[] {
  const named = columns.map((column) => ({ column, name: readNameWords(column.name) }));
  const taken = new Set<number>();
  const mentions: Mention[] = [];
  for (;;) {
    const candidates = named
      .map(({ column, name }) => bestMention(words, column, name, taken))
      .filter((mention) => mention !== null)
      // A column named once in its own words is not meant again by a synonym ("makes the most units").
      .filter(({ column, literal }) => literal || !mentions.some((other) => other.column === column))
      .toSorted((left, right) => right.score - left.score || left.from - right.from);
    const best = candidates[0];
    if (!best) return mentions.toSorted((left, right) => left.from - right.from);
    const rivals = candidates
      .filter(
        ({ score, from, column, headless }) =>
          column !== best.column && !headless && from === best.from && best.score - score < 0.05,
      )
      .map(({ column }) => column.name);
    mentions.push({ ...best, rivals });
    for (const index of best.at) taken.add(index);
  }
}

function bestMention(
  words: readonly Word[],
  column: Column,
  name: readonly Word[],
  taken: ReadonlySet<number>,
): Mention | null {
  let best: Mention | null = null;
  for (let start = 0; start < words.length; start++) {
    const mention = taken.has(start) ? null : mentionFrom(words, start, column, name, taken);
    if (!mention || gradesDate(words, mention) || isBareNumber(words, mention, name)) continue;
    if (!best || mention.score > best.score) best = mention;
  }
  return best;
}

function mentionFrom(
  words: readonly Word[],
  start: number,
  column: Column,
  name: readonly Word[],
  taken: ReadonlySet<number>,
): Mention | null {
  const left = name.filter((word) => name.length === 1 || !isUnit(word.stem));
  const open = left.length > 0 ? [...left] : [...name];
  const at: number[] = [];
  let score = 0;
  let literal = true;
  for (let index = start; index < words.length && open.length > 0; index++) {
    if (at.length > 0 && index - (at.at(-1) ?? 0) > MAX_GAP) break;
    const word = words[index];
    if (!word || taken.has(index)) break;
    const fit = fitWord(word, open);
    if (!fit) {
      if (at.length === 0 || !STOP_WORDS.has(word.lower) || word.lower === 'and') break;
      continue;
    }
    open.splice(fit.index, 1);
    at.push(index);
    score += fit.strength;
    if (fit.strength < PREFIX && !STOP_WORDS.has(word.lower)) literal = false;
  }
  const isNoun = at.every((index) => COUNTED_NOUN.test(words[index]?.lower ?? ''));
  score -= leftoverCost(open, name, isNoun);
  const last = at.at(-1);
  if (last === undefined || at[0] !== start || score < MIN_SCORE) return null;
  const headless = isHeadless(open, name, isNoun);
  return { column, from: start, to: last, at, literal, headless, score, rivals: [] };
}

/** "Top 5" is no `Temper (1 calm - 5 angry)`. */
function isBareNumber(words: readonly Word[], { at }: Mention, name: readonly Word[]): boolean {
  return at.length < name.length && at.every((index) => /^\d/.test(words[index]?.lower ?? ''));
}

/** "Longer" is of a duration, and of no `Start time`. */
function gradesDate(words: readonly Word[], { column, at }: Mention): boolean {
  if (column.kind !== 'date') return false;
  const concepts = at.map((index) => findAdjective(words[index]?.lower ?? '')?.concept ?? 'date');
  return concepts.every((concept) => concept !== 'date');
}

function leftoverCost(open: readonly Word[], name: readonly Word[], isNoun: boolean): number {
  const parts = open.reduce((cost, part) => cost + partCost(part), 0);
  return isHeadless(open, name, isNoun) ? parts + HEADLESS_COST : parts;
}

function partCost(part: Word): number {
  if (STOP_WORDS.has(part.lower) || /^\d/.test(part.lower)) return 0;
  return GENERIC_PARTS.has(part.stem) ? LEFTOVER_COST / 3 : LEFTOVER_COST;
}

function isHeadless(open: readonly Word[], name: readonly Word[], isNoun: boolean): boolean {
  const head = findHead(name);
  // "Produces" is enough for `Units Produced`; "orders" are not the `Qty Ordered`.
  const verb = !isNoun && name.some((part) => DEED.test(part.lower) && !open.includes(part));
  return head !== null && open.includes(head) && !verb;
}

/** The word that says what a column holds: `price` of `unit_price`, `length` of `length_of_stay`. */
function findHead(name: readonly Word[]): Word | null {
  if (name.length > MAX_HEADED_WORDS) return null;
  const linked = name.findIndex(({ lower }, at) => at > 0 && /^(of|per|in|on|from|to|for|at)$/.test(lower));
  const phrase = linked > 0 ? name.slice(0, linked) : name;
  const bare = phrase.filter(({ stem }) => !isUnit(stem));
  return bare.findLast(({ stem }, at) => at === 0 || !TRAILING_PART.test(stem)) ?? null;
}

function fitWord(word: Word, open: readonly Word[]): { index: number; strength: number } | null {
  let best: { index: number; strength: number } | null = null;
  open.forEach((part, index) => {
    const strength = compareWords(word, part);
    // The later part is the head: "units" means the volume of a `production_volume`.
    if (strength > 0 && strength >= (best?.strength ?? 0)) best = { index, strength };
  });
  return best;
}

function compareWords(word: Word, part: Word): number {
  if (part.stem.length === 1 ? word.raw === part.raw && !STOP_WORDS.has(word.raw) : word.stem === part.stem) {
    return STOP_WORDS.has(word.lower) && part.lower !== word.lower ? 0 : stopAware(word);
  }
  if (STOP_WORDS.has(word.lower)) return 0;
  if (isShortForm(word.stem, part.stem)) return PREFIX;
  if (isAbbreviation(word.stem, part.stem) || isAbbreviation(part.stem, word.stem)) return PREFIX;
  const root = toRoot(word.stem);
  if (root !== '' && root === toRoot(part.stem)) return PREFIX;
  // "Total" asks for a sum; it stands for no other word.
  return isSynonym(word.stem, part.stem) && readAggregates([word]).length === 0 ? SYNONYM : 0;
}

/** A stop word may be part of a longer name ("number of units") but names no column alone. */
function stopAware(word: Word): number {
  return STOP_WORDS.has(word.lower) ? 0.15 : EXACT;
}

const NEVER_SHORT = new Set([
  'count',
  'mean',
  'total',
  'number',
  'unit',
  'part',
  'form',
  'over',
  'numb',
  'rate',
]);

function isAbbreviation(long: string, short: string): boolean {
  if (NEVER_SHORT.has(short)) return false;
  return (
    short.length >= 4 &&
    long.length > short.length &&
    long.length - short.length <= 7 &&
    long.startsWith(short)
  );
}
