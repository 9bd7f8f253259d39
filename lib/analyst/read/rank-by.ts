/** What rows or groups are put in order by. */
import { amountOf, isLevel } from './figures.ts';
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

export function byMost({ isMost = false }: Pick, amount: Amount): Ranking {
  return { ...byAmount(amount), isMost: isMost && !(amount.field && isLevel(amount.field)) };
}
