/** Whether it can be said of a number that no output says it. */
import type { Mention } from '../answer/read-mentions.ts';
import type { Amount } from '../text/find-amounts.ts';
import { isReached } from './is-reached.ts';
import type { Said } from './list-operands.ts';
import { countDigits } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Digits that say something. With one, a number is written in ways, or follows in steps, that are not looked up. */
const MIN_DIGITS = 2;

/** `stated`: the other numbers of its sentence. */
export function isCheckable(
  mention: Mention,
  said: readonly Said[],
  stated: readonly Amount[],
  index: ValueIndex,
): boolean {
  const { amount } = mention;
  if (amount.kind !== 'digits' || amount.date !== null) return false;
  const isName = index.isInName(Math.abs(amount.value));
  return countDigits(amount) >= MIN_DIGITS && !isName && !isReached(mention, said, stated, index);
}
