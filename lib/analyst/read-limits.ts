/** What a question says beyond what the table can be asked: a condition or a divisor that no column knows. */
import type { Column } from './dataset.ts';
import { findAdjective } from './lexicon.ts';
import { readAggregates } from './read-cues.ts';
import { range, readWords, STOP_WORDS, type Word } from './words.ts';

/** Words of a question that columns, values, times and grains account for. */
export type Covered = ReadonlySet<number>;

/** "Price per square metre", "how much rain" without such columns: any figure would answer another question. */
export function asksUnknown(words: readonly Word[], covered: Covered, hasMeasure: boolean): boolean {
  if (!hasMeasure && words[0]?.lower === 'how' && words[1]?.lower === 'much') return true;
  if (!hasMeasure && (asksQuality(words, covered) || asksFigure(words, covered))) return true;
  if (!hasMeasure && words.some(({ stem }, at) => FIGURE_NOUN.test(stem) && !covered.has(at))) return true;
  return words.some(
    ({ lower }, at) =>
      lower === 'per' && (isUnknown(words, at + 1, covered) || isRatio(words, at + 1, covered)),
  );
}

/** "The most reliable supplier": a quality that no column holds; rows would be counted. */
function asksQuality(words: readonly Word[], covered: Covered): boolean {
  return words.some(({ lower }, at) => {
    const before = words[at - 1]?.lower ?? '';
    const isGraded = /^(most|least|more|less)$/.test(before) && QUALITY.test(lower);
    const isSuperlative = before === 'the' && /^\p{L}{3,}est$/u.test(lower) && !RANK_OR_NOUN.test(lower);
    return (isGraded || isSuperlative) && !covered.has(at) && findAdjective(lower) === null;
  });
}

const QUALITY =
  /(able|ible|ful|ous|less|ical|cient|ctive|loyal|honest|satisfied|important|interesting|successful)$/;

/** Superlatives without a quality, and nouns that only end so. */
const RANK_OR_NOUN =
  /^(highest|lowest|largest|smallest|biggest|greatest|fewest|latest|earliest|newest|oldest|rarest|.*commonest|west|forest|guest|test|rest|contest|harvest|request|interest|nest|chest|quest)$/;

/** "Total honey", "gave the most honey": a noun that no column knows, and that is not a plural, which may mean the rows. */
function asksFigure(words: readonly Word[], covered: Covered): boolean {
  return words.some((word, at) => {
    if (!/^(most|least)$/.test(word.lower) && readAggregates([word]).length === 0) return false;
    const next = words.findIndex(({ lower }, index) => index > at && !/^(the|of|a|an)$/.test(lower));
    const noun = words[next];
    if (!noun || covered.has(next) || noun.stem !== noun.lower || !/^\p{L}{3}/u.test(noun.raw)) return false;
    return !NO_FIGURE.test(noun.lower) && !STOP_WORDS.has(noun.lower) && readAggregates([noun]).length === 0;
  });
}

const NO_FIGURE =
  /^(number|amount|value|size|count|figure|recent|common|frequent|popular|often|likely|typical|unusual|expensive|costly|.*ly|.*ed|.*ing|.*est|than|one|time|share|percent|percentage|rate|per|row|record|entry|line|difference|change|growth|correlation|year|month|week|day|hour|quarter|season|duplicate|missing|in|on|for|by|and|or|across|over|between|within|among|after|before|since|until|during|from|to|with|without|is|was|are|were|has|have|had)$/;

/** Nouns that ask for a figure; counting rows instead would answer another question. */
const FIGURE_NOUN =
  /^(revenue|turnover|profit|income|price|cost|salary|wage|budget|temperature|weight|height|speed|distance|duration|rainfall|ratio)$/;

const UNIT_NOUN =
  /^(square|sq|sqm|met(er|re)s?|m2?|km|kilomet(er|re)s?|miles?|kg|kilos?|grams?|capita|head|person|inhabitants?|foot|feet|lit(er|re)s?|acres?|hectares?)$/;

/** "Cost per day of stay" divides by a column. */
function isRatio(words: readonly Word[], at: number, covered: Covered): boolean {
  return (
    /^(hour|day|week|month|year)$/.test(words[at]?.lower ?? '') &&
    words[at + 1]?.lower === 'of' &&
    covered.has(at + 2)
  );
}

function isUnknown(words: readonly Word[], at: number, covered: Covered): boolean {
  const next = words.slice(at, at + 3).findIndex(({ lower }) => !/^(the|each|single|unique)$/.test(lower));
  const word = words[at + next];
  // "Average cost per visit": each row is one.
  if (word && readAggregates(words.slice(0, at)).length > 0 && !UNIT_NOUN.test(word.lower)) return false;
  return word !== undefined && !covered.has(at + next) && !/^(cent|row|rows|record|entry)$/.test(word.lower);
}

const CHANGES =
  /^\W*((please|can you|could you|now) )*((delete|rename|replace|insert|update|merge|overwrite|impute|edit|modify|save|export|convert|fill|email|upload)\b|(drop|remove) (all|the|every|each|any|rows?|columns?|duplicates?|missing|nulls?)\b)/i;

/** "Delete all returned orders": to be done to the data, not asked of it. */
export function asksChange(text: string): boolean {
  return CHANGES.test(text);
}

const NO_GROUP =
  /^(far|hand|default|chance|itself|themselves|average|value|amount|size|column|field|variable|row|record|entry|one|kind|sort|type|way|factor|feature|rank|order|percent|percentage|share|time|mean|means|most|least|top|alphabet|total)$/;

const NAME =
  /`([^`\n]+)`|(?<![\p{L}\p{N}.])\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_(]|\.\p{L})/gu;

/** What is written as a column's name, `shipping_cost` or in backticks, and holds a word that no column or value has. */
export function findUnknownName(
  text: string,
  words: readonly Word[],
  covered: Covered,
  columns: readonly Column[],
): string | null {
  for (const match of text.matchAll(NAME)) {
    const name = match[1] ?? match[0];
    if (columns.some((column) => column.name === name)) continue;
    if (listParts(text, match.index, name).some((at) => isUncovered(words, at, covered))) return name;
  }
  return null;
}

function listParts(text: string, index: number, name: string): number[] {
  const first = readWords(text.slice(0, index)).length;
  return range(first, first + readWords(name).length - 1);
}

function isUncovered(words: readonly Word[], at: number, covered: Covered): boolean {
  return /^\p{L}{3}/u.test(words[at]?.raw ?? '') && !covered.has(at);
}

const QUOTED =
  /(?<=\b(?:in|for|of|from|at|by|with|is|to|called|named|equals?|=)\s+)["“]([^"“”\n]{2,60})["”]/giu;

/** A value in quotation marks that no text column holds: leaving it out would answer another question. */
export function findUnknownValue(text: string, words: readonly Word[], covered: Covered): string | null {
  for (const { 1: value = '', index } of text.matchAll(QUOTED)) {
    const parts = listParts(text, index, value);
    if (parts.length > 0 && parts.every((at) => isUncovered(words, at, covered))) return value;
  }
  return null;
}

/** The noun of "which city", "by city" or "how many different cities" when no column, value or calendar knows it. */
export function findUnknownGroup(
  words: readonly Word[],
  covered: Covered,
  superlative: boolean,
): string | null {
  const spots = words.flatMap(({ lower }, at) => {
    const counts =
      /^(distinct|different|unique)$/.test(lower) && /^(many|of)$/.test(words[at - 1]?.lower ?? '');
    const asks =
      lower === 'by' || counts || (superlative && (lower === 'which' || (lower === 'what' && at === 0)));
    return asks ? [skipRanks(words, at + 1)] : [];
  });
  const at = spots.find((spot) => isUnknownNoun(words[spot], covered.has(spot)));
  return at === undefined ? null : (words[at]?.raw ?? null);
}

function isUnknownNoun(word: Word | undefined, known: boolean): boolean {
  if (!word || known || !/^\p{L}{3}/u.test(word.raw) || STOP_WORDS.has(word.lower)) return false;
  return !NO_GROUP.test(word.stem) && !/ing$/.test(word.lower) && readAggregates([word]).length === 0;
}

function skipRanks(words: readonly Word[], from: number): number {
  const at = words.findIndex(
    ({ lower }, index) =>
      index >= from && !/^(the|a|an|each|single|individual|of|\d+|.*est|most|top)$/.test(lower),
  );
  return at < 0 ? words.length : at;
}

const COMPARATIVE =
  /^(more|less|fewer|higher|lower|bigger|larger|smaller|greater|better|worse|longer|shorter|older|younger|heavier|lighter|faster|slower|cheaper|taller|warmer|colder|hotter|richer|stronger|wetter|drier)$/;

/** "Do older patients cost more?": two comparatives ask how two columns go together. */
export function comparesTwice(words: readonly Word[]): boolean {
  const asks = /^(do|does|did|are|is|the)$/.test(words[0]?.lower ?? '');
  const count = words.filter(
    ({ lower }, at) => COMPARATIVE.test(lower) && words[at + 1]?.lower !== 'than',
  ).length;
  return asks && count > 1;
}
