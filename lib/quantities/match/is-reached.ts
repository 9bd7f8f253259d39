/** Whether a number may be right, whatever the words say: some output has it, or it is one step from the numbers beside it. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import { GUESSES } from './match-direct.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Of more, one fits. */
const MAX_EQUAL = 50;

/** `stated`: the other numbers of its sentence, and those of the question. */
export function isReached(mention: Mention, stated: readonly Amount[], index: ValueIndex): boolean {
  const { from, to } = toRange(mention);
  const ratios = listRatios(mention);
  const isShown = ratios.some((ratio) =>
    index.within(from / ratio, to / ratio, MAX_EQUAL).some((value) => isOfUnit(mention, value, ratio)),
  );
  const whole = mention.unit?.dimension === 'percent' ? 1 / mention.unit.factor : 1;
  const fits = (result: number, slack: number) =>
    [1, whole].some((ratio) => (result + slack) * ratio >= from && (result - slack) * ratio <= to);
  return isShown || stated.some((left) => stated.some((right) => isStep(left, right, whole, fits)));
}

/** From bare values to the number: units and scales that an output need not name. */
function listRatios({ unit, amount, after }: Mention): readonly number[] {
  if (unit?.dimension === 'percent') return [1, 1 / unit.factor];
  const isMoney = unit?.dimension.startsWith('currency') ?? false;
  if (isMoney || (amount.scale ?? 1) > 1) return [1, ...THOUSANDS, ...CENTS];
  if (unit === null) return LIKE_UNIT.test(after) ? [1, ...THOUSANDS] : [1];
  const guesses = GUESSES.get(unit.dimension)?.map((factor) => factor / unit.factor) ?? THOUSANDS;
  return [1, ...guesses];
}

const THOUSANDS = [1e-6, 1e-3, 1e3, 1e6];
const CENTS = [0.01, 100];
/** A unit that is not known here, with a prefix: `kb`, `mmol`. */
const LIKE_UNIT = /^[\s\u2060]*[kmMGµn]\p{L}{1,4}(?!\p{L})/u;

/** With a unit that the output has, a value says the number only in that. */
function isOfUnit({ unit }: Mention, { unit: { unit: own } }: SourceValue, ratio: number): boolean {
  if (unit === null || own === null || unit.dimension !== own.dimension) return true;
  return Math.abs((ratio * unit.factor) / own.factor - 1) < 1e-9;
}

/** As precisely as the answer writes the two; of one alone, the rest of a whole. */
function isStep(
  left: Amount,
  right: Amount,
  whole: number,
  fits: (result: number, slack: number) => boolean,
): boolean {
  const [a, b] = [Math.abs(left.value), Math.abs(right.value)];
  if (left === right) return [1, whole].some((all) => fits(Math.abs(all - a) * (all === 1 ? 1 : 1 / whole), left.step / 2));
  const results = combine(a, b);
  const moved = [combine(a + left.step / 2, b), combine(a, b + right.step / 2)];
  return results.some((result, at) =>
    fits(
      Math.abs(result),
      moved.reduce((sum, other) => sum + Math.abs((other[at] ?? result) - result), 0),
    ),
  );
}

function combine(a: number, b: number): readonly number[] {
  return [a + b, a - b, a * b, a / b, (a - b) / b];
}
