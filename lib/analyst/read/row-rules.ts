import { aggregateOf, amountOf, countOf, isAdditive, periodKey, plainMeasure } from './figures.ts';
import { columnOf, frame, isMention, keyOf } from './frames.ts';
import type { Field } from './meanings.ts';
import { rule } from './rule.ts';
import { figures, nested, pickOf, rowsBy, say } from './sentences.ts';

export const ROW_RULES = [
  rule(
    'Core',
    'how long @do it take from Date to|until Date ; how long @do it take on average from Date to|until Date',
    (from, to) => {
      const measure = plainMeasure({
        of: { kind: 'duration', from: columnOf(from), to: columnOf(to), unit: 'days' },
        name: `days from ${from.name} to ${to.name}`,
        field: null,
      });
      return measure && from.name !== to.name ? figures([measure]) : null;
    },
  ),
  rule('Core', '@number Set @be? Date @per Period ; Set Date @per Period', (set, date, period, view) => {
    const key = periodKey(period, view, date);
    return key && figures([countOf(set)], frame({ keys: [key] }));
  }),
  rule('Core', '@number Set @do Value @has', (set, value) => figures([countOf([...set, isMention(value)])])),
  rule('Core', 'rank|order|sort Key by Measure', (key, measure) =>
    figures([measure], frame({ keys: [key], picked: { count: null, place: null, descending: true } })),
  ),

  // Figures.
  rule('Core', '@what? Measures ; @list|@show Measures ; @what? Measures @exist', (measures) =>
    figures(measures),
  ),
  rule('Core', '@number Set @exist ; @number Set @be|@do', (set) => figures([countOf(set)])),
  rule('Core', 'how many Text @exist|@done ; how many @distinct Col @exist|@be|@done', (field) =>
    figures([aggregateOf('distinct', amountOf(field))].filter((one) => one !== null)),
  ),
  rule(
    'Core',
    `how much|many Num @be|@do|@verb sold|made|produced|generated|recorded|used|fell|earned ;
    how much|many Num fell`,
    (field) => {
      const measure = field.isAdditive ? aggregateOf('sum', amountOf(field)) : null;
      return measure && figures([measure]);
    },
  ),
  rule('Core', '@ask? Timely Measures', (period, measures, view) => {
    const key = periodKey(period, view);
    return key && figures(measures, frame({ keys: [key] }));
  }),
  rule('Core', '@ask? Agg Timely Amount', (outer, period, amount, view) =>
    nested(outer, plainMeasure(amount), [periodKey(period, view)]),
  ),
  rule('Core', '@ask? Agg Timely Count', (outer, period, count, view) =>
    nested(outer, count, [periodKey(period, view)]),
  ),
  rule('Core', '@ask? Agg Count @per Key', (outer, count, key) => nested(outer, count, [key])),
  rule('Core', 'Count per Keys on average ; @what Count per Keys on average', (count, keys) =>
    nested('mean', count, keys),
  ),
  rule('Core', '@ask? Agg Amount per Key', (outer, amount, key) =>
    isAdditive(amount) ? nested(outer, plainMeasure(amount), [key]) : null,
  ),
  rule(
    'Core',
    '@what? Agg total Amount per|by Keys ; @what? Agg total of Amount per|by Keys',
    (outer, amount, keys) => nested(outer, aggregateOf('sum', amount), keys),
  ),

  // Rows at the top of an order.
  rule('Core', '@which Set @be Degree', (set, degree) =>
    rowsBy({ by: degree.field, pick: pickOf(degree), set }),
  ),
  rule('Core', '@which Set @be Ord Degree', (set, place, degree) =>
    place > 1 ? rowsBy({ by: degree.field, pick: pickOf(degree, null, place), set }) : null,
  ),
  rule('Core', '@ask? Degree Set ; @which @be? Degree Set', (degree, set) =>
    rowsBy({ by: degree.field, pick: pickOf(degree), set }),
  ),
  rule('Core', '@ask? Ord Degree Set ; @which @be Ord Degree Set', (place, degree, set) =>
    place > 1 ? rowsBy({ by: degree.field, pick: pickOf(degree, null, place), set }) : null,
  ),
  rule(
    'Core',
    '@ask? N Degree Set ; @which @be N Degree Set ; @ask? top N Degree Set',
    (count, degree, set) => rowsBy({ by: degree.field, pick: pickOf(degree, count), set }),
  ),
  rule('Core', '@which Set @verb Best Amount ; @ask? Set with Best Amount', (set, pick, by) =>
    rowsBy({ by, pick, set }),
  ),
  rule('Core', '@ask? Best Set by Amount ; @what? Best Set in terms of Amount', (pick, set, by) =>
    rowsBy({ by, pick, set }),
  ),
  rule('Core', 'who @verb Best Amount', (pick, by, view) => {
    const { who } = view;
    return who?.isIdentifier && by.field ? rowsBy({ by, pick, columns: [who.name, by.field.name] }) : null;
  }),
  rule('Core', '@what? first|earliest Set ; when @be first|earliest Set', (set, view) =>
    view.date ? rowsBy({ by: view.date, pick: { count: 1, place: null, descending: false }, set }) : null,
  ),
  rule('Core', '@what? last|latest|most recent Set ; when @be last|latest Set', (set, view) =>
    view.date ? rowsBy({ by: view.date, pick: { count: 1, place: null, descending: true }, set }) : null,
  ),
  rule(
    'Core',
    '@what? Cols of Degree Set ; @which Col @be|@has Degree Set ; @what? Col @do Degree Set @has',
    (...parts) => {
      const [cols, degree, set] = parts;
      const fields: readonly Field[] = 'name' in cols ? [cols] : cols;
      return rowsBy({
        by: degree.field,
        pick: pickOf(degree),
        columns: [...new Set([...fields, degree.field].map((field) => field.name))],
        set,
      });
    },
  ),
  rule('Core', '@what? Cols of Set with Best Amount', (cols, set, pick, by) =>
    rowsBy({ by, pick, columns: cols.map((field) => field.name), set }),
  ),
  rule(
    'Core',
    '@what? Agg Amount of N Degree Set ; @what? Agg Amount of top N Degree Set',
    (aggregate, amount, count, degree, set) => {
      const measure = aggregateOf(aggregate, amount);
      return (
        measure &&
        say(
          { kind: 'of-picked', by: columnOf(degree.field), pick: pickOf(degree, count), measures: [measure] },
          frame({ conditions: set }),
        )
      );
    },
  ),
  rule('Core', '@what? Agg Amount of Best Set by Amount', (aggregate, amount, pick, set, by) => {
    const measure = aggregateOf(aggregate, amount);
    return (
      measure && say({ kind: 'of-picked', by: by.of, pick, measures: [measure] }, frame({ conditions: set }))
    );
  }),
  rule(
    'Core',
    '@which Set ; @which Set @be there ; @list Set ; Set',
    (set) => say({ kind: 'rows', columns: null, by: null, pick: null }, frame({ conditions: set })),
    2,
  ),
  rule('Core', '@list Cols of|for Set ; @what Cols of Set ; @list only Cols of|for Set', (cols, set) =>
    say(
      { kind: 'rows', columns: cols.map((field) => field.name), by: null, pick: null },
      frame({ conditions: set }),
    ),
  ),

  rule('Core', 'Text', (field) => say({ kind: 'groups', key: keyOf(columnOf(field)), asCount: false }), 2),
  // Groups: their values, and those that satisfy a condition.
  rule(
    'Core',
    `@which Key ; @which Key @exist|are|occur|there ; @which Key @be there ; @list @distinct? Key ;
    @what @distinct Key ; @what @distinct? Key @be there ; @list all Key`,
    (key) => say({ kind: 'groups', key, asCount: false }),
    2,
  ),
  rule('Core', 'how many Key ; @number Key', (key) => say({ kind: 'groups', key, asCount: true }), 1),
].flat();
