/** Numbers that follow from values of the outputs: a difference, a ratio, a share, a change in percent, a sum. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceRelation } from '../finding/quantity.ts';
import { isAskedValue } from '../source/asked-value.ts';
import type { SourceValue } from '../source/source-value.ts';
import { readDerivationWords } from './derivation-words.ts';
import { END, listOperands, NAMED, type Operand, SAID, type Said } from './list-operands.ts';
import { type Derived, matchSum, matchSumOfSaid, toScale } from './match-sum.ts';
import { BOTH_SAID, isSmall, listOperations, type Operation } from './operations.ts';
import { type Range, toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** As many results as this would be expected to match by chance. */
const MAX_CHANCE = 0.1;

export function matchDerived(mention: Mention, said: readonly Said[], index: ValueIndex): Derived | null {
  if (mention.amount.date !== null || mention.amount.kind === 'ordinal') return null;
  const range = toRange(mention);
  const words = readDerivationWords(mention);
  const pair = matchPair(mention, range, listOperations(mention), listOperands(mention, said, index));
  if (pair !== null) return pair;
  const isTogether = mention.unit?.dimension === 'percent' ? words.isShare : words.isSum;
  const sum = isTogether ? matchSumOfSaid(mention, range, said, index) : null;
  if (sum !== null) return sum;
  const isPart = mention.unit?.dimension === 'percent' ? !words.isPoints : words.isSum;
  return isPart
    ? matchSum(
        mention,
        range,
        said.map(({ value }) => value),
        index,
      )
    : null;
}

interface Hit extends Pair {
  readonly how: SourceRelation;
}

function matchPair(
  mention: Mention,
  { from, to }: Range,
  operations: readonly Operation[],
  operands: readonly Operand[],
): Derived | null {
  const middle = Math.max((from + to) / 2, Number.MIN_VALUE);
  const near: Pair[] = [];
  let best: Hit | null = null;
  for (const pair of listPairs(operands)) {
    for (const operation of operations) {
      const size = compute(mention, operation, pair);
      if (size === null || isOfOneAlone(mention, operation, pair, { from, to })) continue;
      if (size > middle / 2 && size < middle * 1.5) near.push(pair);
      if (pair.trust <= (best?.trust ?? 0)) continue;
      const slack = spread(mention, operation, pair);
      if (size >= from - slack && size <= to + slack) best = { ...pair, how: operation.how };
    }
  }
  if (best === null) return null;
  const { left, right, trust, how } = best;
  // Two values of one row, or of one column in two rows that are named, compete with their like alone.
  const isLikeBest = (pair: Pair) => trust < 2 * NAMED || toForm(pair) === toForm({ left, right });
  const rivals = near.filter((pair) => pair.trust >= trust && isLikeBest(pair)).length;
  const chance = rivals * ((to - from) / middle);
  if (!isLikely(mention, trust, chance)) return null;
  return { parts: [left.value, right.value], how, isCertain: trust >= BOTH_SAID && chance <= MAX_CHANCE };
}

function toForm({ left, right }: Pick<Pair, 'left' | 'right'>): string {
  const [a, b] = [left.value, right.value];
  if (a.group !== b.group) return 'apart';
  if (a.at[1] === b.at[1]) return `column ${a.at[1]} of ${a.place.cellId} ${a.place.output}`;
  return a.at[0] === b.at[0] ? 'row' : 'apart';
}

/** `chance`: how many of the results tried would be expected to match if none was meant. */
function isLikely(mention: Mention, trust: number, chance: number): boolean {
  if (trust >= BOTH_SAID) return true;
  const isNamed = trust >= 2 * NAMED;
  return (isNamed || !isSmall(mention)) && chance <= (isNamed ? 3 * MAX_CHANCE : MAX_CHANCE);
}

/** Without sign; null where the operation does not apply to the pair. */
function compute(
  mention: Mention,
  operation: Operation,
  { left, right, trust, isSwapped }: Pair,
): number | null {
  const { apply, isSymmetric, isOfLike, isOfShares, sign, needs, keepsUnit, accepts } = operation;
  const [a, b] = [left.value, right.value];
  if (trust < needs || (isSymmetric && isSwapped)) return null;
  if ((isSymmetric || isOfLike) && !isAlike(a, b, trust >= BOTH_SAID && !isOfShares)) return null;
  if (!accepts(a) || !accepts(b)) return null;
  const result = apply(a.value, b.value) * (keepsUnit ? toScale(mention, a) : 1);
  if (!Number.isFinite(result) || (sign !== null && (sign === 'down') !== result < 0)) return null;
  return Math.abs(result);
}

/** Whether the larger value comes to the number by itself: what is added to it or taken from it is not seen in its digits. */
function isOfOneAlone(mention: Mention, operation: Operation, { left, right }: Pair, range: Range): boolean {
  if (!operation.isSymmetric) return false;
  const larger = Math.max(Math.abs(left.value.value), Math.abs(right.value.value));
  const alone =
    Math.abs(operation.apply(larger, 0)) * (operation.keepsUnit ? toScale(mention, left.value) : 1);
  return alone >= range.from && alone <= range.to;
}

interface Pair {
  readonly left: Operand;
  readonly right: Operand;
  readonly trust: number;
  /** Whether the same two come the other way round, too, and did so before. */
  readonly isSwapped: boolean;
}

/** Values that can be held against each other: of one column, one row, or both said in the answer. */
function* listPairs(operands: readonly Operand[]): Generator<Pair> {
  for (const [first, left] of operands.entries()) {
    for (const [second, right] of operands.entries()) {
      if (left === right || left.value.value === right.value.value) continue;
      const trust = left.trust + right.trust;
      if (isComparable(left.value, right.value, trust))
        yield { left, right, trust, isSwapped: first > second };
    }
  }
}

function isComparable(a: SourceValue, b: SourceValue, trust: number): boolean {
  const [left, right] = [a.unit.unit, b.unit.unit];
  if (left !== null && right !== null && left.dimension !== right.dimension) return false;
  if (trust >= BOTH_SAID) return true;
  if (a.group === b.group) return a.at[1] === b.at[1] || a.at[0] === b.at[0] || a.group.kind === 'lines';
  if (a.place.cell === b.place.cell && a.group.kind !== 'table' && b.group.kind !== 'table') return true;
  // A share of the total, wherever that is shown.
  const isOfTotal = (part: SourceValue, total: SourceValue) =>
    total.row.stems.has('sum') && total.value > part.value;
  if (trust >= NAMED + END && (isOfTotal(a, b) || isOfTotal(b, a))) return true;
  return (
    trust > SAID + END ||
    (trust === 2 * NAMED && [...a.column.stems].some((stem) => b.column.stems.has(stem)))
  );
}

/** Whether two values can be of one kind, so that their difference and sum make sense. */
function isAlike(a: SourceValue, b: SourceValue, areSaid: boolean): boolean {
  const isColumn = a.group === b.group && a.group.kind === 'table' && a.at[1] === b.at[1];
  const isSameUnit = a.unit.unit?.dimension === b.unit.unit?.dimension;
  // Python writes 175.30 as 175.3.
  const isLoose = areSaid || a.group !== b.group;
  const isSamePrecision = isLoose ? a.step < 1 === b.step < 1 : a.step === b.step;
  // A target in the question has fewer digits than what is held against it.
  if (isAskedValue(a) || isAskedValue(b)) return true;
  return isColumn || (isSameUnit && (isSamePrecision || a.unit.unit !== null));
}

/** What the digits that the outputs do not show can add to a result. Whole numbers are counts, and exact. */
function spread(mention: Mention, { apply, keepsUnit }: Operation, { left, right }: Pair): number {
  const half = ({ step }: SourceValue) => (step < 1 ? step / 2 : 0);
  const [a, b] = [left.value, right.value];
  if (half(a) + half(b) === 0) return 0;
  const result = apply(a.value, b.value);
  const moved =
    Math.abs(apply(a.value + half(a), b.value) - result) +
    Math.abs(apply(a.value, b.value + half(b)) - result);
  return moved * (keepsUnit ? toScale(mention, a) : 1);
}
