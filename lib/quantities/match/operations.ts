/** What can be done with two values to get a number of the answer. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceRelation } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import { readDerivationWords } from './derivation-words.ts';
import { type Direction, readDirection } from './direction.ts';
import { END, NAMED, SAID } from './list-operands.ts';

export interface Operation {
  readonly how: SourceRelation;
  readonly apply: (a: number, b: number) => number;
  /** Whether the order of the two values does not matter. */
  readonly isSymmetric: boolean;
  /** That the result must have. */
  readonly sign: Direction;
  /** Trust that a pair needs: less where a word says that the number is of this kind. */
  readonly needs: number;
  /** Whether the result has the unit of the values. */
  readonly keepsUnit: boolean;
  /** Values that it is for. */
  readonly accepts: (value: SourceValue) => boolean;
  /** Whether the two values have to be of one kind. */
  readonly isOfLike?: boolean;
  /** Whether it is for shares alone, which are shown alike. */
  readonly isOfShares?: boolean;
}

const anything = () => true;
const isFraction = ({ value }: SourceValue) => Math.abs(value) <= MAX_FRACTION;
const isPercent = ({ isShare, unit }: SourceValue) => isShare || unit.unit?.dimension === 'percent';

/** Both said in the sentence, or shortly before. */
export const BOTH_SAID = 2 * SAID - 1.6;
const NEVER = Infinity;
const MAX_FRACTION = 1.5;
/** Whole numbers below follow from many pairs. */
const SMALL = 100;

export function isSmall({ unit, amount }: Mention): boolean {
  return unit === null && amount.step === 1 && Math.abs(amount.value) < SMALL;
}

/** Whether so many digits are written that few differences fit. */
function isPrecise({ amount }: Mention): boolean {
  return amount.step <= Math.abs(amount.value) * 0.01;
}

/** Less trust is needed where a word says how the number follows. */
function hint(hasWord: boolean): number {
  return hasWord ? NAMED + END : BOTH_SAID;
}

/** The form of the number, and the words beside it, decide what it can be: so few results are tried. */
export function listOperations(mention: Mention): Operation[] {
  const { unit, amount } = mention;
  const { isChange, isDifference, isPoints, isRatio, isSum, isTimes, isPer } = readDerivationWords(mention);
  if (unit?.dimension === 'percent') return listPercentOperations(mention, 1 / unit.factor);
  if (isTimes) return [ratio(1, NAMED + END)];
  if (isPoints) {
    const points = difference(1, NAMED + END, true);
    return [points, { ...difference(100, NAMED + END), accepts: isFraction, isOfShares: true }];
  }
  const sum: Operation = {
    how: 'sum',
    apply: (a, b) => a + b,
    isSymmetric: true,
    sign: null,
    needs: isSum ? 2 * NAMED : NEVER,
    keepsUnit: true,
    accepts: anything,
  };
  return [
    difference(
      1,
      isSmall(mention) && !isChange && !isDifference
        ? NEVER
        : Math.min(hint(isChange || isDifference), isPrecise(mention) ? 2 * NAMED : NEVER),
      true,
    ),
    sum,
    ratio(1, (isPer && amount.kind === 'digits') || (isRatio && amount.step < 1) ? 2 * NAMED : NEVER),
  ];
}

/** `factor`: from a fraction to the unit of the answer. */
function listPercentOperations(mention: Mention, factor: number): Operation[] {
  const { isChange, isDifference, isPoints, isShare } = readDerivationWords(mention);
  const change: Operation = {
    how: 'ratio',
    // A change to next to nothing is not stated in percent.
    apply: (a, b) => (Math.abs(a) < Math.abs(b) / 1000 ? Number.NaN : ((a - b) / Math.abs(b)) * factor),
    isSymmetric: false,
    sign: mention.amount.value < 0 ? 'down' : readDirection(mention),
    needs: isChange && !isPoints ? NAMED + END : NEVER,
    keepsUnit: false,
    accepts: anything,
    isOfLike: true,
  };
  const points = isPoints ? NAMED + END : isDifference || isChange ? 2 * NAMED : NEVER;
  const share = isPoints ? NEVER : hint(isShare || !isChange);
  const ofPercent = { ...difference(1, points), accepts: isPercent, isOfShares: true };
  const ofFractions = { ...difference(factor, points), accepts: isFraction, isOfShares: true };
  return [ratio(factor, share), change, ofPercent, ofFractions];
}

function ratio(factor: number, needs: number): Operation {
  const apply = (a: number, b: number) => (a / b) * factor;
  return { how: 'ratio', apply, isSymmetric: false, sign: null, needs, keepsUnit: false, accepts: anything };
}

function difference(factor: number, needs: number, keepsUnit = false): Operation {
  const apply = (a: number, b: number) => (a - b) * factor;
  return { how: 'difference', apply, isSymmetric: true, sign: null, needs, keepsUnit, accepts: anything };
}
