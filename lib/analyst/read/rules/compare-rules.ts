/** One side against another, shares, and questions of yes or no. */

import type { Side } from '../../query/query.ts';
import { compareMoment, isMention, isOneOf, shareYear } from '../words/conditions.ts';
import { aggregateOf, amountOf, countOf, totalOf } from '../words/figures.ts';
import { frame, frameOf } from '../words/frames.ts';
import type { Degree, Frame, View } from '../words/meanings.ts';
import { nameMoment } from '../words/name-side.ts';
import { rule } from './rule.ts';

/** Two sides are compared by averages, and not by dates. */
function averageOf({ field }: Degree) {
  return aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged.`);
}

const MORE = { compare: 'which', descending: true } as const;
const LESS = { compare: 'which', descending: false } as const;

/** Two sides; a month without its year is of the year of the other: "from January to May 2024". */
function twoSides(left: Side, right: Side, view: View): Frame | null {
  const first = shareYear(view.date, left.where, right.where);
  const sides = [first ? { label: first.iso, where: first.where } : left, right] as const;
  return sides[0].label === right.label ? null : frame({ sides });
}

export const COMPARE_RULES = [
  rule(
    'Side',
    'Value ; @in Value ; those|that|ones @in? Value ; Value Noun|ones|one ; @in Value Noun|ones',
    (value) => ({ label: value.label, where: isMention(value) }),
  ),
  rule('Side', 'not|non Value ; not|non Value Noun|ones|one', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'When ; @time When', (when, view) => {
    const where = compareMoment(view.date, '==', when);
    return where && { label: nameMoment(when), where };
  }),
  rule(
    'Piece',
    'between Side and Side ; from Side to Side ; of Side to Side ; Side to Side ; of Side and Side ; Side or Side ; Side and Side',
    twoSides,
  ),
  rule(
    'Piece',
    'Side versus|vs|against Side ; Side vs . Side ; @in Side versus|vs Side ; Side compared to|with Side',
    (left, versus) =>
      left.label === versus.label ? null : frame({ conditions: [left.where], versus, compare: 'difference' }),
  ),
  rule('Piece', '@gap between Measure Side and|versus|vs Side', (measure, left, right, view) => {
    const sides = twoSides(left, right, view);
    return sides && { ...sides, compare: 'difference', measures: [measure] };
  }),
  rule('Piece', '@than Side ; compared to|with Side', (versus) => frame({ versus }), 1),
  rule('Piece', 'difference ; @gap in|of|between ; compare|comparing|comparison', () =>
    frame({ compare: 'difference' }),
  ),
  rule('Piece', 'ratio ; ratio of|in', () => frame({ compare: 'ratio' })),
  rule('Piece', 'by how much ; how much|many @more|@less', () => frame({ compare: 'difference' }), 1),
  rule(
    'Piece',
    'by how many percent|percentage|% ; by what|which percent|percentage',
    () => frame({ compare: 'change' }),
    1,
  ),
  rule('Piece', 'change|changes|changed|develop|developed|evolve|evolved ; change in|of ; rise or fall', () =>
    frame({ change: 'difference' }),
  ),
  rule(
    'Piece',
    'growth|grow|grew|grown|increase|increased|rise|rose|risen ; growth|increase|rise in|of ; change in|of percent|% ; percent change in|of ; %|percentage change in|of',
    () => frame({ change: 'percent' }),
  ),
  rule('Piece', 'Comparative', (degree) =>
    frameOf(averageOf(degree), { compare: 'which', descending: degree.descending }),
  ),
  rule('Piece', 'how much? Comparative', (degree) => frameOf(averageOf(degree), { compare: 'difference' })),
  rule('Piece', '@more Set', (set) => frame({ ...MORE, measures: [countOf(set)] })),
  rule('Piece', '@less Set', (set) => frame({ ...LESS, measures: [countOf(set)] })),
  rule('Piece', 'how many|much @more Set', (set) =>
    frame({ compare: 'difference', measures: [countOf(set)] }),
  ),
  rule('Piece', '@more', () => frame(MORE), 1),
  rule('Piece', '@less', () => frame(LESS), 1),

  // Shares.
  rule('Piece', '@share of all? Set ; for what @share of Set', (whole) =>
    frame({ isShare: true, whole, hasRows: true }),
  ),
  rule(
    'Piece',
    'percentage|share|fraction|proportion ; percentage|share|fraction|proportion of|in ; @what|how percent|percentage|% of?',
    () => frame({ isShare: true }),
  ),
  rule('Piece', 'percentage breakdown', () => frame({ isShare: true, isEach: true })),
  rule('Piece', '@share of total? Amount', (amount) => frameOf(totalOf(amount), { isShare: true })),
  rule('Piece', '@share of Values @that @be|@has Cond', (values, said) => {
    const condition = isOneOf(values);
    return condition && frame({ isShare: true, whole: [condition], said });
  }),
].flat();
