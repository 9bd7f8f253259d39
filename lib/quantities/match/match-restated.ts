/** Numbers that stand beside others of one row, or that say again, in another unit, what was just said. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { agreesInSign } from './direction.ts';
import type { Said } from './list-operands.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Of one row, more numbers than this would match one by chance. */
const MAX_CHANCE = 0.1;
/** Whole numbers below are everywhere. */
const SMALL = 13;

/** A value in the row, or the line, of another one that the sentence states: words need not name it again. */
export function matchBeside(
  mention: Mention,
  said: readonly SourceValue[],
  index: ValueIndex,
): SourceValue[] {
  const { amount, unit } = mention;
  const isSmall = amount.step === 1 && Math.abs(amount.value) < SMALL;
  if (amount.kind !== 'digits' || isSmall) return [];
  const { from, to } = toRange(mention);
  const width = (to - from) / Math.max((from + to) / 2, Number.MIN_VALUE);
  return said.flatMap((value) => {
    const row = index.besides(value).filter((other) => other !== value);
    if (row.length * width > MAX_CHANCE) return [];
    return row.filter((other) => {
      const own = other.unit.unit;
      const isSameUnit =
        unit === null
          ? own === null
          : own === null
            ? unit.dimension !== 'percent'
            : own.dimension === unit.dimension;
      const size = Math.abs(other.value) * (own && unit ? own.factor / unit.factor : 1);
      return isSameUnit && size >= from && size <= to && agreesInSign(mention, other);
    });
  });
}

/** What “14.3 days (about two weeks)” says twice. */
export function matchRestated({ unit, ...mention }: Mention, said: readonly Said[]): SourceValue[] {
  if (unit === null || unit.dimension === 'percent') return [];
  const { from, to } = toRange({ ...mention, unit });
  return said
    .filter(({ value, distance }) => {
      const own = value.unit.unit;
      if (distance > 1 || own?.dimension !== unit.dimension || own.factor === unit.factor) return false;
      const size = (Math.abs(value.value) * own.factor) / unit.factor;
      return size >= from && size <= to;
    })
    .map(({ value }) => value);
}
