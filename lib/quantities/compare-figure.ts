/** One number of an answer, held against a value that was computed another way. */

import { toPlainMarkdown } from './answer/plain-markdown.ts';
import { type Mention, readMentions } from './answer/read-mentions.ts';
import { readDirection } from './match/direction.ts';
import { toRange } from './match/precision.ts';
import { findDecimalMark } from './text/decimal-mark.ts';
import { type Amount, findAmounts } from './text/find-amounts.ts';
import type { Unit } from './text/units.ts';

/**
 * - `same`: the answer says this value, as precisely as it is written.
 * - `other`: it says another one.
 * - `unclear`: the value is not finite, or may be a share where the answer has a percentage.
 */
export type FigureComparison = 'same' | 'other' | 'unclear';

/** The number that `figure` is, read as the answer writes numbers; null where it is a date, none, or several. */
export function readFigure(answer: string, figure: string): Amount | null {
  const text = toPlainMarkdown(answer);
  const amounts = findAmounts(toPlainMarkdown(figure), { mark: findDecimalMark(text), isProse: true });
  const [amount, ...more] = amounts;
  if (!amount || more.length > 0 || amount.kind === 'date') return null;
  return amount;
}

/** Where the answer says `figure`: the same value to the same digit. A figure without a unit is in the answer's. */
export function findFigure(answer: string, figure: string): Mention[] {
  const asked = readFigure(answer, figure);
  if (!asked) return [];
  return readMentions(answer).mentions.filter(
    ({ amount, unit }) =>
      amount.kind !== 'date' &&
      amount.value === asked.value &&
      amount.step === asked.step &&
      (asked.unit === null || isSameUnit(asked.unit, unit)),
  );
}

/** Where the answer says `value` in the unit of `figure`, which it may not have any more. */
export function findValue(answer: string, figure: string, value: number): Mention[] {
  const own = readFigure(answer, figure)?.unit ?? null;
  return readMentions(answer).mentions.filter(
    (mention) =>
      mention.amount.kind !== 'date' &&
      (own === null || mention.unit === null || isSameUnit(own, mention.unit)) &&
      saysValue(mention, value),
  );
}

/** `mentions`: of one figure. `value`: in its unit and without a scale, so 5,100,000 for “5.1 million” and 12 for “12 %”. */
export function compareFigure(mentions: readonly Mention[], value: number): FigureComparison {
  if (!Number.isFinite(value)) return 'unclear';
  if (mentions.some((mention) => saysValue(mention, value))) return 'same';
  const isShare = ({ unit }: Mention) => unit?.dimension === 'percent';
  const mayBeShare = mentions.some((mention) => isShare(mention) && saysValue(mention, value * 100));
  return mayBeShare ? 'unclear' : 'other';
}

function saysValue(mention: Mention, value: number): boolean {
  const { from, to } = toRange(mention);
  const size = Math.abs(value);
  return size >= from && size <= to && hasSign(mention, value);
}

/** A number without a sign can be a fall where the words say so, and the value of a fall can be given without one. */
function hasSign(mention: Mention, value: number): boolean {
  const said = mention.amount.value;
  if (said === 0 || value === 0) return true;
  if (said < 0) return value < 0;
  return value > 0 || readDirection(mention) === 'down';
}

function isSameUnit(left: Unit, right: Unit | null): boolean {
  return right !== null && left.dimension === right.dimension && left.factor === right.factor;
}
