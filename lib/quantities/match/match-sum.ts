/** Totals of a column or a line that an output shows whole, and what share of it one value has. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceRelation } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Range } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

export interface Derived {
  readonly parts: readonly SourceValue[];
  readonly how: SourceRelation;
}

const MAX_ADDED = 200;
const MAX_NAMED = 400;
/** Coarser numbers match too many totals. */
const MAX_WIDTH = 0.03;
/** Finer numbers match no total by chance. */
const PRECISE = 1e-4;

export function matchSum(
  mention: Mention,
  { from, to }: Range,
  said: readonly SourceValue[],
  index: ValueIndex,
): Derived | null {
  const isShare = mention.unit?.dimension === 'percent';
  if (!isShare && (to - from) / Math.max(from, to) > MAX_WIDTH) return null;
  const isWithin = (value: number) => Math.abs(value) >= from && Math.abs(value) <= to;
  const known = new Set([...index.named(mention.stems, MAX_NAMED), ...said]);
  for (const { values, total, isWhole } of [...index.columns, ...index.lines]) {
    if (!isWhole || values.length > MAX_ADDED) continue;
    if (!isShare) {
      const isTotal = isWithin(total * toScale(mention, values[0]));
      const isPrecise = (to - from) / to < PRECISE;
      if (isTotal && (isPrecise || values.some((value) => known.has(value))))
        return { parts: values, how: 'sum' };
      continue;
    }
    const share = values.find(
      (value) => isWithin(value.value / total / (mention.unit?.factor ?? 1)) && known.has(value),
    );
    if (share) return { parts: [share, ...values.filter((value) => value !== share)], how: 'ratio' };
  }
  return null;
}

/** From the unit of the values to that of the answer. */
export function toScale({ unit }: Mention, value: SourceValue | undefined): number {
  const own = value?.unit.unit;
  if (!own || unit === null || own.dimension !== unit.dimension) return value?.unit.multiplier ?? 1;
  return own.factor / unit.factor;
}
