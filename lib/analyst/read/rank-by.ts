/** What rows or groups are put in order by. */
import { LEVELS } from './concepts.ts';
import { amountOf } from './figures.ts';
import type { Amount, Degree, Pick, Ranking } from './meanings.ts';

export function rank(pick: Pick) {
  const { place, descending } = pick;
  return { count: pick.count === 1 ? null : pick.count, place, descending };
}

export function byDegree({ field, descending }: Degree): { ranking: Ranking; descending: boolean } {
  return { ranking: { amount: amountOf(field), isDegree: true, isMost: false }, descending };
}

export function byAmount(amount: Amount): Ranking {
  return { amount, isDegree: false, isMost: false };
}

/** Of these, less is better or nothing is. */
const NOT_BEST: ReadonlySet<string> = new Set([
  'rank',
  'ranking',
  'place',
  'position',
  'time',
  'error',
  'cost',
  'price',
  'delay',
  'loss',
]);

export function byBest({ word }: Pick, amount: Amount): Ranking | null {
  const words = amount.field?.words ?? [];
  if (word === 'best' && words.some((each) => NOT_BEST.has(each))) return null;
  return { ...byAmount(amount), isMost: word === 'most' && !words.some((each) => LEVELS.has(each)) };
}
