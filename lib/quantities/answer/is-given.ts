/** Numbers that state no result: the asker's own, what the answer assumes, and those that name something. */
import type { SourceCell } from '../finding/quantity.ts';
import { makeGivenValue } from '../source/given-value.ts';
import type { SourceValue } from '../source/source-value.ts';
import { type FoundDate, findDates, saysDate } from '../text/dates.ts';
import { findDecimalMark } from '../text/decimal-mark.ts';
import { type Amount, findAmounts } from '../text/find-amounts.ts';
import { findUnit, type Unit } from '../text/units.ts';
import { readStems, readWords } from '../text/words.ts';
import type { Mention } from './read-mentions.ts';

const SMALL = 13;

/** What no output has to say. Few answers need what has to be called. */
export interface GivenContext {
  readonly question: string;
  readonly asked: readonly Amount[];
  /** Rows and columns of variables that the model was shown. */
  readonly sizes: readonly number[];
  /** Amounts of earlier answers. */
  known(): readonly Amount[];
  /** What results can be measured against: numbers of the question, and sizes. */
  targets(): readonly SourceValue[];
  /** All code, where parameters and labels are. */
  readonly code: string;
  /** The numbers in the code, without signs. */
  parameters(): ReadonlySet<number>;
  /** Words of the lines of code that have a number, by the number. */
  lines(): ReadonlyMap<number, ReadonlySet<string>>;
  /** Dates of the code. */
  dates(): readonly FoundDate[];
}

interface Given {
  readonly question: string;
  readonly known: () => readonly string[];
  readonly sizes: readonly number[];
}

/** Characters of the question and of all code that are read; of code the end. */
const [MAX_QUESTION, MAX_CODE] = [10_000, 400_000];

export function createGivenContext(given: Given, cells: readonly SourceCell[]): GivenContext {
  const question = given.question.slice(0, MAX_QUESTION);
  const asked = readAmounts(question);
  const code = cells
    .map(({ source }) => source)
    .join('\n')
    .slice(-MAX_CODE);
  return {
    question,
    asked,
    sizes: given.sizes,
    known: once(() => readAmounts(given.known().join('\n'))),
    targets: once(() => listTargets(asked, given.sizes)),
    code,
    parameters: once(
      () => new Set((code.match(PARAMETERS) ?? []).map((text) => Number(text.replaceAll('_', '')))),
    ),
    lines: once(() => readCodeLines(code)),
    dates: once(() => findDates(code, false)),
  };
}

function readAmounts(text: string): Amount[] {
  return findAmounts(text, { mark: findDecimalMark(text), isProse: true });
}

function once<Value>(read: () => Value): () => Value {
  let found: { readonly value: Value } | null = null;
  return () => {
    found ??= { value: read() };
    return found.value;
  };
}

const [MIN_TARGET, MAX_TARGETS] = [100, 50];

function listTargets(asked: readonly Amount[], sizes: readonly number[]): SourceValue[] {
  const form = { start: 0, end: 0, step: 1, roundStep: 1, unit: null, kind: 'digits', date: null } as const;
  const all = [...asked, ...sizes.map((value): Amount => ({ ...form, value }))].filter(
    ({ date, value }) => date === null && Math.abs(value) >= MIN_TARGET,
  );
  return [...new Map(all.map((amount) => [amount.value, makeGivenValue(amount)])).values()].slice(
    0,
    MAX_TARGETS,
  );
}

/** Characters of a line of code that name what a number in it is. */
const MAX_LINE = 200;

/** Lines of one number each: longer ones hold data. */
function readCodeLines(code: string): Map<number, Set<string>> {
  const lines = new Map<number, Set<string>>();
  for (const line of code.split('\n')) {
    const numbers = line.length <= MAX_LINE ? (line.match(PARAMETERS) ?? []) : [];
    if (numbers.length === 0 || numbers.length > MAX_IN_LINE) continue;
    const stems = readStems(line);
    for (const text of numbers) {
      const known = lines.get(Number(text.replaceAll('_', ''))) ?? new Set();
      lines.set(Number(text.replaceAll('_', '')), new Set([...known, ...stems]));
    }
  }
  return lines;
}

const MAX_IN_LINE = 2;

/** Whether a line of code has the number, for what the sentence names: “50 mg/ml” of `conc = 50  # mg/ml`. */
function isInCode({ amount, words, text, after }: Mention, given: GivenContext): boolean {
  const stems = given.lines().get(Math.abs(amount.value));
  if (!stems || amount.step < 0.001) return false;
  const near = words.filter(({ distance }) => distance < NEAR_CODE).map(({ stem }) => stem);
  const own = readWords(`${text}${after.slice(0, 20)}`).map(({ stem }) => stem);
  return [...near, ...own].some((stem) => /^\p{L}/u.test(stem) && stems.has(stem));
}

/** Characters. */
const NEAR_CODE = 25;

/** Whether the question has the number, with the same noun if it is a small one. */
export function isAsked(mention: Mention, { question, asked }: GivenContext): boolean {
  const { amount } = mention;
  return asked.some((other) => {
    if (amount.date !== null && other.date !== null && saysDate(other.date, amount.date)) return true;
    if (!isSame(mention, other)) return false;
    const isSmall = Number.isInteger(amount.value) && Math.abs(amount.value) < SMALL && amount.unit === null;
    return !isSmall || hasSameNeighbor(mention, question.slice(0, other.start), question.slice(other.end));
  });
}

function isSame({ amount, unit }: Mention, other: Amount): boolean {
  if (amount.kind !== other.kind || other.value !== amount.value) return false;
  return unit === null || other.unit === null || unit.dimension === other.unit.dimension;
}

function hasSameNeighbor({ before, after }: Mention, askedBefore: string, askedAfter: string): boolean {
  const next = (text: string) =>
    readWords(text.slice(0, 40))
      .slice(0, 2)
      .map(({ stem }) => stem);
  const last = (text: string) => readWords(text.slice(-30)).at(-1)?.stem;
  const isNext = next(after).some((stem) => next(askedAfter).includes(stem));
  return isNext || (last(before) !== undefined && last(before) === last(askedBefore));
}

/** Whether an earlier answer has it, or a variable is of that size. */
export function isKnown(mention: Mention, { known, sizes }: GivenContext): boolean {
  const { amount, unit } = mention;
  return (unit === null && sizes.includes(amount.value)) || known().some((other) => isSame(mention, other));
}

const NAMED_BEFORE =
  /(?<!\p{L})(?:top|first|last|next|bottom|past|previous|leading|best|worst|cells?|steps?|fig(?:ure)?s?\.?|tables?|sections?|chapters?|parts?|questions?|options?|version|phase|page|no\.|nr\.|#|clusters?|stages?|tiers?|levels?|erste[nr]?|letzten?|premiers?|derniers?|primer[oa]s|zelle)[\s\u2060#]*$/iu;
const COMPOUND_AFTER = /^-\p{Ll}/u;
const PER_BEFORE = /(?<!\p{L})(?:per|pro|je|par|por|every)[\s\u2060]*$/iu;

/** Whether the words around it make it a name, or say that it is assumed: “Top 5”, “cell 3”, “95 % confidence”, “assuming 365 days”. */
export function isNamed(mention: Mention, given: GivenContext): boolean {
  const { before, amount } = mention;
  if (amount.kind === 'date') return isQuarterName(mention, given);
  const isSmall = Number.isInteger(amount.value) && Math.abs(amount.value) <= 1000;
  // “Per 1,000 parts” names the scale.
  const isScale = PER_BEFORE.test(before) && /^10*$/.test(String(amount.value));
  const isOfName = isSmall && NAMED_BEFORE.test(before);
  return isScale || isOfName || isLevel(mention) || isAssumed(mention) || isConversion(mention);
}

/** Words of how sure an estimate is, and of what part of a distribution is meant. */
const LEVEL =
  /(?<!\p{L})(?:confiden|credib|ci(?!\p{L})|conf\.|bootstrap|interval|central|middle|percentile|quantile|signifi|level|threshold|cutoff|konfiden|vertrauen|zentral|perzentil|niveau|confian)/iu;
/** Percent that such a part leaves out, or has. */
const TAILS = new Set([0.1, 0.5, 1, 2.5, 5, 10, 20, 25, 32, 50]);
const [BEFORE, AFTER] = [30, 30];

/** “A 95 % bootstrap interval”, “the central 95 %”, “95 % confident”, “at the 0.05 level”. */
function isLevel({ amount, unit, before, after }: Mention): boolean {
  const percent = unit === null ? amount.value * 100 : unit.dimension === 'percent' ? amount.value : -1;
  const tail = Math.round(Math.min(percent, 100 - percent) * 100) / 100;
  const near = `${before
    .slice(-BEFORE)
    .split(/[.,;:()]\s?/)
    .at(-1)} | ${after.slice(0, AFTER).split(/[.,;:()]/)[0]}`;
  return TAILS.has(tail) && LEVEL.test(near);
}

const ASSUMED =
  /(?<!\p{L})(?:assum|suppos|presum|convention(?!al)|annahme|angenommen|unterstell|konvention|supuest|supposé)\p{L}*((?:(?![.;]\s).)*)$/isu;
const ASSUMED_AFTER =
  /^[^.,;()]{0,30}[\s(,]+(?:assumed|an assumption|by convention|angenommen|als annahme)(?!\p{L})/iu;
/** Characters. */
const MAX_ASSUMED = 40;

/** “Assumed: 19 % VAT”, “assuming 365 days”, “Annahme: 19 % MwSt.”: after a comma, only what a colon announces is still assumed. */
function isAssumed({ before, after }: Mention): boolean {
  const [, between] = ASSUMED.exec(before) ?? [];
  if (between === undefined) return ASSUMED_AFTER.test(after);
  return /^\s*:/.test(between) || (between.length <= MAX_ASSUMED && !between.includes(','));
}

const ONE_BEFORE =
  /(?<![\p{L}\d.,])(?:1|one|an?|eine?)\s(\p{L}+)\s?(?:=|≈|is|are|has|equals|ist|sind|hat|entspricht)\s(?:about |etwa )?$/iu;
const ONE_AFTER = /^\s(?:an?|per|in an?|in one|pro|im|je)\s(\p{L}+)/iu;
/** Years differ in their days. */
const DAYS_OF_MONTH = 365 / 12;
const MAX_OFF = 0.015;

/** “1 mile = 1.609 km”, “365 days a year”: how many of one unit another one is. */
function isConversion({ amount, unit, before, after }: Mention): boolean {
  const [, name = ''] = ONE_BEFORE.exec(before) ?? ONE_AFTER.exec(after) ?? [];
  const [one, own] = [toBase(findUnit(name)), toBase(unit)];
  if (!one || !own || one.dimension !== own.dimension || one.factor === own.factor) return false;
  return Math.abs((amount.value * own.factor) / one.factor - 1) <= MAX_OFF;
}

function toBase(unit: Unit | null): Unit | null {
  if (unit?.dimension !== 'months') return unit;
  return { dimension: 'time', factor: unit.factor * DAYS_OF_MONTH * 86_400 };
}

const WHOLE_BEFORE = /(?<!\p{L})(?:above|below|over|under|beyond|exceed(?:s|ed|ing)?)[\s\u2060]*$/iu;
const TEST_BEFORE = /(?<!\p{L})[pα][\s\u2060]*(?:value )?[<>≤≥=][\s\u2060]*$/iu;
const TEST_LEVELS = new Set([0.1, 0.05, 0.01, 0.001, 0.0001]);

/** “Below 100 %”, “p > 0.05”: marks against which results are held. */
export function isMark({ amount, unit, before }: Mention): boolean {
  const isWhole = amount.value === 100 && unit?.dimension === 'percent' && WHOLE_BEFORE.test(before);
  return isWhole || (TEST_LEVELS.has(amount.value) && TEST_BEFORE.test(before));
}

const LIMIT_BEFORE =
  /(?:above|over|below|under|than|least|most|exceed(?:s|ing|ed)?|within|every|window of|threshold of|cutoff of|limit of|between|and|from|to|until|since|before|after|bins? of|[<>≤≥=]|alpha|seed)[\s\u2060$€£]*$/iu;
const LIMIT_AFTER =
  /^[\s\u2060]*(?:(?:\p{L}+ )?or (?:more|less|higher|lower|above|below|better|worse)|\+|and (?:above|below|over|under)|-?(?:rolling|fold|nearest))/iu;
const PARAMETERS = /(?<![\w.])\d+(?:[._]\d+)*(?![\w.])/g;

/** Words for things that have a number as their name. */
const NUMBERED =
  /(?<!\p{L})(?:days?|weeks?|months?|years?|quarters?|hours?|rounds?|stores?|groups?|class(?:es)?|customers?|products?|rooms?|types?|models?|samples?|runs?|experiments?|scenarios?|cases?|columns?|rows?|lines?|tag|woche|jour|semaine|día)[\s\u2060#]*$/iu;

/** Whether a number that no output says claims nothing. */
export function isName(mention: Mention, given: GivenContext): boolean {
  const { amount, unit, before, after } = mention;
  if (amount.date !== null && isDateOfCode(amount, given)) return true;
  // “All (100 %)”.
  const isWhole = Math.abs(amount.value) === 100 && unit?.dimension === 'percent';
  if (isWhole || isInCode(mention, given) || isNumbered(mention)) return true;
  return (LIMIT_BEFORE.test(before) || LIMIT_AFTER.test(after)) && isParameter(amount, given);
}

/** “Day 7”, “a 7-day average”; “a 5-kg gap” is a claim. */
function isNumbered({ amount, text, before, after }: Mention): boolean {
  if (!Number.isInteger(amount.value) || Math.abs(amount.value) >= 1000) return false;
  if (amount.unit === null) return NUMBERED.test(before) || COMPOUND_AFTER.test(after);
  return /^\d+-\p{L}/u.test(text) && /^(?:time|months)$/.test(amount.unit.dimension);
}

/** “Q2” without a year is the name of a group where the code has it. */
function isQuarterName({ amount: { date } }: Mention, { code, question }: GivenContext): boolean {
  if (date?.quarter === undefined || date.year !== undefined) return false;
  return new RegExp(`(?<![\\p{L}\\d])Q${date.quarter}(?!\\d)`, 'iu').test(`${code}\n${question}`);
}

function isDateOfCode(amount: Amount, given: GivenContext): boolean {
  const { date } = amount;
  if (date === null) return false;
  const isThere = given.dates().some((each) => saysDate(each.date, date));
  const isQuarter = date.quarter !== undefined && new RegExp(`Q${date.quarter}`, 'i').test(given.code);
  return isThere || isQuarter || isParameter(amount, given);
}

function isParameter({ value }: Amount, { parameters }: GivenContext): boolean {
  return parameters().has(Math.abs(value));
}
