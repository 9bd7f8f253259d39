/** Units and scales that outputs leave out, and the answer knows: what it says of one value holds for its column. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceGroup, SourceValue } from '../source/source-value.ts';
import type { Unit } from '../text/units.ts';
import { agreesInSign } from './direction.ts';
import { toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

/** Per group and column, the unit that the answer gave to one of the values. */
export type LearnedUnits = ReadonlyMap<SourceGroup, ReadonlyMap<number, Unit>>;

interface Said {
  readonly mention: Mention;
  readonly values: readonly SourceValue[];
}

const MAX_LOOKED_AT = 100;
/** Coarser numbers would fit by chance. */
const MAX_WIDTH = 0.05;

/** `said`: what numbers of the answer say themselves. */
export function learnUnits(said: readonly Said[]): LearnedUnits {
  const learned = new Map<SourceGroup, Map<number, Unit>>();
  for (const { mention, values } of said) {
    const { unit } = mention;
    if (unit === null || unit.dimension === 'percent') continue;
    for (const value of values) {
      if (value.unit.unit !== null || value.date !== null || !isAsShown(mention, value)) continue;
      const columns = learned.get(value.group) ?? new Map<number, Unit>();
      learned.set(value.group, columns.set(toColumn(value), unit));
    }
  }
  return learned;
}

/** In a line, values of different kinds stand side by side; those of a table share the units of its columns. */
function toColumn({ group, at }: SourceValue): number {
  return group.kind === 'table' ? at[1] : -1 - at[0];
}

function isAsShown(mention: Mention, { value }: SourceValue): boolean {
  const { from, to } = toRange(mention);
  return Math.abs(value) >= from && Math.abs(value) <= to;
}

/** Values of a column whose unit the answer has said elsewhere, converted: 542.9 below a column in seconds as “9.05 min”. */
export function matchLearned(mention: Mention, learned: LearnedUnits, index: ValueIndex): SourceValue[] {
  const { unit } = mention;
  const { from, to } = toRange(mention);
  if (unit === null || unit.dimension === 'percent' || (to - from) / Math.max(to, from) > MAX_WIDTH)
    return [];
  const factors = new Set(
    [...learned.values()].flatMap((columns) =>
      [...columns.values()].flatMap(({ dimension, factor }) =>
        dimension === unit.dimension ? [factor] : [],
      ),
    ),
  );
  factors.delete(unit.factor);
  return [...factors].flatMap((factor) => {
    const ratio = factor / unit.factor;
    return index.within(from / ratio, to / ratio, MAX_LOOKED_AT).filter((value) => {
      const known = learned.get(value.group)?.get(toColumn(value));
      const isKnown = known?.dimension === unit.dimension && known.factor === factor;
      return isKnown && value.unit.unit === null && agreesInSign(mention, value);
    });
  });
}
