/** Which come first, by what, and how many of them: "top 5", "the most orders", "sorted by price". */
import { GROUPS_OF_PEOPLE, WHO_WORDS } from './concepts.ts';
import { isMention, isOneOf } from './conditions.ts';
import { aggregateOf, amountOf, countOf } from './figures.ts';
import { frame } from './frames.ts';
import type { Degree } from './meanings.ts';
import { byAmount, byDegree, byMost, rank } from './rank-by.ts';
import { rule } from './rule.ts';

const OF_PEOPLE: ReadonlySet<string> = new Set([...GROUPS_OF_PEOPLE, 'gender', 'sex']);

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
  rule('Piece', 'with? Best in Amount', (pick, amount) => {
    const isNumber = pick.isMost && amount.field?.type === 'number';
    return isNumber ? frame({ ...rank(pick), ranking: byMost(pick, amount) }) : null;
  }),
  // "most patients" are different people. Of things, pieces may be meant: "sold the most products".
  rule('Piece', 'with? Best Text', (pick, field) => {
    const isWho = field.words.some((word) => WHO_WORDS.has(word)) && !field.isIdentifier;
    const measure = isWho && pick.isMost ? aggregateOf('distinct', amountOf(field)) : null;
    return measure && frame({ ...rank(pick), measures: [measure] });
  }),
  rule('Piece', 'with? Best Set', (pick, set) => frame({ ...rank(pick), measures: [countOf(set)] })),
  // "the most engineers": of other values, how much of it can be meant, as of rain.
  rule(
    'Piece',
    'with? Best Values',
    (pick, values) => {
      const isOfPeople = values.every(({ field }) => OF_PEOPLE.has(field.words.at(-1) ?? ''));
      const condition = pick.isMost && isOfPeople ? isOneOf(values) : null;
      return condition && frame({ ...rank(pick), measures: [countOf([condition])] });
    },
    1,
  ),
  rule('Piece', 'with? Best Roots', (pick, value) =>
    frame({ ...rank(pick), measures: [countOf([isMention(value)])] }),
  ),
  rule('Piece', 'of|for|among|with? Best', (pick) => frame(rank(pick)), 1),
  rule('Piece', 'Degree', (degree) => frame(byDegree(degree))),
  rule('Piece', 'of|for|among? N Degree ; Degree N ; of|for|among? top N Degree', (...parts) => {
    const count = parts.find((part) => typeof part === 'number');
    const degree = parts.find((part): part is Degree => typeof part === 'object' && 'descending' in part);
    return count && degree && count > 1 ? frame({ ...byDegree(degree), count }) : null;
  }),
  rule('Piece', 'Ord Degree', (place, degree) => (place > 1 ? frame({ ...byDegree(degree), place }) : null)),
  rule('Piece', 'top N ; N best', (count) => frame({ count, descending: true })),
  rule('Piece', 'bottom N ; N worst', (count) => frame({ count, descending: false })),
  rule('Piece', 'most @common ; busiest ; most often|frequently|frequent ; most @common value', () =>
    frame({ descending: true, measures: [countOf([])] }),
  ),
  // "borrowed the most": of loans, how many there are.
  rule('Piece', '@event most ; most @event', () => frame({ descending: true, measures: [countOf([])] })),
  rule('Piece', '@event least ; least @event', () => frame({ descending: false, measures: [countOf([])] })),
  rule('Piece', 'least @common|often|frequently ; rarest ; quietest', () =>
    frame({ descending: false, measures: [countOf([])] }),
  ),
  rule('Piece', 'N most @common ; top N most @common', (count) =>
    frame({ count, descending: true, measures: [countOf([])] }),
  ),
  rule('Piece', 'Ord most @common', (place) =>
    place > 1 ? frame({ place, descending: true, measures: [countOf([])] }) : null,
  ),
  rule(
    'Piece',
    'comes|is|was|ranks|rank Ord ; in|on|at|has|takes|takes the? Ord place|rank|position ; Ord place|rank',
    (place) => frame({ place, descending: true }),
    1,
  ),
  rule('Piece', 'Values most often|frequently', (values) => {
    const condition = isOneOf(values);
    return condition && frame({ descending: true, measures: [countOf([condition])] });
  }),
  rule('Piece', 'Values least often', (values) => {
    const condition = isOneOf(values);
    return condition && frame({ descending: false, measures: [countOf([condition])] });
  }),
  rule(
    'Piece',
    'first|earliest Set',
    (set, { date }) =>
      date && frame({ descending: false, ranking: byAmount(amountOf(date)), conditions: set, hasRows: true }),
  ),
  rule(
    'Piece',
    'last|latest|newest Set ; most recent Set',
    (set, { date }) =>
      date && frame({ descending: true, ranking: byAmount(amountOf(date)), conditions: set, hasRows: true }),
  ),
  rule(
    'Piece',
    'first N Set',
    (count, set, { date }) =>
      date &&
      frame({ count, descending: false, ranking: byAmount(amountOf(date)), conditions: set, hasRows: true }),
  ),
  rule(
    'Piece',
    'last N Set',
    (count, set, { date }) =>
      date &&
      frame({ count, descending: true, ranking: byAmount(amountOf(date)), conditions: set, hasRows: true }),
  ),
  rule('Piece', 'Date last|latest ; Date most recently', (date) =>
    frame({ descending: true, ranking: byAmount(amountOf(date)) }),
  ),
  rule('Piece', 'Date first|earliest', (date) =>
    frame({ descending: false, ranking: byAmount(amountOf(date)) }),
  ),
  rule(
    'Piece',
    'by|in Measure ; in terms of Measure ; according to Measure ; based on Measure ; by number of Set',
    (...parts) => {
      const [part] = parts;
      const measure = 'figure' in part ? part : countOf(Array.isArray(part) ? part : []);
      return frame({ measures: [measure], isRank: true });
    },
  ),
  rule('Piece', 'by|in Amount ; in terms of Amount', (amount) => frame({ ranking: byAmount(amount) }), 1),
  rule('Piece', 'when|if you rank|sort|order|ranked|sorted them|it|these? ; ranked|sorted', () =>
    frame({ isSorted: true, descending: true }),
  ),
  rule('Piece', 'rank|order|sort all? Key', (target) =>
    frame({ target, isWhich: true, isSorted: true, descending: true }),
  ),
  rule('Piece', 'rank|order|sort all? Set', (conditions) =>
    frame({ conditions, hasRows: true, isCounted: true, isSorted: true, descending: true }),
  ),
  rule(
    'Piece',
    `sorted|ordered by Amount descending ; in descending order of Amount ; sorted|ordered from highest to lowest Amount`,
    (amount) => frame({ isSorted: true, descending: true, ranking: byAmount(amount) }),
  ),
  rule(
    'Piece',
    'sorted|ordered by Amount ; sorted|ordered by Amount ascending ; in ascending order of Amount',
    (amount) => frame({ isSorted: true, descending: false, ranking: byAmount(amount) }),
  ),
  rule(
    'Piece',
    `sorted|ordered? descending ; in descending order ; from highest|most|best|largest to lowest|least|worst|smallest ;
    @high|best|biggest|most first|left ; @high|best|biggest on|at top|left ; highest value first ; from high to low`,
    () => frame({ isSorted: true, descending: true }),
  ),
  rule(
    'Piece',
    `sorted|ordered? ascending ; in ascending order ; from lowest|least|worst|smallest to highest|most|best|largest ;
    @low|worst first|left ; @low|worst on|at top|left ; from low to high`,
    () => frame({ isSorted: true, descending: false }),
  ),
  rule('Piece', 'longest|slowest|biggest|latest|busiest first', () =>
    frame({ isSorted: true, descending: true }),
  ),
  rule('Piece', 'shortest|fastest|quickest|cheapest first', () =>
    frame({ isSorted: true, descending: false }),
  ),
  rule('Piece', 'When first', () => frame({ isEach: true })),
  rule('Piece', '@be|comes|ranks? Ord last|lowest', (place) =>
    place > 1 ? frame({ place, descending: false }) : null,
  ),
  rule('Piece', 'Degree first|on top', ({ descending }) => frame({ isSorted: true, descending })),
].flat();
