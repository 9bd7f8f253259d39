/** A value that the words of a number name and that the number nearly says: what was copied from it, with a slip. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import { findAgreement } from './agreement.ts';
import { conflicts } from './conflicts.ts';
import { readDerivationWords } from './derivation-words.ts';
import { countDigits } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** A word that is in more rows says nothing of one of them. */
const MAX_NAMED = 400;
/** Digits that say something. With fewer, the neighbors of any number would be slips of some value. */
const MIN_DIGITS = 3;

/** `said`: values that the other numbers of the sentence say; those were copied well. */
export function findSlip(
  mention: Mention,
  said: readonly SourceValue[],
  index: ValueIndex,
): SourceValue | null {
  const { amount } = mention;
  if (amount.date !== null || countDigits(amount) < MIN_DIGITS || readDerivationWords(mention).isPoints)
    return null;
  // The unit can be the slip.
  const bare = { ...mention, unit: null, after: '' };
  const found = listNamed(mention, index).filter(
    (value) => !said.includes(value) && isSlip(mention, value) && !conflicts(bare, value, index),
  );
  const scored = found.map((value) => ({ value, score: findAgreement(mention, value).score }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.value ?? null;
}

function listNamed({ stems }: Mention, index: ValueIndex): SourceValue[] {
  return [...index.named(stems, MAX_NAMED)].filter(({ date }) => date === null);
}

/** Two digits that changed places, a point in another place, or the same digits with another unit of that kind. */
function isSlip(mention: Mention, value: SourceValue): boolean {
  const { amount, unit } = mention;
  const own = value.unit.unit;
  const digits = toDigits(amount.value, amount.step);
  if (unit !== null && own !== null && (own.dimension !== unit.dimension || own.factor !== unit.factor)) {
    const isWritten = own.dimension === unit.dimension && value.step < amount.step * 1.01;
    return isWritten && toDigits(value.value, amount.step) === digits;
  }
  if (unit?.dimension === 'percent' && own === null && !value.isShare && value.step >= 1) return false;
  const factors = unit?.dimension === 'percent' && value.step < 1 ? [1, 1 / unit.factor] : [1];
  return factors.some((factor) => {
    const size = Math.abs(value.value * factor);
    return (
      isSwapped(digits, toDigits(size, amount.step)) ||
      (isKnownUnit(mention, value) && isShifted(amount, size))
    );
  });
}

/** If only the answer has a unit, it can be the one that makes the point right. */
function isKnownUnit({ unit }: Mention, { unit: { unit: own }, isShare }: SourceValue): boolean {
  const isMoney = unit?.dimension.startsWith('currency') ?? false;
  return unit === null || own !== null || isMoney || (unit.dimension === 'percent' && isShare);
}

function toDigits(value: number, step: number): string {
  return String(Math.round(Math.abs(value) / step));
}

function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length || left === right) return false;
  const at = [...left].findIndex((digit, place) => digit !== right[place]);
  const isPair = left[at] === right[at + 1] && left[at + 1] === right[at];
  return isPair && left.slice(at + 2) === right.slice(at + 2);
}

/** Whether one is ten or a hundred times the other, as precisely as it is said; or a thousand, where the answer says a scale. */
function isShifted({ value, step, scale = 1 }: Amount, size: number): boolean {
  const said = Math.abs(value);
  if (said === 0 || size === 0) return false;
  const shift = Math.round(Math.log10(said / size));
  const off = Math.abs(size * 10 ** shift - said);
  return shift !== 0 && Math.abs(shift) <= (scale > 1 ? 3 : 2) && off <= step / 2 + said * 1e-9;
}
