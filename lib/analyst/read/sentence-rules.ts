/** Questions as wholes: what is asked, of which rows. */
import type { Aggregate, Ask, Condition, DurationUnit, Key, Period, Side, WindowKind } from '../query.ts';
import { aggregateOf, allOf, amountOf, countOf, isAdditive, periodKey, plainMeasure } from './figures.ts';
import { columnOf, compareMoment, frame, isMention, joinFrames, keyOf } from './frames.ts';
import type { Amount, Core, Degree, Field, Frame, Measure, Pick, Sentence, View } from './meanings.ts';
import { rule } from './rule.ts';

function say(core: Core, extra: Frame | null = frame()): Sentence | null {
  return extra && { core, frame: extra };
}
function figures(measures: readonly Measure[], extra?: Frame | null): Sentence | null {
  return say({ kind: 'figures', measures }, extra);
}
function ask(what: Ask, extra?: Frame | null): Sentence | null {
  return say({ kind: 'ask', ask: what, chart: null }, extra);
}
function best(key: Key | null, measure: Measure | null, pick: Pick, extra?: Frame | null): Sentence | null {
  return key && measure && say({ kind: 'best', key, measure, pick }, extra);
}
function rowsBy(options: {
  by: Amount | Field;
  pick: Pick;
  columns?: readonly string[];
  set?: readonly Condition[];
}): Sentence | null {
  const by = 'of' in options.by ? options.by.of : columnOf(options.by);
  const columns = options.columns ?? null;
  return say({ kind: 'rows', columns, by, pick: options.pick }, frame({ conditions: options.set ?? [] }));
}
function pickOf(degree: Degree, count: number | null = 1, place: number | null = null): Pick {
  return { count: place === null ? count : null, place, descending: degree.descending };
}
/** A group of rows against the other: by a figure, or by what a bare name asks for. */
/** What a side is chosen by: two of a kind can be compared. */
function topicOf(where: Condition): string {
  if (where.kind === 'not') return topicOf(where.condition);
  return 'left' in where ? JSON.stringify(where.left) : where.kind;
}
function compare(
  measure: Measure | null,
  sides: readonly [Side, Side],
  options: { as: 'difference' | 'ratio' | 'change' | 'which'; descending?: boolean },
): Sentence | null {
  if (!measure || sides[0].label === sides[1].label || topicOf(sides[0].where) !== topicOf(sides[1].where))
    return null;
  const named = { name: measure.name, figure: measure.figure };
  const what = {
    kind: 'compare',
    figure: named,
    sides,
    as: options.as,
    descending: options.descending ?? true,
  } as const;
  return say({ kind: 'compare', ask: what, note: measure.note });
}
function mean(field: Field): Measure | null {
  return aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged.`);
}
function degreeKey(key: Key, degree: Degree, pick: Pick, view: View): Sentence | null {
  if (degree.field.type !== 'number') return null;
  const field = view.fields.find((one) => key.of.kind === 'column' && one.name === key.of.name);
  if (field?.isIdentifier) return rowsBy({ by: degree.field, pick });
  return best(key, degree.field.isAdditive ? plainMeasure(amountOf(degree.field)) : mean(degree.field), pick);
}
/** "highest temperature" of a group: its highest one, where values do not add up. */
function peak(key: Key, pick: Pick, amount: Amount): Sentence | null {
  return isAdditive(amount) ? null : best(key, aggregateOf(pick.descending ? 'max' : 'min', amount), pick);
}
function series(
  measure: Measure | null,
  window: WindowKind | null,
  period: Period | null = null,
): Sentence | null {
  return measure && say({ kind: 'series', measure, window, period });
}
const CHANGE: WindowKind = { kind: 'change', as: 'difference', offset: 1 };
const PERCENT_CHANGE: WindowKind = { kind: 'change', as: 'percent', offset: 1 };
const PER_YEAR: Readonly<Partial<Record<Period, number>>> = {
  year: 1,
  quarter: 4,
  month: 12,
  week: 52,
  day: 365,
};
/** Against the same period a year before. */
function yearly(
  as: 'difference' | 'percent',
  measure: Measure,
  extra: Frame,
  period: Period,
): Sentence | null {
  return say(
    { kind: 'series', measure, window: { kind: 'change', as, offset: PER_YEAR[period] ?? 1 }, period },
    extra,
  );
}
function nested(outer: Aggregate, inner: Measure | null, keys: readonly (Key | null)[]): Sentence | null {
  const known = keys.filter((key) => key !== null);
  const isFree = ['mean', 'median', 'min', 'max', 'range', 'std'].includes(outer);
  return isFree && inner && known.length === keys.length
    ? say({ kind: 'nested', outer, inner, keys: known })
    : null;
}
function gaps(view: View, unit: DurationUnit | null, aggregate: Aggregate | null): Sentence | null {
  const date = view.date;
  return date?.type === 'date' ? say({ kind: 'gaps', date, unit: unit ?? 'days', aggregate }) : null;
}
function correlation(of: readonly Field[]): Sentence | null {
  const names = new Set(of.map((field) => field.name));
  return names.size < of.length
    ? null
    : ask({ kind: 'correlation', of: of.map(columnOf), method: 'pearson', by: null });
}
function streak(condition: Condition, view: View): Sentence | null {
  return view.date ? ask({ kind: 'streak', condition, order: columnOf(view.date), within: [] }) : null;
}
function whether(
  set: readonly Condition[],
  part: Condition | null,
  quantifier: 'any' | 'all',
): Sentence | null {
  if (quantifier === 'all')
    return part && ask({ kind: 'whether', quantifier, condition: part }, frame({ conditions: set }));
  const conditions = [...set, ...(part ? [part] : [])];
  return conditions.length > 0 ? ask({ kind: 'whether', quantifier, condition: allOf(conditions) }) : null;
}
function scatter(left: Field, right: Field): Sentence | null {
  if (left.name === right.name) return null;
  return say(
    { kind: 'rows', columns: [right.name, left.name], by: null, pick: null },
    frame({ chart: 'scatter' }),
  );
}
function findAll<Item>(parts: readonly unknown[], is: (part: unknown) => part is Item): Item[] {
  return parts.filter(is);
}
function find<Item>(parts: readonly unknown[], is: (part: unknown) => part is Item): Item | undefined {
  return parts.find(is);
}
function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}
function isSide(part: unknown): part is Side {
  return isObject(part) && 'label' in part && 'where' in part;
}
function isMeasure(part: unknown): part is Measure {
  return isObject(part) && 'figure' in part;
}
function isField(part: unknown): part is Field {
  return isObject(part) && 'unique' in part;
}
function isCondition(part: unknown): part is Condition {
  return isObject(part) && 'kind' in part;
}
function isConditions(part: unknown): part is readonly Condition[] {
  return Array.isArray(part);
}
function measureOrPlain(amount: Amount): Measure | null {
  return plainMeasure(amount);
}

export const SENTENCE_RULES = [
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
  rule('Core', '@ask? Agg Count @per Keys', nested),
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

  // Two sides.
  rule('Side', 'Value ; @in Value', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'not|non Value ; @in not|non Value', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'those @in? Value', (value) => ({
    label: value.label,
    where: isMention(value),
  })),
  rule('Side', 'Value Noun ; @in Value Noun', (value) => ({ label: value.label, where: isMention(value) })),
  rule('Side', 'not|non Value Noun', (value) => ({
    label: `not ${value.label}`,
    where: { kind: 'not', condition: isMention(value) },
  })),
  rule('Side', 'When ; @time When', (when, view) => {
    const where = compareMoment(view.date, '==', when);
    return where && { label: when.kind === 'iso' ? when.iso : JSON.stringify(where), where };
  }),
  rule(
    'Core',
    `@what? difference @in Measure between Side and Side ;
    @what? difference between Measure @in Side and @in? Side ;
    @what? difference between Side and Side @in Measure`,
    (...parts) => {
      const measure = find(parts, isMeasure);
      const [left, right] = findAll(parts, isSide);
      return measure && left && right ? compare(measure, [left, right], { as: 'difference' }) : null;
    },
  ),
  rule(
    'Core',
    '@what? ratio of Measure between Side and Side ; @what? ratio of Measure @in Side to Side',
    (measure, left, right) => compare(measure, [left, right], { as: 'ratio' }),
  ),
  rule('Core', '@what? ratio of Side to Side', (left, right) =>
    compare(countOf([]), [left, right], { as: 'ratio' }),
  ),
  rule(
    'Core',
    `@what? change|growth|increase|decrease @in Measure from Side to Side ;
    @what? change|growth @in Measure between Side and Side ; how @do Measure @change from Side to Side ;
    how @do Measure @change between Side and Side ;
    how much @do Measure grow|increase|change from Side to Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'change' }),
  ),
  rule(
    'Core',
    `compare Measure of|between|in|for Side @versus|with Side ; compare Measure Side @versus|with Side ;
    @what? Measure @in Side @versus Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'difference' }),
    1,
  ),
  rule(
    'Core',
    `@be|@do Side Comparative than|@than Side ; @be Side Comparative @than Side on average ; @be Side on average Comparative @than Side ;
    @be Side Comparative on average @than Side`,
    (left, more, right) =>
      more.field.type === 'number'
        ? compare(mean(more.field), [left, right], { as: 'which', descending: more.descending })
        : null,
  ),
  rule('Core', '@do|@be Side @has? @more Measure @than Side', (left, measure, right) =>
    compare(measure, [left, right], { as: 'which' }),
  ),
  rule('Core', '@do|@be Side @has? @less Measure @than Side', (left, measure, right) =>
    compare(measure, [left, right], { as: 'which', descending: false }),
  ),
  rule('Core', '@do Side Amount more @than Side', (left, amount, right) =>
    compare(measureOrPlain(amount), [left, right], { as: 'which' }),
  ),
  rule('Core', '@do Side Amount less @than Side', (left, amount, right) =>
    compare(measureOrPlain(amount), [left, right], { as: 'which', descending: false }),
  ),
  rule(
    'Core',
    `@be there @more Set Side @than Side ; @do Side @has @more Set @than Side ;
    @be there more Side @than Side`,
    (...parts) => {
      const [left, right] = findAll(parts, isSide);
      const set = find(parts, isConditions) ?? [];
      return left && right ? compare(countOf(set), [left, right], { as: 'which' }) : null;
    },
  ),
  rule('Core', '@be Measure @more @in? Side @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which' }),
  ),
  rule('Core', '@be Measure @less @in? Side @than Side', (measure, left, right) =>
    compare(measure, [left, right], { as: 'which', descending: false }),
  ),
  rule(
    'Core',
    `how @more @be Measure @in Side @than Side ; how much @more @be Measure @in Side @than Side ;
    how much @more Measure @do Side @has than Side`,
    (measure, left, right) => compare(measure, [left, right], { as: 'difference' }),
  ),

  // Time.
  rule(
    'Core',
    `@ask? trend @in|of Measure ; @show Measure trend ; @ask? Measure over time ;
    how @do Measure @change over time ; how @be Measure @change over time ;
    how @has Measure @change over time ; Measure trend ; @be there trend @in Measure ;
    @be Measure increasing|decreasing|growing over time`,
    (measure) => series(measure, null),
  ),
  rule(
    'Core',
    `how @do|@has Measure @change over Period ; @ask? Measure over Period ;
    how @do|@has Measure @change by|from|each Period`,
    (measure, period) => series(measure, null, period),
  ),
  rule(
    'Core',
    `@ask? trend of Timely Measure ; @show Timely trend of|in Measure ; @show Timely Measure over time ;
    @what? Timely trend of Measure`,
    (...parts) => {
      const [first, second] = parts;
      const [period, measure] = typeof first === 'string' ? [first, second] : [second, first];
      return typeof period === 'string' && typeof measure === 'object' && 'figure' in measure
        ? series(measure, null, period)
        : null;
    },
  ),
  rule(
    'Core',
    '@ask? @growth of|in Measure ; @ask? Measure @growth',
    (measure) => series(measure, PERCENT_CHANGE),
    1,
  ),
  rule('Core', '@ask? Timely @growth of|in Measure ; @ask? Timely Measure @growth', (period, measure) =>
    series(measure, PERCENT_CHANGE, period),
  ),
  rule(
    'Core',
    `@ask? Period over Period @growth of|in Measure ;
    @what? Measure @growth Period over Period ; @what? Measure growth Period on Period`,
    (...parts) => {
      const measure = find(parts, isMeasure);
      const [first, second] = parts.filter((part): part is Period => typeof part === 'string');
      return measure && first && first === second ? series(measure, PERCENT_CHANGE, first) : null;
    },
  ),
  rule(
    'Core',
    '@ask? year over year @growth of|in Timely Measure ; @ask? Timely Measure year over year @growth',
    (period, measure) => yearly('percent', measure, frame(), period),
  ),
  rule('Core', '@ask? year over year change of|in Timely Measure', (period, measure) =>
    yearly('difference', measure, frame(), period),
  ),
  rule('Core', '@ask? Period over Period change|difference of|in Measure', (first, second, measure) =>
    first === second ? series(measure, CHANGE, first) : null,
  ),
  rule(
    'Core',
    '@ask? Timely change|difference of|in Measure ; @ask? Timely changes in Measure',
    (period, measure) => series(measure, CHANGE, period),
  ),
  rule(
    'Core',
    `@ask? running total of Amount ; @ask? cumulative Amount ; @what? cumulative sum|total of Amount ;
    @show cumulative sum of Amount`,
    (amount) => series(aggregateOf('sum', amount), { kind: 'running-total' }),
  ),
  rule('Core', '@ask? running total of Count ; @ask? cumulative Count', (count) =>
    series(count, { kind: 'running-total' }),
  ),
  rule('Core', '@ask? N Period moving|rolling|running @average of Amount', (length, period, amount) =>
    length > 1 ? series(plainMeasure(amount), { kind: 'moving-average', length }, period) : null,
  ),
  rule('Core', '@ask? moving|rolling @average of Amount over N Period', (amount, length, period) =>
    length > 1 ? series(plainMeasure(amount), { kind: 'moving-average', length }, period) : null,
  ),
  rule(
    'Core',
    `@what? Agg time between Noun ; @what? Agg gap between Noun ;
    @what? Agg time between consecutive Noun ; @what? Agg interval between Noun`,
    (aggregate, _noun, view) => gaps(view, null, aggregate),
  ),
  rule(
    'Core',
    '@what? Agg number? of? Span between Noun ; @what? Agg number? of? Span between consecutive Noun',
    (aggregate, unit, _noun, view) => gaps(view, unit, aggregate),
  ),
  rule('Core', '@what? longest time|gap|interval between consecutive? Noun', (_noun, view) =>
    gaps(view, null, 'max'),
  ),
  rule('Core', '@what? shortest time|gap|interval between consecutive? Noun', (_noun, view) =>
    gaps(view, null, 'min'),
  ),
  rule(
    'Core',
    `@what? longest streak|run of Period Linked ; @what? longest streak|run|series of Linked ;
    @what? longest streak of consecutive Period Linked ; @what? longest streak of Noun Linked ;
    @what? most consecutive Period Linked`,
    (...parts) => {
      const condition = find(parts, isCondition);
      const view = parts.at(-1);
      return condition && typeof view === 'object' && 'fields' in view ? streak(condition, view) : null;
    },
  ),

  // Shares.
  rule('Core', '@what? @share of each Key @in|of? Measure', (key, measure) =>
    say({ kind: 'shares', measure: measure }, frame({ keys: [key] })),
  ),
  rule(
    'Core',
    '@ask? @share of Measure ; @ask? @share of total Measure ; @what? percentage breakdown of Measure',
    (measure) => say({ kind: 'shares', measure }),
  ),
  rule('Core', '@ask? @share of Set', (set) => say({ kind: 'shares', measure: countOf(set) }), 1),
  rule(
    'Core',
    `@what? @share of total? Amount @be|comes|come|came from|in|of|by? Value ;
    @what? @share of total? Amount from|in|of Value ; @what? Value share of total? Amount ;
    @which @share of total? Amount comes|came from Value`,
    (...parts) => {
      const amount = parts.find((part): part is Amount => 'of' in part);
      const value = parts.find((part) => 'label' in part);
      const measure = amount && isAdditive(amount) ? aggregateOf('sum', amount) : null;
      return measure && value && 'label' in value
        ? ask({ kind: 'share', part: isMention(value), figure: measure.figure })
        : null;
    },
  ),

  // Yes or no.
  rule('Core', '@be there @any? Set ; @do we @has @any? Set', (set) => whether(set, null, 'any')),
  rule(
    'Core',
    '@be there @any? Set Linked ; @do we @has @any? Set Linked ; @be|@do|@has any Set Linked',
    (set, part) => whether(set, part, 'any'),
  ),
  // All of which, and all what: a condition more could belong to either, so nothing may follow.
  rule('Query', '@be|@do|@has all|every|each Set Linked ; @be all of Set Linked', (set, part) =>
    whether(set, part, 'all'),
  ),
  rule('Query', '@be|@do|@has all|every|each Set Linked Linked', (set, linked, part) =>
    whether([...set, linked], part, 'all'),
  ),

  // Relations.
  rule(
    'Core',
    `@ask? @relation between Num and Num ; @be there @relation between Num and Num ;
    @be Num @related with|to Num ; @do Num @related with Num ; @what? @relation of Num and|with Num ;
    how @be Num @related to|with Num ; @be Num and Num @related ; how strongly @be Num and Num @related ;
    correlate Num with|and Num`,
    (left, right) => correlation([left, right]),
  ),
  rule(
    'Core',
    `@which Noun? columns|variables|features @be? @related|correlate with|to Num ;
    @which columns|variables correlate most? with Num ;
    @what? @relation of Num with all|other others|columns?`,
    (...parts) => {
      const field = find(parts, isField);
      return field ? correlation([field]) : null;
    },
  ),
  rule(
    'Core',
    `@which columns|variables|features @be @related ; @ask? correlations ; @show correlation matrix ;
    correlation matrix`,
    () => correlation([]),
  ),
  rule(
    'Core',
    `@plot? scatter plot of Num and|against|vs|versus|over|by Num ;
    @plot scatterplot of Num and|against|vs|versus Num ; @plot Num against|vs|versus Num ;
    Num vs|versus Num scatter plot`,
    scatter,
  ),
  rule('Core', '@ask? distribution of Num ; how @be Num distributed ; @show? Num distribution', (field) =>
    ask({ kind: 'distribution', of: columnOf(field), by: null }),
  ),
  rule('Core', '@show histogram of Num ; histogram of Num', (field) =>
    say({ kind: 'ask', ask: { kind: 'distribution', of: columnOf(field), by: null }, chart: 'histogram' }),
  ),
  rule('Core', '@plot? box plot of Num ; @plot? boxplot of Num ; @plot? box plots of Num', (field) =>
    say({ kind: 'ask', ask: { kind: 'distribution', of: columnOf(field), by: null }, chart: 'box' }),
  ),
  rule('Core', '@plot? Chart of|for Measures ; @plot Chart showing|with Measures', (chart, measures) =>
    figures(measures, frame({ chart })),
  ),
  rule(
    'Core',
    '@show? Chart of|for @which? Best Key by Measure ; @plot? Chart of Best Key by Measure',
    (chart, pick, key, measure) => best(key, measure, pick, frame({ chart })),
  ),

  // The state of the data.
  rule(
    'Core',
    `@be there @any? outliers @in Num ; @ask? outliers @in Num ; @which outliers @be there? @in Num ;
    how many outliers @be there? @in Num ; @do Num @has @any? outliers ;
    @which Noun @be outliers @in Num`,
    (...parts) => {
      const field = find(parts, isField);
      return field
        ? ask({ kind: 'outliers', of: [columnOf(field)], method: 'iqr', threshold: 1.5, by: null })
        : null;
    },
  ),
  rule('Core', '@be there @any? outliers ; @show|@what outliers ; outliers', () =>
    ask({ kind: 'outliers', of: [], method: 'iqr', threshold: 1.5, by: null }),
  ),
  rule(
    'Core',
    `@ask? missing values ; @be there @any? missing|empty values ; @be @any? values missing ;
    how many values @be missing ; how many missing values @exist ; how many missing values ;
    @which columns @has missing|empty values ; how many missing|empty values in|by|per each? column ;
    @which values @be missing ; @do any columns @has missing values ;
    how many missing|empty values @exist in|per each? column ; missing values in|by|per each? column`,
    () => ask({ kind: 'missing', columns: [] }),
  ),
  rule(
    'Core',
    `@be there @any? missing|empty values in|for Cols ; @be @any? values missing in|for Cols ;
    how many missing|empty values @be there in|for Cols ; how many missing|empty values in|for Cols ;
    how many missing|empty values @do Cols @has ; how many missing|empty Cols ;
    how many Cols values? @be missing|empty ; @be @any? Cols missing|empty`,
    (cols) => ask({ kind: 'missing', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Core',
    `@be there @any? duplicates ; @be there @any? duplicate|duplicated Set ; @show|@what duplicates ;
    @show duplicate|duplicated Set ; how many duplicates @exist ; how many duplicates ;
    how many duplicate|duplicated Set @exist ; how many duplicate|duplicated Set ;
    @which Set @be duplicates|duplicated ; any? duplicate|duplicated Set`,
    (...parts) => {
      const isPlain = parts.every((part) => !Array.isArray(part) || part.length === 0);
      return isPlain ? ask({ kind: 'duplicates', columns: [] }) : null;
    },
  ),
  rule(
    'Core',
    `@be there @any? duplicate|duplicated Cols ; how many duplicate Cols @exist ;
    @be there @any? duplicates in|by|of Cols ; @any? duplicates in|by|of Cols ; how many duplicates in|by Cols ; @be Cols unique ;
    @be @any? Cols duplicated`,
    (cols) => ask({ kind: 'duplicates', columns: cols.map((field) => field.name) }),
  ),
  rule(
    'Core',
    `@show overview ; overview ; summary ; summarize data|dataset|table|file|it|this ;
    describe data|dataset|table|file|it|this ; @show|@what summary ; summarize Noun ; describe Noun ;
    @what data about ; @what in this? file|data|dataset|table|it|here ;
    @show overview|summary of data|file|table|dataset ; overview of data|file|table|dataset`,
    () => ask({ kind: 'overview' }),
  ),
  rule(
    'Core',
    `@which columns @exist ; @ask columns ; @which columns ; how many columns @exist ; how many columns ;
    @which columns @be there ; @list all columns ; @which columns @do Noun @has ;
    @which variables @be there`,
    () => ask({ kind: 'columns' }),
  ),
  rule(
    'Core',
    `@show? cross table of|for Key and|by|versus Key ; @show? crosstab of Key and|by Key ;
    @show? pivot table of Key and|by Key ; cross tabulate Key and|by|with Key ;
    @show? cross tabulation of Key and|by Key ; crosstab Key and|by Key`,
    (left, right) =>
      JSON.stringify(left) === JSON.stringify(right)
        ? null
        : say({ kind: 'cross', keys: [left, right], measure: countOf([]), chart: null }),
  ),
  rule(
    'Core',
    `@show? crosstab of Measure by|per Key and|by Key ; @show? cross table|tab of|with Measure by|per Key and|by Key ;
    @show? pivot table of|with Measure by|per Key and|by Key`,
    (measure, left, right) => say({ kind: 'cross', keys: [left, right], measure, chart: null }),
  ),
  rule(
    'Core',
    '@plot? heat map of Measure by|per Key and|by Key ; @plot? heatmap of Measure by|per Key and|by Key',
    (measure, left, right) => say({ kind: 'cross', keys: [left, right], measure, chart: 'heatmap' }),
  ),
  rule('Core', '@plot? heat map of|by Key and|by Key ; @plot? heatmap of|by Key and|by Key', (left, right) =>
    say({ kind: 'cross', keys: [left, right], measure: countOf([]), chart: 'heatmap' }),
  ),

  rule('Query', 'Core', (core) => core),
  rule('Query', 'Core Mods ; Core , Mods ; Core and Mods ; Core ?|. Mods', (core, mods) =>
    say(core.core, joinFrames(core.frame, mods)),
  ),
  rule('Query', 'Mods Core ; Mods ,|: Core', (mods, core) => say(core.core, joinFrames(core.frame, mods))),
  rule('Query', 'Mods Core Mods ; Mods , Core Mods ; Mods , Core , Mods', (first, core, mods) =>
    say(core.core, joinFrames(joinFrames(core.frame, first), mods)),
  ),

  rule(
    'Change',
    `and? Mods ; and? @what about? Mods ; @what about Mods ; how about Mods ; and Mods ; but? only? Mods ;
    Mods instead ; only Mods ; now Mods ; now only? Mods ; and now Mods`,
    (mods) => ({ frame: mods, measures: [], aggregate: null, isTrend: false }),
  ),
  rule('Change', 'what about Values ; and Values ; how about Values ; and? for Values', (values) => {
    const [value] = values;
    return value && values.length === 1
      ? { frame: frame({ conditions: [isMention(value)] }), measures: [], aggregate: null, isTrend: false }
      : null;
  }),
  rule(
    'Change',
    'what about Measures ; how about Measures ; and Measures ; Measures instead ; and @what Measures',
    (measures) => ({ frame: frame(), measures, aggregate: null, isTrend: false }),
  ),
  rule(
    'Change',
    `what about Agg ; how about Agg ; and Agg ; Agg instead ; and? @what its|their Agg ;
    and Agg of? it|that ; as Agg`,
    (aggregate) => ({ frame: frame(), measures: [], aggregate, isTrend: false }),
  ),
  rule(
    'Change',
    `and? @show trend ; @show trend over time ; @plot trend ; and @what trend ; @show it over time ;
    over time`,
    () => ({ frame: frame(), measures: [], aggregate: null, isTrend: true }),
  ),
].flat();
