/** Whether a value of any output, or one step from those that the answer names, comes to a number, whatever the words say. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import type { Said } from './list-operands.ts';
import { GUESSES } from './match-direct.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Of a sentence, values that are combined; of a column, values whose shares are looked at. */
const [MAX_SAID, MAX_NAMED, MAX_BESIDE, MAX_SHARES] = [12, 60, 30, 200];
/** Of more, one fits. */
const MAX_EQUAL = 50;
/** A word that is in more rows says nothing of one of them. */
const MAX_WITH_WORD = 400;

/**
 * What is reached may be right, so it is not to be marked. It need not be right: where many values are shown, some number fits
 * by chance, so nothing is claimed of it either.
 */
export function isReached(
  mention: Mention,
  said: readonly Said[],
  stated: readonly Amount[],
  index: ValueIndex,
): boolean {
  const { from, to } = toRange(mention);
  const ratios = listRatios(mention);
  const fits = (result: number, slack = 0) =>
    ratios.some(
      (ratio) =>
        (Math.abs(result) + slack) * ratio >= from && Math.max(0, Math.abs(result) - slack) * ratio <= to,
    );
  return (
    ratios.some((ratio) =>
      index.within(from / ratio, to / ratio, MAX_EQUAL).some((value) => isOfUnit(mention, value, ratio)),
    ) ||
    isOfList(mention, fits, index) ||
    isSumOfSaid(said, fits) ||
    isOfPair(mention, said, fits, index) ||
    isOfStated(stated, fits)
  );
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

type Fits = (result: number, slack?: number) => boolean;

/** A total or a mean of what an output lists, or a share of it. */
function isOfList({ unit, amount }: Mention, fits: Fits, { columns, lines }: ValueIndex): boolean {
  const isShare = unit?.dimension === 'percent';
  return [...columns, ...lines].some(
    ({ values, total }) =>
      fits(total) ||
      (amount.step < 1 && fits(total / values.length)) ||
      (isShare && values.length <= MAX_SHARES && values.some(({ value }) => fits(value / total))),
  );
}

/** What values of one column that follow each other in the answer add up to, or leave of a whole. */
function isSumOfSaid(said: readonly Said[], fits: Fits): boolean {
  const columns = Map.groupBy(
    said.map(({ value }) => value),
    ({ group, at, place }) => `${place.cellId} ${place.output} ${group.kind} ${at[1]}`,
  );
  return [...columns.values()].some((column) => {
    const values = [...new Set(column)].map(({ value }) => value);
    return values.some((_, first) => {
      let sum = 0;
      return values.slice(first).some((value, more) => {
        sum += value;
        return (more > 0 && fits(sum)) || fits(1 - sum) || fits(100 - sum);
      });
    });
  });
}

/** One step from two values that the sentences state, or that stand in one row or column that they name. */
function isOfPair(mention: Mention, said: readonly Said[], fits: Fits, index: ValueIndex): boolean {
  const near = new Set(said.filter(({ distance }) => distance <= 1).map(({ value }) => value));
  const stated = [...near].slice(0, MAX_SAID);
  const named = [...index.named(mention.stems, MAX_WITH_WORD)]
    .filter(({ date }) => date === null)
    .slice(0, MAX_NAMED);
  const follows = (left: SourceValue, right: SourceValue) =>
    left !== right && listResults(left.value, right.value).some((result) => fits(result));
  return (
    stated.some((left) => stated.some((right) => follows(left, right))) ||
    named.some(
      (left) =>
        index
          .besides(left)
          .slice(0, MAX_BESIDE)
          .some((right) => follows(left, right) || follows(right, left)) ||
        named.some(
          (right) => left.group === right.group && left.at[1] === right.at[1] && follows(left, right),
        ),
    )
  );
}

function listResults(left: number, right: number): readonly number[] {
  return [left + right, left - right, left * right, left / right, (left - right) / right];
}

/** One step from two numbers of the answer, as precisely as it writes them: a number can follow from one that follows from others. */
function isOfStated(stated: readonly Amount[], fits: Fits): boolean {
  return stated.some((left) =>
    stated.some((right) => {
      if (left === right) return false;
      const [a, b] = [Math.abs(left.value), Math.abs(right.value)];
      const ends = [
        [a + left.step / 2, b],
        [a, b + right.step / 2],
      ].map(([x = 0, y = 0]) => listResults(x, y));
      return listResults(a, b).some((result, at) =>
        fits(
          result,
          ends.reduce((sum, end) => sum + Math.abs((end[at] ?? result) - result), 0),
        ),
      );
    }),
  );
}
