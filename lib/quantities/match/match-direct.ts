/** Values that a number of the answer may say: as it is, rounded, or on another scale. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceRelation } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import type { Unit } from '../text/units.ts';
import { type Agreement, findAgreement, NOUN_AFTER } from './agreement.ts';
import { conflicts } from './conflicts.ts';
import { agreesInSign } from './direction.ts';
import { hasUnit } from './has-unit.ts';
import { isSmallCount, type Range, toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

export interface Candidate {
  readonly value: SourceValue;
  readonly how: SourceRelation;
  readonly agreement: Agreement;
}

/** One way to read values: multiplied by `ratio` they are on the scale of the answer. */
interface Reading {
  readonly ratio: number;
  readonly accepts: (value: SourceValue) => boolean;
  /** Whether the words have to agree, however precise the number is. */
  readonly needsWords: boolean;
}

/** As many values as this would be expected to match by chance, before words have to agree. */
const MAX_CHANCE = 0.1;
/** With more, even words that agree prove little. */
const MAX_CERTAIN = 0.3;
const MAX_LOOKED_AT = 400;

export interface Direct {
  /** Candidates in one cell; empty if no value fits. */
  readonly found: readonly Candidate[];
  /** Whether it is evidence enough that they fit. */
  readonly isCertain: boolean;
}

const NOTHING: Direct = { found: [], isCertain: false };

export function matchDirect(mention: Mention, index: ValueIndex): Direct {
  const { amount } = mention;
  if (amount.date !== null) {
    const dated = matchDate(mention, index);
    // A date of 2023 does not say “2023 orders”.
    const isYear = !isCountLikeYear(mention) || dated.every(isNamedYear);
    const isCertain = isYear && isOfOrder(amount, dated);
    if (dated.length > 0 || amount.kind === 'date') return { found: dated, isCertain };
  }
  if (isClock(mention)) {
    const timed = index.saying({ minute: amount.value % 1440 });
    if (timed.length > 0) return { found: select(toDated(mention, timed)), isCertain: true };
  }
  if (isSmallCount(mention)) return NOTHING;
  const range = toRange(mention);
  const readings = listReadings(mention, index);
  const chance = readings.reduce((sum, { ratio }) => sum + estimateChance(range, ratio, index), 0);
  const needsWords = chance > MAX_CHANCE;
  const found = readings.flatMap((reading) => matchReading(mention, range, reading, needsWords, index));
  const free = found.filter(({ value }) => !conflicts(mention, value, index));
  // If the words contradict all values, nothing is claimed, in either way.
  if (free.length === 0) return { found: select(found), isCertain: false };
  const best = select(free);
  const isCertain = chance <= MAX_CERTAIN && best.every(({ value }) => hasUnit(mention, value));
  return { found: best, isCertain };
}

/** Whether day and month are read the same way on both sides, where they count. Months are not the quarter they are in. */
function isOfOrder({ date, isEither = false }: Amount, dated: readonly Candidate[]): boolean {
  if (date?.quarter !== undefined && dated.some(({ value }) => value.date?.quarter === undefined))
    return false;
  const isYear = date?.month === undefined && date?.quarter === undefined;
  return isYear || dated.every(({ value }) => (value.isEither ?? false) === isEither);
}

const IN_YEAR = /(?<!\p{L})(?:in|since|until|till|during|throughout|year|late|early|mid|im|en)[\s\u2060]*$/iu;

/** “2023 orders” can be that many. */
function isCountLikeYear({ amount, before, after }: Mention): boolean {
  return amount.kind === 'digits' && NOUN_AFTER.test(after) && !IN_YEAR.test(before);
}

/** A number that can be a year, or a count, of what the sentence names; a date is not that many. */
function isNamedYear({ value, agreement }: Candidate): boolean {
  return agreement.agrees && Object.keys(value.date ?? {}).length === 1;
}

function matchReading(
  mention: Mention,
  { from, to }: Range,
  { ratio, accepts, needsWords }: Reading,
  isCommon: boolean,
  index: ValueIndex,
): Candidate[] {
  const near = index.within(from / ratio, to / ratio, MAX_LOOKED_AT);
  return near
    .filter((value) => fits(mention, value) && accepts(value) && agreesInSign(mention, value))
    .map((value) => ({
      value,
      how: toRelation(mention, value, ratio),
      agreement: findAgreement(mention, value),
    }))
    .filter(({ agreement }) => agreement.agrees || !(isCommon || needsWords));
}

/** Whether nothing is known of the value's unit that the answer contradicts. */
function fits({ unit }: Mention, value: SourceValue): boolean {
  const own = value.unit.unit;
  if (unit === null || own === null || unit.dimension === own.dimension) return true;
  return unit.dimension === 'percent' && isLabeledFraction(value);
}

function toRelation({ amount }: Mention, { value }: SourceValue, ratio: number): SourceRelation {
  if (ratio !== 1) return 'scaled';
  const size = Math.abs(amount.value);
  return Math.abs(Math.abs(value) - size) <= size * 1e-9 ? 'exact' : 'rounded';
}

/** In which units and scales an output may show what a number says. */
function listReadings({ unit, stems, amount }: Mention, index: ValueIndex): Reading[] {
  const isKnown = (factor: number) => (value: SourceValue) => value.unit.unit?.factor === factor;
  const isPlain = (value: SourceValue) => value.unit.unit === null;
  const scaled: Reading[] = [1e3, 1e6, 1e9].map((ratio) => ({
    ratio,
    accepts: (value: SourceValue) => value.unit.multiplier === ratio,
    needsWords: false,
  }));
  // “3.21 million” for a bare 3.21: the answer knows what the numbers are in.
  const scale = amount.scale ?? 1;
  if (scale > 1) scaled.push({ ratio: scale, accepts: isBare, needsWords: true });
  if (unit === null) {
    const shares = stems.has('share') ? [{ ratio: 100, accepts: isFraction, needsWords: true }] : [];
    const percents = {
      ratio: 0.01,
      accepts: (value: SourceValue) => value.unit.unit?.dimension === 'percent',
      needsWords: true,
    };
    return [{ ratio: 1, accepts: () => true, needsWords: false }, percents, ...shares, ...scaled];
  }
  if (unit.dimension === 'percent') {
    const [ownRatio, fractionRatio] = [0.01 / unit.factor, 1 / unit.factor];
    return [
      { ratio: ownRatio, accepts: (value) => value.unit.unit !== null || value.isShare, needsWords: false },
      {
        ratio: fractionRatio,
        accepts: (value) => isFraction(value) || isLabeledFraction(value),
        needsWords: false,
      },
    ];
  }
  const known = index.factorsOf(unit.dimension).filter((factor) => factor !== unit.factor);
  return [
    {
      ratio: 1,
      accepts: (value) => isPlain(value) || value.unit.unit?.factor === unit.factor,
      needsWords: false,
    },
    ...known.map((factor) => ({ ratio: factor / unit.factor, accepts: isKnown(factor), needsWords: false })),
    ...guessFactors(amount, unit).map((factor) => ({
      ratio: factor / unit.factor,
      accepts: isPlain,
      // 22.19 kg for 22190: so many digits agree in one thing alone.
      needsWords: factor * 1000 !== unit.factor || amount.step > Math.abs(amount.value) * PRECISE,
    })),
    ...scaled,
  ];
}

/** Shares are shown with decimals, and rarely above a few hundred percent; a deviation is not a share. */
function isFraction({ value, step, unit, row, column }: SourceValue): boolean {
  const isSpread = row.stems.has('deviation') || column.stems.has('deviation');
  return !isSpread && unit.unit === null && step < 1 && Math.abs(value) <= 20;
}

/** A fraction whose unit is only in a label: a mean of `hours <= 8` is a share, though pandas calls it hours. */
function isLabeledFraction({ value, step, unit, printed }: SourceValue): boolean {
  return unit.unit !== null && step < 0.1 && Math.abs(value) <= 1 && !/\p{L}|[%$€£]/u.test(printed);
}

/** Units, as factors, that outputs use without a word. */
export const GUESSES: ReadonlyMap<string, readonly number[]> = new Map([
  ['mass', [1, 1000]],
  ['length', [0.001, 0.01, 1, 1000]],
  ['time', [0.001, 1, 60, 3600, 86_400]],
  ['bytes', [1, 1e3, 1e6, 1e9, 1024 ** 2, 1024 ** 3]],
]);

/** Units that an output may have used without a word. */
function guessFactors({ value, step }: Amount, { dimension, factor: own }: Unit): readonly number[] {
  // “8 hours” could be many a number of minutes.
  if (step > Math.abs(value) * MAX_GUESSED) return [];
  return (GUESSES.get(dimension) ?? []).filter((factor) => factor !== own);
}

/** At most this share of the number is left open. */
const PRECISE = 0.01;

function isBare({ unit, step }: SourceValue): boolean {
  return unit.multiplier === 1 && step < 1;
}

/** A share of the number: so coarse that a guess says nothing. */
const MAX_GUESSED = 0.06;

/** How many values would be in a range if those around it were spread evenly. */
export function estimateChance({ from, to }: Range, ratio: number, index: ValueIndex): number {
  const middle = (from + to) / 2;
  if (middle === 0) return 1;
  const around = index.countWithin(middle / 2 / ratio, (middle * 3) / 2 / ratio);
  return around * ((to - from) / middle);
}

function matchDate(mention: Mention, { saying }: ValueIndex): Candidate[] {
  const asked = mention.amount.date;
  if (asked === null) return [];
  const found = toDated(mention, saying(asked));
  // If an output shows the month itself, its days need not be shown.
  const isSame = ({ value }: Candidate) => Object.keys(value.date ?? {}).length === Object.keys(asked).length;
  return select(found.some(isSame) ? found.filter(isSame) : found);
}

function toDated(mention: Mention, values: readonly SourceValue[]): Candidate[] {
  return values
    .slice(0, MAX_LOOKED_AT)
    .map((value) => ({ value, how: 'exact', agreement: findAgreement(mention, value) }));
}

/** “3 h 29” can be what an output writes as 3:29. */
function isClock({ amount, text }: Mention): boolean {
  const isTime = amount.unit?.dimension === 'time' && amount.unit.factor === 60;
  return isTime && amount.value >= 60 && /h/i.test(text) && Number.isInteger(amount.value);
}

const MAX_SOURCES = 3;

/** The values with which the words agree most, in one cell; of several such cells, the first. */
function select(found: readonly Candidate[]): Candidate[] {
  const agreed = found.filter(({ agreement }) => agreement.agrees);
  const chosen = agreed.length === 0 ? found : agreed;
  const top = Math.max(...chosen.map(({ agreement }) => agreement.score)) - 0.01;
  const best = chosen.filter(({ agreement }) => agreement.score > top);
  const cell = Math.min(...best.map(({ value }) => value.place.cell));
  return best.filter(({ value }) => value.place.cell === cell).slice(0, MAX_SOURCES);
}
