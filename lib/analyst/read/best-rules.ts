import { aggregateOf, allOf, countOf, isAdditive } from './figures.ts';
import { columnOf, isMention, keyOf } from './frames.ts';
import { rule } from './rule.ts';
import {
  ask,
  best,
  compare,
  correlation,
  degreeKey,
  find,
  gaps,
  isMeasure,
  nested,
  peak,
  pickOf,
  rowsBy,
} from './sentences.ts';

export const BEST_RULES = [
  rule('Core', '@which N Key @verb Best Set', (count, key, pick, set) =>
    pick.count === 1 ? best(key, countOf(set), { ...pick, count }) : null,
  ),
  rule('Core', '@which N Key @verb Best Measure', (count, key, pick, measure) =>
    pick.count === 1 ? best(key, measure, { ...pick, count }) : null,
  ),
  rule('Core', '@which Key Value Best Set', (key, value, pick, set) =>
    best(key, countOf([...set, isMention(value)]), pick),
  ),
  // The best of groups.
  rule(
    'Core',
    `@which Key @verb Best Measure ; @what? Key @verb Best Measure ; @ask Key with Best Measure ;
    @which Key @be Key with Best Measure`,
    (key, pick, ...rest) => {
      const measure = find(rest, isMeasure);
      return 'descending' in pick ? best(key, measure ?? null, pick) : null;
    },
  ),
  rule('Core', '@which Key @verb Best Amount ; @ask? Key with Best Amount', peak, 1),
  rule('Core', '@which Key @verb Best Set ; @ask? Key with Best Set', (key, pick, set) =>
    best(key, countOf(set), pick),
  ),
  rule(
    'Core',
    `@which Key @be Best by|in Measure ; @ask? Best Key by|in Measure ;
    @which @be? Best Key by|in Measure`,
    (...parts) => {
      const [first, second, measure] = parts;
      const [key, pick] = 'of' in first ? [first, second] : [second, first];
      return 'of' in key && 'descending' in pick ? best(key, measure, pick) : null;
    },
  ),
  rule('Core', 'who @verb Best Measure', (pick, measure, view) =>
    best(view.who && keyOf(columnOf(view.who)), measure, pick),
  ),
  rule('Core', 'who @be Best Key by|in Measure', (pick, key, measure) => best(key, measure, pick)),
  rule('Core', 'who @verb Best Set', (pick, set, view) =>
    best(view.who && keyOf(columnOf(view.who)), countOf(set), pick),
  ),
  rule(
    'Core',
    `@ask? most @common Key ; @which Key @be most @common ; @which @be most @common Key ;
    @which Key appears|occurs most @common?`,
    (key) => best(key, countOf([]), { count: 1, place: null, descending: true }),
  ),
  rule(
    'Core',
    '@ask? least @common Key ; @which Key @be least @common ; @what? rarest Key ; @which Key @be rarest',
    (key) => best(key, countOf([]), { count: 1, place: null, descending: false }),
  ),
  rule('Core', '@ask? Ord most @common Key ; @which @be Ord most @common Key', (place, key) =>
    place > 1 ? best(key, countOf([]), { count: null, place, descending: true }) : null,
  ),
  rule('Core', '@which Key @be Ord most @common', (key, place) =>
    place > 1 ? best(key, countOf([]), { count: null, place, descending: true }) : null,
  ),
  rule(
    'Core',
    '@ask? N most @common Keys ; @what? top N most @common? Keys ; @which @be N most @common Keys',
    (count, keys) =>
      best(keys.length === 1 ? (keys[0] ?? null) : null, countOf([]), {
        count,
        place: null,
        descending: true,
      }),
  ),
  rule(
    'Core',
    '@which Key @be Values most often|frequently ; @which Key @be most often Values',
    (key, values) => {
      const [value] = values;
      return value && values.length === 1
        ? best(key, countOf([isMention(value)]), { count: 1, place: null, descending: true })
        : null;
    },
  ),
  rule('Core', '@which Key @be Values least often', (key, values) => {
    const [value] = values;
    return value && values.length === 1
      ? best(key, countOf([isMention(value)]), { count: 1, place: null, descending: false })
      : null;
  }),
  rule(
    'Core',
    '@which Key @be Degree ; @which Key @be Degree on average ; @what? Key @be Degree on average',
    (key, degree, view) => degreeKey(key, degree, pickOf(degree), view),
  ),
  rule(
    'Core',
    '@which Key @be Ord Degree ; @which Key @be Ord Degree on average',
    (key, place, degree, view) =>
      place > 1 ? degreeKey(key, degree, pickOf(degree, null, place), view) : null,
  ),
  rule(
    'Core',
    '@ask? Degree Key ; @which @be? Degree Key',
    (degree, key, view) => degreeKey(key, degree, pickOf(degree), view),
    1,
  ),
  rule(
    'Core',
    '@ask? N Degree Key ; @which @be N Degree Key ; @what? top N Degree Key',
    (count, degree, key, view) => degreeKey(key, degree, pickOf(degree, count), view),
    1,
  ),
  rule('Core', 'who @be N Degree Noun?', (count, degree, _noun, view) =>
    rowsBy({
      by: degree.field,
      pick: pickOf(degree, count),
      columns: view.who ? [view.who.name, degree.field.name] : [],
    }),
  ),
  rule('Core', 'who Amount most', (by, view) =>
    view.who?.isIdentifier && by.field
      ? rowsBy({
          by,
          pick: { count: 1, place: null, descending: true },
          columns: [view.who.name, by.field.name],
        })
      : null,
  ),
  rule('Core', '@ask? busiest Key ; @which Key @be busiest', (key) =>
    best(key, countOf([]), { count: 1, place: null, descending: true }),
  ),
  rule('Core', '@ask? quietest Key ; @which Key @be quietest', (key) =>
    best(key, countOf([]), { count: 1, place: null, descending: false }),
  ),
  rule('Core', 'in|on|at? which Key @be|@do|@has Best Set placed|made|recorded|sold?', (key, pick, set) =>
    best(key, countOf(set), pick),
  ),
  rule('Core', '@ask? Ord Degree Key', (place, degree, key, view) =>
    place > 1 ? degreeKey(key, degree, pickOf(degree, null, place), view) : null,
  ),
  rule('Core', '@ask? Degree N Set', (degree, count, set) =>
    rowsBy({ by: degree.field, pick: pickOf(degree, count), set }),
  ),
  rule('Core', '@ask? first N Set', (count, set, view) =>
    view.date ? rowsBy({ by: view.date, pick: { count, place: null, descending: false }, set }) : null,
  ),
  rule('Core', '@ask? last N Set', (count, set, view) =>
    view.date ? rowsBy({ by: view.date, pick: { count, place: null, descending: true }, set }) : null,
  ),
  rule('Core', '@ask? @average Set per|each Keys ; @ask? @average number of Set in each Keys', (set, keys) =>
    nested('mean', countOf(set), keys),
  ),
  rule(
    'Core',
    '@do|@has Measure increase|increased|grow|grown|rise|risen|decrease|decreased|drop|fall from Side to Side',
    (measure, left, right) => compare(measure, [left, right], { as: 'change' }),
  ),
  rule(
    'Core',
    '@ask? difference between Measure @in Side and Measure @in Side',
    (measure, left, other, right) =>
      measure.name === other.name ? compare(measure, [left, right], { as: 'difference' }) : null,
  ),
  rule(
    'Core',
    '@ask? @share of total? Amount @be|comes|come|came from Set ; @ask? @share of total? Amount from Set',
    (amount, set) => {
      const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
      const part = allOf(set);
      return measure && part && ask({ kind: 'share', part, figure: measure.figure });
    },
  ),
  rule('Core', 'who @be Date last|latest|most recently', (date, view) =>
    view.who
      ? rowsBy({
          by: date,
          pick: { count: 1, place: null, descending: true },
          columns: [view.who.name, date.name],
        })
      : null,
  ),
  rule('Core', 'who @be Date first|earliest', (date, view) =>
    view.who
      ? rowsBy({
          by: date,
          pick: { count: 1, place: null, descending: false },
          columns: [view.who.name, date.name],
        })
      : null,
  ),
  rule('Core', '@ask? Best Amount ; @ask? Best Amount values?', (pick, by) =>
    pick.count === 1 ? null : rowsBy({ by, pick }),
  ),
  rule('Core', '@ask? Agg time|gap in Span between Noun', (aggregate, unit, _noun, view) =>
    gaps(view, unit, aggregate),
  ),
  rule('Core', '@be Measure @in Side @more @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which' }),
  ),
  rule('Core', '@be Measure @in Side @less @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which', descending: false }),
  ),
  rule(
    'Core',
    '@do Num correlate with Num ; @do Num depend on Num ; how @do Num depend on Num',
    (left, right) => correlation([left, right]),
  ),
  rule('Core', '@ask? time between consecutive? Noun', (_noun, view) => gaps(view, null, null)),
  rule('Core', 'who @be Degree Noun?', (degree, _noun, view) =>
    rowsBy({
      by: degree.field,
      pick: pickOf(degree),
      columns: view.who ? [view.who.name, degree.field.name] : [],
    }),
  ),
].flat();
