/** One side against another, shares, and questions of yes or no. */

import type { Side } from '../query/query.ts';
import { compareMoment, isMention, isOneOf, shareYear } from './conditions.ts';
import { aggregateOf, amountOf, countOf, isAdditive, plainMeasure } from './figures.ts';
import { frame } from './frames.ts';
import type { Degree, Frame, Moment, View } from './meanings.ts';
import { nameMoment } from './name-side.ts';
import { rule } from './rule.ts';

/** Of two sides: by averages, or by sums of what adds up. */
function averageOf({ field }: Degree) {
  return field.type === 'number'
    ? aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged.`)
    : null;
}

/** Two sides; a month without its year is of the year of the other: "from January to May 2024". */
function twoSides(left: Side, right: Side, view: View): Frame | null {
  const first = shareYear(view.date, left.where, right.where);
  const sides = [first ? { label: first.iso, where: first.where } : left, right] as const;
  return sides[0].label === right.label ? null : frame({ sides });
}

/** Weekends and weekdays are all days there are: both together select nothing, so they are compared. */
function bothDays(left: Moment, right: Moment, view: View): Frame | null {
  const [first, second] = [left, right].map((when) => {
    const where = when.kind === 'days' ? compareMoment(view.date, '==', when) : null;
    return where && { label: nameMoment(when), where };
  });
  const sides = first && second ? twoSides(first, second, view) : null;
  return sides && { ...sides, compare: 'difference' };
}

export const COMPARE_RULES = [
  rule('Side', 'Value ; @in Value', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'not|non Value ; @in not|non Value', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'those|that|ones @in? Value', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'Value Noun|ones|one ; @in Value Noun|ones ; Value one', (value) => ({
    label: value.label,
    where: isMention(value),
  })),
  rule('Side', 'not|non Value Noun|ones|one', (value) => ({
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
    (left, right, view) => twoSides(left, right, view),
  ),
  rule(
    'Piece',
    'Side versus|vs|against Side ; Side vs . Side ; @in Side versus|vs Side ; Side compared to|with Side ; Side with Side ; of Side versus|vs Side',
    (left, versus) =>
      left.label === versus.label ? null : frame({ conditions: [left.where], versus, compare: 'difference' }),
  ),
  rule(
    'Piece',
    '@time|by|per|between|across? When and|or @time? When ; by|per|across When versus|vs|against When',
    bothDays,
    1,
  ),
  rule('Piece', '@gap between Measure Side and|versus|vs Side', (measure, left, right, view) => {
    const sides = twoSides(left, right, view);
    return sides && { ...sides, compare: 'difference', measures: [measure] };
  }),
  rule('Piece', 'difference between Measure @in Side and Measure @in Side', (measure, left, other, right) =>
    measure.name === other.name
      ? frame({ compare: 'difference', measures: [measure], sides: [left, right] })
      : null,
  ),
  rule(
    'Piece',
    'difference|gap between Measure @in Side and|versus|vs Side ; difference|gap between Measure of Side and|versus|vs Side',
    (measure, left, right) =>
      left.label === right.label
        ? null
        : frame({ compare: 'difference', measures: [measure], sides: [left, right] }),
  ),
  rule('Piece', '@than Side ; compared to|with Side ; relative to Side', (versus) => frame({ versus }), 1),
  rule('Piece', 'difference ; @gap in|of ; @gap between ; compare|comparing|comparison ; comparison of', () =>
    frame({ compare: 'difference' }),
  ),
  rule('Piece', 'ratio ; ratio of|in', () => frame({ compare: 'ratio' })),
  rule('Piece', 'by how much', () => frame({ compare: 'difference' }), 1),
  rule(
    'Piece',
    'by how many percent|percentage|% ; by what|which percent|percentage ; how many percent',
    () => frame({ compare: 'change' }),
    1,
  ),
  rule('Piece', 'rise or fall ; go up or down ; increase or decrease ; grow or shrink', () =>
    frame({ change: 'difference' }),
  ),
  rule('Piece', 'change|changes|changed|develop|developed|evolve|evolved ; change in|of ; changes in', () =>
    frame({ change: 'difference' }),
  ),
  rule(
    'Piece',
    `growth|grow|grew|grown|increase|increased|rise|rose|risen ; @growth ; @growth in|of ; growth|increase|rise in|of ;
    decrease|decreased|drop|dropped|fall|decline|declined ; decrease|drop|fall|decline in|of ; change in|of percent|% ; percent change in|of ; %|percentage change in|of`,
    () => frame({ change: 'percent' }),
  ),
  rule('Piece', 'Comparative', (degree) => {
    const measure = averageOf(degree);
    return measure && frame({ compare: 'which', measures: [measure], descending: degree.descending });
  }),
  rule('Piece', 'how much? Comparative ; by how much Comparative', (degree) => {
    const measure = averageOf(degree);
    return measure && frame({ compare: 'difference', measures: [measure] });
  }),
  rule('Piece', '@more Measure', (measure) =>
    frame({ compare: 'which', measures: [measure], descending: true }),
  ),
  rule('Piece', '@less Measure', (measure) =>
    frame({ compare: 'which', measures: [measure], descending: false }),
  ),
  rule('Piece', '@more Set', (set) =>
    frame({ compare: 'which', measures: [countOf(set)], descending: true }),
  ),
  rule('Piece', '@less Set', (set) =>
    frame({ compare: 'which', measures: [countOf(set)], descending: false }),
  ),
  rule('Piece', 'how many|much @more Set ; how many|much @less Set', (set) =>
    frame({ compare: 'difference', measures: [countOf(set)] }),
  ),
  rule('Piece', 'how many @more unique|different|distinct Set', (set) =>
    frame({
      compare: 'difference',
      measures: [countOf(set)],
      isUnique: true,
    }),
  ),
  rule('Piece', 'how many|much @more Measure ; how many|much @less Measure', (measure) =>
    frame({ compare: 'difference', measures: [measure] }),
  ),
  rule('Piece', 'how much|many @more Amount', (amount) => {
    const measure = plainMeasure(amount);
    return measure && frame({ compare: 'difference', measures: [measure] });
  }),
  rule('Piece', '@more', () => frame({ compare: 'which', descending: true }), 1),
  rule('Piece', '@less', () => frame({ compare: 'which', descending: false }), 1),
  rule('Piece', 'how much|many @more|@less', () => frame({ compare: 'difference' }), 1),

  // Shares.
  rule('Piece', '@share of all? Set ; for what @share of Set ; on|in what @share of Set', (whole) =>
    frame({ isShare: true, whole, hasRows: true }),
  ),
  rule(
    'Piece',
    'percentage|share|fraction|proportion ; percentage|share|fraction|proportion of|in ; @what|how percent|percentage|% of? ; how many percent of?',
    () => frame({ isShare: true }),
  ),
  rule('Piece', 'percentage breakdown ; percentage breakdown of|by?', () =>
    frame({ isShare: true, isEach: true }),
  ),
  rule('Piece', '@share of total? Amount', (amount) => {
    const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
    return measure && frame({ isShare: true, measures: [measure] });
  }),
  rule('Piece', '@share of Measure', (measure) => frame({ isShare: true, measures: [measure] })),
  rule('Piece', '@share of total Measure', (measure) => frame({ isShare: true, measures: [measure] })),

  rule(
    'Piece',
    '@share of Values @be|@has|@do Cond ; @share of Values @that @be|@has Cond',
    (values, said) => {
      const condition = isOneOf(values);
      return condition && frame({ isShare: true, whole: [condition], said });
    },
  ),
  rule(
    'Piece',
    '@share of Values ; percent|% Values',
    (values) => {
      const condition = isOneOf(values);
      return condition && frame({ isShare: true, said: condition });
    },
    2,
  ),
  rule('Piece', '@share @be|@has Cond', (said) => frame({ isShare: true, said }), 1),

  // Yes or no.
  rule('Piece', '@be there @any? Set ; @do we @has @any? Set ; @be|@do|@has any Set', (conditions) =>
    frame({ whether: true, conditions, hasRows: true }),
  ),
  // All of which, and all what: a condition more could belong to either.
  rule('Piece', '@be|@do|@has all|every|each of? Set Linked', (whole, condition) =>
    frame({ ask: { kind: 'whether', quantifier: 'all', condition }, whole }),
  ),
  rule('Piece', '@be|@do|@has all|every|each of? Set Linked Linked', (set, linked, condition) =>
    frame({ ask: { kind: 'whether', quantifier: 'all', condition }, whole: [...set, linked] }),
  ),
  rule('Piece', '@be|@do|@has anything|something', () => frame({ whether: true, hasRows: true })),
].flat();
