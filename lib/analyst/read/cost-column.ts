/** The column that says what a row costs. */
import { SIDE_COSTS } from './concepts.ts';
import type { Field, View } from './meanings.ts';

const COSTS = 'cost price charge fare fee rent total bill'.split(' ');

/** The best fit that is not a side cost; null where several fit alike. */
export function costColumn({ fields }: View): Field | null {
  const ranked = fields.flatMap((field) => {
    const rank = COSTS.indexOf(field.words.at(-1) ?? '');
    const isMain = !field.words.some((word) => SIDE_COSTS.has(word));
    return field.type === 'number' && rank >= 0 && isMain ? [{ field, rank }] : [];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const [cost, ...others] = ranked.filter(({ rank }) => rank === best);
  return cost && others.length === 0 ? cost.field : null;
}
