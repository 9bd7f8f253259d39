/** Which come first, by what, and how many of them: "top 5", "the most orders", "sorted by price". */

import { columnOf, keyOf } from '../words/conditions.ts';
import { amountOf, countOf, isLevel } from '../words/figures.ts';
import { frame } from '../words/frames.ts';
import type { Amount, Degree, Pick, Ranking } from '../words/meanings.ts';
import { rule } from './rule.ts';

function rank(pick: Pick) {
  const { place, descending } = pick;
  return { count: pick.count === 1 ? null : pick.count, place, descending };
}

function byDegree({ field, descending }: Degree): { ranking: Ranking; descending: boolean } {
  return { ranking: { amount: amountOf(field), isDegree: true, isMost: false }, descending };
}

function firstBy(count: number, degree: Degree) {
  return count > 1 ? frame({ ...byDegree(degree), count }) : null;
}

function byAmount(amount: Amount): Ranking {
  return { amount, isDegree: false, isMost: false };
}

function byMost({ isMost = false }: Pick, amount: Amount): Ranking {
  return { ...byAmount(amount), isMost: isMost && !(amount.field && isLevel(amount.field)) };
}

export const ORDER_RULES = [
  rule('Piece', 'with? Best Measure', (pick, measure) =>
    measure.figure.kind === 'aggregate' && measure.note !== null
      ? null
      : frame({ ...rank(pick), measures: [measure] }),
  ),
  rule('Piece', 'with? Best Amount', (pick, amount) => {
    const ranking = amount.field && amount.field.type !== 'number' ? null : byMost(pick, amount);
    return ranking && frame({ ...rank(pick), ranking });
  }),
  rule('Piece', 'with? Best Set', (pick, set) => frame({ ...rank(pick), measures: [countOf(set)] })),
  rule('Piece', 'of|for|among|with? Best', (pick) => frame(rank(pick)), 1),
  rule(
    'Piece',
    'who Amount most',
    (amount, { who }) =>
      who &&
      frame({ target: keyOf(columnOf(who)), isWhich: true, descending: true, ranking: byAmount(amount) }),
  ),
  rule('Piece', 'Degree', (degree) => frame(byDegree(degree))),
  rule('Piece', 'of|for|among? top? N Degree', firstBy),
  rule('Piece', 'Degree N', (degree, count) => firstBy(count, degree)),
  rule('Piece', 'Ord Degree', (place, degree) => (place > 1 ? frame({ ...byDegree(degree), place }) : null)),
  rule('Piece', 'top N', (count) => frame({ count, descending: true })),
  rule('Piece', 'bottom N', (count) => frame({ count, descending: false })),
  rule('Piece', 'most @common ; busiest ; most often|frequently|frequent', () =>
    frame({ descending: true, measures: [countOf([])] }),
  ),
  rule('Piece', 'least @common|often|frequently', () =>
    frame({ descending: false, measures: [countOf([])] }),
  ),
  rule('Piece', 'Ord most @common', (place) =>
    place > 1 ? frame({ place, descending: true, measures: [countOf([])] }) : null,
  ),
  rule('Piece', 'comes|is|was|ranks|rank Ord', (place) => frame({ place, descending: true }), 1),
  rule('Piece', 'by|in Measure', (measure) => frame({ measures: [measure], isRank: true })),
  rule('Piece', 'by number of Set', (set) => frame({ measures: [countOf(set)], isRank: true })),
  rule('Piece', 'by|in Amount', (amount) => frame({ ranking: byAmount(amount) }), 1),
  rule('Piece', 'sorted|ordered by Amount descending', (amount) =>
    frame({ isSorted: true, descending: true, ranking: byAmount(amount) }),
  ),
  rule('Piece', 'sorted|ordered by Amount', (amount) =>
    frame({ isSorted: true, descending: false, ranking: byAmount(amount) }),
  ),
  rule(
    'Piece',
    'sorted|ordered? descending ; in descending order ; @high first|left ; when|if you rank|sort|order|ranked|sorted them|it|these?',
    () => frame({ isSorted: true, descending: true }),
  ),
  rule('Piece', 'sorted|ordered? ascending ; in ascending order ; @low|worst first|left', () =>
    frame({ isSorted: true, descending: false }),
  ),
  rule('Piece', 'When first', () => frame({ isEach: true })),
  rule('Piece', '@be|comes|ranks? Ord last|lowest', (place) =>
    place > 1 ? frame({ place, descending: false }) : null,
  ),
].flat();
