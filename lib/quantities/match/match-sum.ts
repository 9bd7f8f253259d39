/** Totals of a column or a line that an output shows whole, and what share of it one value has. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceRelation } from '../finding/quantity.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Said } from './list-operands.ts';
import type { Range } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

export interface Derived {
  readonly parts: readonly SourceValue[];
  readonly how: SourceRelation;
  /** Whether it is more than a result that happens to fit. */
  readonly isCertain: boolean;
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
        return { parts: values, how: 'sum', isCertain: true };
      continue;
    }
    const share = values.find(
      (value) => isWithin(value.value / total / (mention.unit?.factor ?? 1)) && known.has(value),
    );
    if (share) {
      const parts = [share, ...values.filter((value) => value !== share)];
      return { parts, how: 'ratio', isCertain: true };
    }
  }
  return null;
}

/** Values that are added at most. */
const MAX_PARTS = 12;

/**
 * The sum of what the sentence, or those shortly before, state of one column: “Together they made 2,661”; or what share
 * of a total the sentence’s own are. `said`: in the order of the answer, the last of them in the same sentence.
 */
export function matchSumOfSaid(
  mention: Mention,
  { from, to }: Range,
  said: readonly Said[],
  index: ValueIndex,
): Derived | null {
  const isShare = mention.unit?.dimension === 'percent';
  if ((to - from) / Math.max(from, to) > MAX_WIDTH) return null;
  const isWithin = (value: number) => Math.abs(value) >= from && Math.abs(value) <= to;
  for (const furthest of isShare ? [0] : [0, 1, 3]) {
    const near = new Set(said.flatMap(({ value, distance }) => (distance <= furthest ? value : [])));
    for (const parts of Map.groupBy(near, toColumn).values()) {
      if (parts.length < 2 || parts.length > MAX_PARTS) continue;
      const sum = parts.reduce((total, { value }) => total + value, 0);
      if (!isShare && isWithin(sum * toScale(mention, parts[0])))
        return { parts, how: 'sum', isCertain: true };
      const isPart = (total: number) => total > sum && isWithin(sum / total / (mention.unit?.factor ?? 1));
      const whole = isShare ? findWhole(parts, said, isPart, index) : null;
      if (whole !== null) return { parts: [...parts, ...whole], how: 'ratio', isCertain: true };
    }
  }
  return null;
}

/** The stated total that parts are a share of; empty where it is that of their column. */
function findWhole(
  parts: readonly SourceValue[],
  said: readonly Said[],
  isPart: (total: number) => boolean,
  index: ValueIndex,
): readonly SourceValue[] | null {
  const [first] = parts;
  if (!first) return null;
  const total = [...said.map(({ value }) => value), ...index.totalsOf(first)].find(({ value }) =>
    isPart(value),
  );
  if (total) return [total];
  const column = index.columns.find(({ values, isWhole }) => isWhole && values.includes(first));
  return column && isPart(column.total) ? [] : null;
}

function toColumn({ group, at, place }: SourceValue): string {
  return `${place.cellId} ${place.output} ${group.kind} ${at[1]}`;
}

/** From the unit of the values to that of the answer. */
export function toScale({ unit }: Mention, value: SourceValue | undefined): number {
  const own = value?.unit.unit;
  if (!own || unit === null || own.dimension !== unit.dimension) return value?.unit.multiplier ?? 1;
  return own.factor / unit.factor;
}
