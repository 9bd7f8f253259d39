/** Numbers that are of one row with others, or that say again, in another unit, what was just said. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { agreesInSign } from './direction.ts';
import type { Said } from './list-operands.ts';
import { isSmallCount, toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Of one row, more numbers than this would match one by chance. */
const MAX_CHANCE = 0.1;
const MAX_LOOKED_AT = 400;

/** A value in the row, or the line, of another one that the sentence states: words need not name it again. */
export function matchBeside(
  mention: Mention,
  said: readonly SourceValue[],
  index: ValueIndex,
): SourceValue[] {
  const { amount, unit } = mention;
  if (amount.kind !== 'digits' || isSmallCount(mention)) return [];
  const { from, to } = toRange(mention);
  const width = (to - from) / Math.max((from + to) / 2, Number.MIN_VALUE);
  return said.flatMap((value) => {
    const row = index.besides(value).filter((other) => other !== value);
    const near = row.filter((other) => Math.abs(other.value) > from / 2 && Math.abs(other.value) < to * 1.5);
    if (near.length * width > MAX_CHANCE) return [];
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

/**
 * A value of the column of which the sentence states two others: “27.1 % of the youngest, 41 % in the middle, and 64.8 %
 * of the oldest”.
 */
export function matchAlong(
  mention: Mention,
  said: readonly SourceValue[],
  { columns }: ValueIndex,
): SourceValue[] {
  const { amount, unit } = mention;
  if (amount.kind !== 'digits' || isSmallCount(mention) || said.length < 2) return [];
  const { from, to } = toRange(mention);
  const isShare = unit?.dimension === 'percent';
  return columns.flatMap(({ values }) => {
    const own = said.filter((value) => values.length <= MAX_LOOKED_AT && values.includes(value));
    if (new Set(own).size < 2) return [];
    // As the two others are shown: as fractions or not.
    const ratio = isShare && values.every(({ value }) => Math.abs(value) <= 1.5) ? 1 / unit.factor : 1;
    const fits = (value: SourceValue, low: number, high: number) =>
      Math.abs(value.value * ratio) >= low && Math.abs(value.value * ratio) <= high;
    const near = values.filter((value) => fits(value, from / 2, to * 1.5));
    const width = (to - from) / Math.max((from + to) / 2, Number.MIN_VALUE);
    const isLikely = near.length * width <= 2 * MAX_CHANCE;
    if (!isLikely) return [];
    return values.filter(
      (value) => fits(value, from, to) && isOfUnit(value, unit, ratio !== 1) && agreesInSign(mention, value),
    );
  });
}

function isOfUnit(value: SourceValue, unit: Mention['unit'], isFraction: boolean): boolean {
  const own = value.unit.unit;
  if (unit === null) return own === null;
  if (unit.dimension === 'percent') return isFraction || value.isShare || own?.dimension === 'percent';
  return own === null || (own.dimension === unit.dimension && own.factor === unit.factor);
}

/**
 * The ends of a range that one line has next to each other: “from 0.17 to 0.22”. `neighbors`: the mentions before and
 * after this one.
 */
export function matchRange(
  mention: Mention,
  neighbors: readonly (Mention | undefined)[],
  { within, besides }: ValueIndex,
): SourceValue[] {
  const other = neighbors.find((each) => each && isJoined(mention, each));
  if (!other || mention.amount.step >= 1 || other.amount.step >= 1) return [];
  const [own, ofOther] = [toRange(mention), toRange(other)];
  const before = other.start < mention.start ? -1 : 1;
  const fits = (value: SourceValue) => agreesInSign(other, value) && isIn(value, ofOther);
  return within(own.from, own.to, MAX_LOOKED_AT).filter(
    (value) =>
      agreesInSign(mention, value) &&
      besides(value).some((next) => next.at[1] === value.at[1] + before && fits(next)),
  );
}

const JOINED = /^[\s\u2060]*(?:to|–|-|and|bis|à|,)[\s\u2060]*$/iu;

function isJoined(mention: Mention, other: Mention): boolean {
  if (mention.sentence !== other.sentence) return false;
  const [first, second] = mention.start < other.start ? [mention, other] : [other, mention];
  return JOINED.test(first.after.slice(0, second.start - first.end));
}

function isIn({ value }: SourceValue, { from, to }: { from: number; to: number }): boolean {
  return Math.abs(value) >= from && Math.abs(value) <= to;
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
