/** Numbers that state no result: the asker's own, and those that name something. */
import type { SourceCell } from '../finding/quantity.ts';
import { type FoundDate, findDates, saysDate } from '../text/dates.ts';
import { findDecimalMark } from '../text/decimal-mark.ts';
import { type Amount, findAmounts } from '../text/find-amounts.ts';
import { readStems, readWords } from '../text/words.ts';
import type { Mention } from './read-mentions.ts';

const SMALL = 13;

export interface GivenContext {
  readonly question: string;
  readonly asked: readonly Amount[];
  /** All code, where parameters and labels are. */
  readonly code: string;
  /** Without signs. */
  parameters(): ReadonlySet<number>;
  /** Words of the lines of code that have a number, by the number. */
  lines(): ReadonlyMap<number, ReadonlySet<string>>;
  /** Dates of the code. */
  dates(): readonly FoundDate[];
}

/** Characters of the question and of all code that are read; of code the end. */
const [MAX_QUESTION, MAX_CODE] = [10_000, 400_000];

export function createGivenContext(asked: string, cells: readonly SourceCell[]): GivenContext {
  const question = asked.slice(0, MAX_QUESTION);
  const code = cells
    .map(({ source }) => source)
    .join('\n')
    .slice(-MAX_CODE);
  // Few answers need them.
  let [parameters, dates]: [Set<number> | null, FoundDate[] | null] = [null, null];
  let lines: ReadonlyMap<number, ReadonlySet<string>> | null = null;
  const form = { mark: findDecimalMark(question), words: 'english' } as const;
  return {
    question,
    asked: findAmounts(question, form),
    code,
    parameters: () =>
      (parameters ??= new Set(
        (code.match(PARAMETERS) ?? []).map((text) => Number(text.replaceAll('_', ''))),
      )),
    lines: () => (lines ??= readCodeLines(code)),
    dates: () => (dates ??= findDates(code, false)),
  };
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
  const { amount, unit } = mention;
  return asked.some((other) => {
    if (amount.date !== null && other.date !== null && saysDate(other.date, amount.date)) return true;
    const isSame = (amount.kind === 'date') === (other.kind === 'date') && other.value === amount.value;
    if (!isSame || (unit !== null && other.unit !== null && unit.dimension !== other.unit.dimension))
      return false;
    const isSmall = Number.isInteger(amount.value) && Math.abs(amount.value) < SMALL && amount.unit === null;
    return !isSmall || hasSameNeighbor(mention, question.slice(0, other.start), question.slice(other.end));
  });
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

const NAMED_BEFORE =
  /(?<!\p{L})(?:top|first|last|next|bottom|past|previous|leading|best|worst|cells?|steps?|fig(?:ure)?s?\.?|tables?|sections?|chapters?|parts?|questions?|options?|version|phase|page|no\.|nr\.|#|clusters?|stages?|tiers?|levels?|erste[nr]?|letzten?|premiers?|derniers?|primer[oa]s|zelle)[\s\u2060#]*$/iu;
const NAMED_AFTER =
  /^[\u2060\s-]*(?:confidence|conf\.|ci(?!\p{L})|interval|threshold|cutoff|percentiles?|quantiles?|credible|significance|level|konfidenz)/iu;
const FRACTION_AFTER =
  /^[- ](?:halves|half|thirds?|quarters?|fourths?|fifths?|sixths?|tenths?|drittel|viertel)(?!\p{L})/iu;
const ONE_IN_BEFORE = /(?<!\p{L})(?:one|1) (?:in|out of|of)[\s\u2060]*(?:every )?$/iu;
const LEVEL_BEFORE = /(?:confidence|significance)[\p{L} ]*[\s\u2060(:=]*$/iu;
const COMPOUND_AFTER = /^-\p{Ll}/u;

const PER_BEFORE = /(?<!\p{L})(?:per|pro|je|par|por|every)[\s\u2060]*$/iu;

/** Whether the words around it make it a name: “Top 5”, “cell 3”, “95 % confidence”. */
export function isNamed({ before, after, amount }: Mention): boolean {
  if (amount.kind === 'date') return false;
  const isSmall = Number.isInteger(amount.value) && Math.abs(amount.value) <= 1000;
  // “Per 1,000 parts” names the scale.
  const isScale = PER_BEFORE.test(before) && /^10*$/.test(String(amount.value));
  return (
    isScale || (isSmall && NAMED_BEFORE.test(before)) || NAMED_AFTER.test(after) || LEVEL_BEFORE.test(before)
  );
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
const DETERMINED =
  /(?<!\p{L})(?:the|these|those|all|both|other|any|its|their|of|die|diese|les|ces|los)[\s\u2060]*$/iu;
const PARAMETERS = /(?<![\w.])\d+(?:[._]\d+)*(?![\w.])/g;

const RANK_AFTER = /^[- ](?:in|by|among|behind|overall|place|rank|position|\p{L}+est(?!\p{L})|most|least)/u;
const RANK_BEFORE = /(?<!\p{L})(?:rank(?:s|ed)?|comes?|came|finish(?:es|ed)?|placed?)(?: in)?[\s\u2060]*$/iu;

/** What has a number for a name. */
const NUMBERED =
  /(?<!\p{L})(?:days?|weeks?|months?|years?|quarters?|hours?|rounds?|stores?|groups?|class(?:es)?|customers?|products?|rooms?|types?|models?|samples?|runs?|experiments?|scenarios?|cases?|columns?|rows?|lines?|tag|woche|jour|semaine|día)[\s\u2060#]*$/iu;

/** Of a number that no output says: whether it claims nothing. */
export function isName(mention: Mention, given: GivenContext): boolean {
  const { amount, before, after } = mention;
  if (amount.date !== null && isDateOfCode(amount, given)) return true;
  if (amount.kind === 'ordinal') return !RANK_AFTER.test(after) && !RANK_BEFORE.test(before);
  if (isIdiom(mention) || isInCode(mention, given)) return true;
  if (amount.kind === 'words') {
    return amount.value === 1 || DETERMINED.test(before) || COMPOUND_AFTER.test(after);
  }
  const isLimit = LIMIT_BEFORE.test(before) || LIMIT_AFTER.test(after);
  return isNumbered(mention) || (isLimit && isParameter(amount, given));
}

/** “All (100 %)”, “two thirds”, “one in three”: ways to say something else. */
function isIdiom({ amount, unit, before, after }: Mention): boolean {
  const isWhole = Math.abs(amount.value) === 100 && unit?.dimension === 'percent';
  return isWhole || FRACTION_AFTER.test(after) || ONE_IN_BEFORE.test(before);
}

/** “Day 7”, “a 7-day average”; “a 5-kg gap” is a claim. */
function isNumbered({ amount, text, before, after }: Mention): boolean {
  if (!Number.isInteger(amount.value) || Math.abs(amount.value) >= 1000) return false;
  if (amount.unit === null) return NUMBERED.test(before) || COMPOUND_AFTER.test(after);
  return /^\d+-\p{L}/u.test(text) && /^(?:time|months)$/.test(amount.unit.dimension);
}

/** “Q2” without a year is the name of a group where the code has it. */
export function isQuarterName({ amount: { date } }: Mention, { code, question }: GivenContext): boolean {
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
