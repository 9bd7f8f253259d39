/**
 * Numbers that follow in one step from values of outputs: the rest of a whole, a difference, a ratio, a change in percent, a sum, a share.
 * Two values need one column or one unit.
 */
import type { Mention } from '../answer/read-mentions.ts';
import { isGivenValue } from '../source/given-value.ts';
import type { SourceValue } from '../source/source-value.ts';
import { type DerivationWords, readDerivationWords } from './derivation-words.ts';
import { readDirection } from './direction.ts';
import { listOperands, type Operand, type Said } from './list-operands.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

export interface Derived {
  /** Given values included, which are never sources. */
  readonly parts: readonly SourceValue[];
  readonly how: 'difference' | 'ratio' | 'sum';
  /** Whether the words call for this step, and chance does not explain it. Of any other step, the number may be right. */
  readonly isCertain: boolean;
}

/** A result that could be the number. */
interface Step extends Omit<Derived, 'isCertain'> {
  /** The result without a sign, on the scale of the answer. */
  readonly size: number;
  /** What digits that the outputs do not show can add to it. */
  readonly slack?: number;
  /** Whether the words and the form of the number call for it. */
  readonly isCalled: boolean;
}

/** A number of the answer, and what it can follow from. */
interface Task {
  readonly mention: Mention;
  readonly words: DerivationWords;
  readonly operands: readonly Operand[];
  readonly index: ValueIndex;
}

/** As many results as this would be expected to match by chance. */
const MAX_CHANCE = 0.1;

/** `given`: values that are in no output. Null where no step comes to the number. */
export function deriveNumber(
  mention: Mention,
  said: readonly Said[],
  given: readonly SourceValue[],
  index: ValueIndex,
): Derived | null {
  if (mention.amount.date !== null) return null;
  const words = readDerivationWords(mention);
  const task = { mention, words, operands: listOperands(mention, said, given, index), index };
  const rests = listRests(task);
  const stated = rests.filter(({ isStated }) => isStated);
  return (
    choose(mention, stated) ??
    choose(mention, rests) ??
    choose(mention, [...listPairs(task), ...listSums(task)])
  );
}

function choose(mention: Mention, steps: readonly Step[]): Derived | null {
  const { from, to } = toRange(mention);
  const fitting = steps.filter(({ size, slack = 0 }) => size >= from - slack && size <= to + slack);
  const best = fitting.find(({ isCalled }) => isCalled) ?? fitting[0];
  if (!best) return null;
  const middle = (from + to) / 2;
  const rivals = steps.filter(({ isCalled, size }) => isCalled && Math.abs(size - middle) < middle / 2);
  return { ...best, isCertain: best.isCalled && (rivals.length * (to - from)) / middle <= MAX_CHANCE };
}

/** “59 % lower” of 0.41, “71 % stay” of 29 %, “38 % higher” of 1.38: what a share or a ratio is away from the whole. */
function listRests({ mention, words, operands }: Task): (Step & { readonly isStated: boolean })[] {
  const { unit, amount } = mention;
  const { isChange, isDifference, isPoints } = words;
  if (isPoints || (unit === null ? amount.step >= 1 : unit.dimension !== 'percent')) return [];
  return operands.flatMap(({ value, distance, isRow }) => {
    const whole = isGivenValue(value) ? null : readWhole(value);
    if (whole === null) return [];
    const size = Math.abs(1 - value.value / whole) / (unit?.factor ?? 1);
    const isStated = distance <= 1;
    const isCalled = isStated ? unit !== null || isDifference : isRow && isChange;
    return [{ parts: [value], how: 'difference' as const, size, isCalled, isStated }];
  });
}

/** 1 of a fraction, 100 of a percentage; null of what is neither. */
function readWhole(value: SourceValue): number | null {
  const { unit, step, isShare } = value;
  if (isSpread(value) || isCount(value)) return null;
  if (unit.unit !== null) return unit.unit.dimension === 'percent' ? 1 / unit.unit.factor : null;
  const size = Math.abs(value.value);
  if (step < 1 && size <= MAX_RATIO) return 1;
  return isShare && size <= 100 ? 100 : null;
}

/** Ratios above are not said as so many percent more. */
const MAX_RATIO = 5;

/** What can be done with two values. */
interface Operation {
  readonly how: Derived['how'];
  readonly apply: (a: number, b: number) => number;
  /** The factor from the result to the scale of the answer. */
  readonly scale: (a: SourceValue) => number;
  readonly isCalled: (a: SourceValue, b: SourceValue) => boolean;
}

/** The form of the number decides what it can be, and the words beside it what it is shown as. */
function listOperations({ mention, words }: Task): Operation[] {
  const { isChange, isDifference, isPoints, isShare, isSum, isTimes } = words;
  const { unit, amount } = mention;
  const subtract = (a: number, b: number) => a - b;
  const divide = (a: number, b: number) => a / b;
  const toUnit = (value: SourceValue) => toScale(mention, value);
  if (isPoints || unit?.dimension === 'percent') {
    const factor = isPoints && unit === null ? 100 : 1 / (unit?.factor ?? 1);
    const points: Operation = {
      how: 'difference',
      apply: subtract,
      scale: (value) => (isFraction(value) ? factor : 1),
      isCalled: (a, b) => isPoints && [a, b].every((value) => isPercentage(value) || isFraction(value)),
    };
    if (isPoints) return [points];
    const direction = amount.value < 0 ? 'down' : readDirection(mention);
    const change: Operation = {
      how: 'ratio',
      // A change to next to nothing is not stated in percent.
      apply: (a, b) => (Math.abs(a) < Math.abs(b) / 1000 ? Number.NaN : (a - b) / Math.abs(b)),
      scale: () => factor,
      isCalled: (a, b) => isChange && (direction === null || (direction === 'down') === a.value < b.value),
    };
    const share: Operation = {
      how: 'ratio',
      apply: divide,
      scale: () => factor,
      isCalled: (a, b) => isShare && !isChange && a.value < b.value && !isPercentage(a),
    };
    return [share, change, points];
  }
  const isRatio = isTimes || (unit === null && amount.step < 1);
  const ratio: Operation = { how: 'ratio', apply: divide, scale: () => 1, isCalled: () => isTimes };
  if (isTimes) return [ratio];
  const isApart = isChange || isDifference;
  return [
    { how: 'difference', apply: subtract, scale: toUnit, isCalled: () => isApart },
    { how: 'sum', apply: (a, b) => a + b, scale: toUnit, isCalled: () => isSum },
    ...(isRatio ? [ratio] : []),
  ];
}

const MAX_FRACTION = 1.5;

function isFraction({ unit, step, value }: SourceValue): boolean {
  return unit.unit === null && step < 1 && Math.abs(value) <= MAX_FRACTION;
}

function isPercentage({ isShare, unit }: SourceValue): boolean {
  return isShare || unit.unit?.dimension === 'percent';
}

function listPairs(task: Task): Step[] {
  const { mention, operands, index } = task;
  const operations = listOperations(task);
  const { from, to } = toRange(mention);
  const isPercent = mention.unit?.dimension === 'percent';
  const steps: Step[] = [];
  const add = (left: SourceValue, right: SourceValue, isShown: boolean) => {
    if (left.value === right.value) return;
    for (const { how, apply, scale: toOwn, isCalled } of operations) {
      const scale = toOwn(left);
      const size = Math.abs(apply(left.value, right.value) * scale);
      // The order of a sum or a difference says nothing.
      if (how !== 'ratio' && left.value < right.value) continue;
      // Most results are nowhere near.
      if (!(size > from / 2 && size < to * 1.5)) continue;
      const larger = Math.max(Math.abs(left.value), Math.abs(right.value)) * scale;
      // What is added to a value that comes to the number by itself, or taken from it, is not seen in its digits.
      if (how !== 'ratio' && larger >= from && larger <= to) continue;
      const slack = spread(apply, left, right) * scale;
      steps.push({ parts: [left, right], how, size, slack, isCalled: isShown && isCalled(left, right) });
    }
  };
  for (const left of operands) {
    for (const right of operands) {
      const isKind = isOfOneKind(left.value, right.value);
      const areStated = left.distance <= 1 && (right.distance <= 1 || !isPercent);
      const isShown = isKind && Math.min(left.distance, right.distance) < Infinity;
      if (isKind || areStated) add(left.value, right.value, isShown);
      if (areStated) add(right.value, left.value, false);
    }
    for (const other of listBeside(left.value, index)) {
      add(left.value, other, false);
      add(other, left.value, false);
    }
  }
  return steps;
}

const MAX_BESIDE = 30;

/** Other values of its row, and the value before it: a profit, or a change since then, may be meant, though it is not shown. */
function listBeside(value: SourceValue, index: ValueIndex): SourceValue[] {
  if (isGivenValue(value)) return [];
  const others = [...index.besides(value).slice(0, MAX_BESIDE), index.previousOf(value)];
  return others.flatMap((other) => (other && !isSpread(other) ? other : []));
}

/**
 * Whether two values are of one column or of one unit. A deviation is measured against nothing, and a count against counts
 * alone.
 */
function isOfOneKind(a: SourceValue, b: SourceValue): boolean {
  const [left, right] = [a.unit.unit, b.unit.unit];
  if (isSpread(a) || isSpread(b) || a.step < 1 !== b.step < 1) return false;
  if (left !== null && right !== null && left.dimension !== right.dimension) return false;
  if (isGivenValue(a) || isGivenValue(b)) return !(isGivenValue(a) && isGivenValue(b));
  return isCount(a) === isCount(b) && ((left !== null && right !== null) || isOfOneColumn(a, b));
}

function isOfOneColumn(a: SourceValue, b: SourceValue): boolean {
  if (a.group !== b.group) return false;
  if (a.group.kind === 'table') return a.at[1] === b.at[1];
  return [...a.row.stems].some((stem) => !stem.startsWith('#') && b.row.stems.has(stem));
}

function isSpread({ row, column }: SourceValue): boolean {
  return row.stems.has('deviation') || column.stems.has('deviation');
}

function isCount({ row, column }: SourceValue): boolean {
  return row.stems.has('count') || column.stems.has('count');
}

/** Whole numbers are counts, and exact. */
function spread(apply: Operation['apply'], left: SourceValue, right: SourceValue): number {
  const [a, b] = [left.value, right.value];
  const half = ({ step }: SourceValue) => (step < 1 ? step / 2 : 0);
  const result = apply(a, b);
  return Math.abs(apply(a + half(left), b) - result) + Math.abs(apply(a, b + half(right)) - result);
}

/** Values of a list that are looked at. */
const MAX_ADDED = 200;

/** Totals of lists, what stated values of one add up to, and what share of the total they have. */
function listSums({ mention, operands, words, index }: Task): Step[] {
  const { unit, amount } = mention;
  const { isPoints, isShare, isSum } = words;
  if (isPoints) return [];
  const known = new Set(operands.map(({ value }) => value));
  return [...index.columns, ...index.lines].flatMap(({ values, total, isWhole }): Step[] => {
    const own = values.length <= MAX_ADDED ? values.filter((value) => known.has(value)) : [];
    const isAddable =
      isWhole && own.length > 0 && !own.some((value) => isPercentage(value) || isSpread(value));
    const stated = operands.filter(({ value, distance }) => distance < Infinity && own.includes(value));
    const sums = listRuns(stated.map(({ value }) => value)).map((parts) => ({ parts, size: addUp(parts) }));
    if (unit?.dimension === 'percent') {
      const shares = [...own.map((value) => ({ parts: [value], size: value.value })), ...sums];
      return shares.map(({ parts, size }) => ({
        parts: [...parts, ...values.filter((value) => !parts.includes(value))],
        how: 'ratio',
        size: Math.abs(size / total) / unit.factor,
        isCalled: isShare && isAddable,
      }));
    }
    const scale = toScale(mention, values[0]);
    const totals = [
      { parts: values, size: total },
      ...(amount.step < 1 ? [{ parts: [], size: total / values.length }] : []),
    ];
    return [...totals, ...sums].map(({ parts, size }) => ({
      parts,
      how: 'sum',
      size: Math.abs(size) * scale,
      isCalled: isSum && parts.length > 0 && (isAddable || parts !== values),
    }));
  });
}

/** Two or more that follow each other in the answer. */
function listRuns(values: readonly SourceValue[]): SourceValue[][] {
  const each = [...new Set(values)].slice(-MAX_PARTS);
  return each.flatMap((_, from) => each.slice(from + 1).map((__, more) => each.slice(from, from + more + 2)));
}

const MAX_PARTS = 12;

function addUp(values: readonly SourceValue[]): number {
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** The factor from the unit of the values to that of the answer. */
function toScale({ unit }: Mention, value: SourceValue | undefined): number {
  const own = value?.unit.unit;
  if (!own || unit === null || own.dimension !== unit.dimension) return value?.unit.multiplier ?? 1;
  return own.factor / unit.factor;
}
