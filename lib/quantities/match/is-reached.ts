/** Whether a number may be right, whatever the words say: some output has it, or it is one step from the numbers beside it. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import { readDerivationWords } from './derivation-words.ts';
import { GUESSES } from './match-direct.ts';
import { type Range, toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Among more values, one fits by chance. */
const MAX_EQUAL = 50;

/** `stated`: the other numbers of its sentence, and those of the question. */
export function isReached(mention: Mention, stated: readonly Amount[], index: ValueIndex): boolean {
  const { from, to } = toRange(mention);
  const ratios = listRatios(mention);
  const isShown = ratios.some((ratio) =>
    index.within(from / ratio, to / ratio, MAX_EQUAL).some((value) => isOfUnit(mention, value, ratio)),
  );
  const isPercent = [mention, ...stated].some(({ unit }) => unit?.dimension === 'percent');
  const scales = isPercent ? [1, 100] : [1];
  return isShown || stated.some((left) => stated.some((right) => isStep({ from, to }, left, right, scales)));
}

/** Factors from bare values to the number: units and scales that an output need not name. */
function listRatios(mention: Mention): readonly number[] {
  const { unit, amount, after } = mention;
  if (unit?.dimension === 'percent') return [1, 1 / unit.factor];
  const isMoney = unit?.dimension.startsWith('currency') ?? false;
  if (isMoney || (amount.scale ?? 1) > 1) return [1, ...THOUSANDS, ...CENTS];
  if (unit === null && readDerivationWords(mention).isPoints) return [1, 100];
  if (unit === null) return LIKE_UNIT.test(after) ? [1, ...THOUSANDS] : [1];
  const guesses = GUESSES.get(unit.dimension)?.map((factor) => factor / unit.factor) ?? THOUSANDS;
  return [1, ...guesses];
}

const THOUSANDS = [1e-6, 1e-3, 1e3, 1e6];
const CENTS = [0.01, 100];
/** A unit that is not known here, with a prefix: `kb`, `mmol`. */
const LIKE_UNIT = /^[\s\u2060]*[kmMGµn]\p{L}{1,4}(?!\p{L})/u;

/** If the output has a unit, a value says the number only in that unit. */
function isOfUnit({ unit }: Mention, { unit: { unit: own } }: SourceValue, ratio: number): boolean {
  if (unit === null || own === null || unit.dimension !== own.dimension) return true;
  return Math.abs((ratio * unit.factor) / own.factor - 1) < 1e-9;
}

/** As precisely as the answer writes the two; of one alone, the rest of the whole. */
function isStep({ from, to }: Range, left: Amount, right: Amount, ratios: readonly number[]): boolean {
  const [[a, ofA], [b, ofB]] = [toPlain(left), toPlain(right)];
  const combine = left === right ? rest : pair;
  const moved = [combine(a + ofA, b), combine(a, b + ofB)];
  return combine(a, b).some((result, at) => {
    const size = Math.abs(result);
    const slack = moved.reduce((sum, other) => sum + Math.abs((other[at] ?? result) - result), 0);
    return ratios.some((ratio) => (size + slack) * ratio >= from && (size - slack) * ratio <= to);
  });
}

const rest = (a: number): readonly number[] => [1 - a];
const pair = (a: number, b: number): readonly number[] => [a + b, a - b, a * b, a / b, (a - b) / b];

/** The number without a sign, percentages as shares, and how far a value may be from it. */
function toPlain({ value, step, unit }: Amount): readonly [number, number] {
  const factor = unit?.dimension === 'percent' ? unit.factor : 1;
  return [Math.abs(value) * factor, (step / 2) * factor];
}
