/** Whether a value of any output, or one step from those that the answer names, comes to a number, whatever the words say. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Unit } from '../text/units.ts';
import type { Said } from './list-operands.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Of a sentence, values that are combined; of a column, values whose shares are looked at. */
const [MAX_SAID, MAX_NAMED, MAX_BESIDE, MAX_SHARES] = [12, 60, 30, 200];
/** A word that is in more rows says nothing of one of them. */
const MAX_WITH_WORD = 400;

/**
 * What is reached may be right, so it is not to be marked. It need not be right: where many values are shown, some number fits
 * by chance, so nothing is claimed of it either.
 */
export function isReached(mention: Mention, said: readonly Said[], index: ValueIndex): boolean {
  const { from, to } = toRange(mention);
  const ratios = listRatios(mention);
  const fits = (result: number) =>
    ratios.some((ratio) => Math.abs(result) * ratio >= from && Math.abs(result) * ratio <= to);
  return (
    ratios.some((ratio) => index.within(from / ratio, to / ratio, 1).length > 0) ||
    isOfList(mention, fits, index) ||
    isSumOfSaid(said, fits) ||
    isOfPair(mention, said, fits, index)
  );
}

/** From values to the number: units and scales that an output need not name. */
function listRatios({ unit, amount, after }: Mention): readonly number[] {
  if (unit?.dimension === 'percent') return [1, 1 / unit.factor];
  if (unit?.dimension === 'time') return TIMES.map((factor) => factor / unit.factor);
  const isScaled = unit !== null || (amount.scale ?? 1) > 1 || LIKE_UNIT.test(after);
  return isScaled ? [1, ...SCALES, ...(isBytes(unit) ? BINARY : [])] : [1];
}

const TIMES = [0.001, 1, 60, 3600, 86_400];
const SCALES = [1e-6, 1e-3, 0.01, 100, 1e3, 1e6];
const BINARY = [1024, 1024 ** 2, 1024 ** 3].flatMap((factor) => [factor, 1 / factor]);
/** A unit that is not known here, with a prefix: `kb`, `mmol`. */
const LIKE_UNIT = /^[\s\u2060]*[kmMGµn]\p{L}{1,4}(?!\p{L})/u;

function isBytes(unit: Unit | null): boolean {
  return unit?.dimension === 'bytes';
}

type Fits = (result: number) => boolean;

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
    left !== right && listResults(left.value, right.value).some(fits);
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
