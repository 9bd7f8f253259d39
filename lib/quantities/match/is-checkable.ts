/** Whether it can be said of a number that no output says it. */
import type { Mention } from '../answer/read-mentions.ts';
import { readDerivationWords } from './derivation-words.ts';
import { countDigits } from './precision.ts';

/** Of a number that is stated as it is, and of one that is called a change, a difference, a sum, or a quotient. */
const [MIN_DIGITS, MIN_DIGITS_DERIVED] = [3, 4];

/**
 * Rough numbers, dates, and words are written in ways, or follow in steps, that are not looked up; so not to find them says
 * little. So it is with numbers that follow from others, unless they are precise.
 */
export function isCheckable(mention: Mention): boolean {
  const { amount } = mention;
  if (amount.kind !== 'digits' || amount.date !== null) return false;
  const { isChange, isDifference, isSum, isTimes, isPoints, isPer } = readDerivationWords(mention);
  const isDerived = isChange || isDifference || isSum || isTimes || isPoints || isPer;
  return countDigits(amount) >= (isDerived ? MIN_DIGITS_DERIVED : MIN_DIGITS);
}
