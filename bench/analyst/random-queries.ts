/** Queries that nobody thought of: random trees of the algebra over the tables of test/unit/analyst/write. */
import type {
  Condition,
  Expression,
  Figure,
  Key,
  Query,
  Rows,
  WindowKind,
} from '../../lib/analyst/query/query.ts';
import { nameKey } from '../../lib/analyst/query/query.ts';
import { createRandom } from '../../test/helpers/random.ts';
import {
  agg,
  among,
  and,
  ask,
  average,
  between,
  col,
  count,
  down,
  duration,
  empty,
  figureOf,
  group,
  is,
  iso,
  key,
  limit,
  not,
  nth,
  or,
  order,
  part,
  percentile,
  period,
  rate,
  show,
  sort,
  table,
  values,
  where,
  window,
} from '../../test/unit/analyst/write/build.ts';
import type { Case } from '../../test/unit/analyst/write/case.ts';

interface Field {
  readonly table: string;
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly dates: readonly string[];
  readonly flags: readonly string[];
  readonly words: readonly string[];
  readonly moments: readonly string[];
}

const FIELDS: readonly Field[] = [
  {
    table: 'orders',
    numbers: ['quantity', 'revenue', 'cost', 'rating'],
    texts: ['region', 'customer'],
    dates: ['date', 'delivered'],
    flags: ['returned'],
    words: ['North', 'South', 'Ada', 'Ben'],
    moments: ['2022', '2023', '2023-01', '2023-03', '2023-03-31', '2022-12-31'],
  },
  {
    table: 'weather',
    numbers: ['temp', 'rain', 'wind'],
    texts: ['station'],
    dates: ['day'],
    flags: [],
    words: ['A', 'B'],
    moments: ['2024', '2024-01', '2024-01-05', '2024-01-10'],
  },
  {
    table: 'trips',
    numbers: ['unit km', 'fare'],
    texts: ['driver'],
    dates: ['start', 'end'],
    flags: ['shared'],
    words: ['Kim', 'Lee'],
    moments: ['2024', '2024-03', '2024-03-01', '2024-03-04', '2024-03-01T09:00'],
  },
];

/** The same for the same seed. */
export function makeRandomQueries(amount: number, seed: number): Case[] {
  const random = createChoices(seed);
  return Array.from({ length: amount }, (_, at) => ({
    name: `random ${seed}/${at}`,
    query: makeQuery(random),
  }));
}

interface Choices {
  readonly chance: (part: number) => boolean;
  readonly pick: <Item>(...items: readonly Item[]) => Item;
}

function createChoices(seed: number): Choices {
  const { fraction } = createRandom(seed);
  return {
    chance: (part) => fraction() < part,
    pick: (...items) => {
      const item = items[Math.floor(fraction() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
  };
}

function makeQuery(random: Choices): Query {
  const { chance, pick } = random;
  const field = pick(...FIELDS);
  const rows = makeRows(random, field);
  if (chance(0.3)) {
    const names = chance(0.7) ? ['first'] : ['first', 'second', 'third'];
    return values(rows, Object.fromEntries(names.map((name) => [name, makeFigure(random, field)])));
  }
  if (chance(0.12)) {
    const figure = chance(0.5) ? count() : agg('sum', pick(...field.numbers));
    return ask(rows, { kind: 'share', part: makeCondition(random, field), figure });
  }
  if (chance(0.12)) {
    const sides = [
      { label: 'one', where: makeCondition(random, field) },
      { label: 'two', where: makeCondition(random, field) },
    ] as const;
    const figure = { name: 'figure', figure: makeFigure(random, field, 1) };
    return ask(rows, {
      kind: 'compare',
      figure,
      sides,
      as: pick('difference', 'change'),
      descending: true,
    });
  }
  return chance(0.2) ? show(makeOrdered(random, field, rows)) : makeGrouped(random, field, rows);
}

function makeRows({ chance, pick }: Choices, field: Field): Rows {
  const random = { chance, pick };
  const rows = chance(0.4) ? where(table(field.table), makeCondition(random, field)) : table(field.table);
  if (chance(0.85)) return rows;
  const within = chance(0.5) ? [pick(...field.texts)] : [];
  const figure = figureOf(average(pick('mean', 'median'), pick(...field.numbers)), ...within);
  return where(rows, is(pick(...field.numbers), pick('>', '<='), figure));
}

function makeOrdered({ chance, pick }: Choices, field: Field, rows: Rows): Rows {
  const name = pick(...field.numbers, ...field.dates, ...field.texts);
  const sorted = sort(rows, chance(0.5) ? down(name) : order(name));
  return chance(0.5) ? limit(sorted, pick(1, 2, 4)) : nth(sorted, pick(1, 2, 3));
}

function makeGrouped(random: Choices, field: Field, rows: Rows): Query {
  const { chance, pick } = random;
  const keys = chance(0.75)
    ? [makeKey(random, field)]
    : [key(pick(...field.texts)), key(part(pick(...field.dates), 'weekday'))];
  const grouped = group(rows, keys, { first: makeFigure(random, field), second: makeFigure(random, field) });
  const [name = '', other] = keys.map(nameKey);
  const within = other === undefined ? {} : { within: [name] };
  const moving = pick<WindowKind>(
    { kind: 'running-total' },
    { kind: 'change', as: 'difference' },
    { kind: 'change', as: 'percent' },
  );
  return pick<() => Query>(
    () => show(grouped),
    () => show(where(grouped, is('first', pick('>', '<=', '!='), pick(1, 3, 100)))),
    () => show(where(grouped, is('first', '>', figureOf(average('mean', 'first'))))),
    () => show(limit(sort(grouped, down('first')), 2)),
    () => show(nth(sort(grouped, order('second')), 2)),
    () => show(limit(sort(grouped, order(name)), 2)),
    () => show(window(grouped, 'moved', moving, 'first', { ...within, order: other ?? name })),
    () => show(window(grouped, 'placed', { kind: 'share' }, 'first', within)),
    () => values(grouped, { figure: agg(pick('mean', 'max', 'sum', 'median'), 'first') }),
    () => show(group(grouped, [name], { mean: agg('mean', 'first'), groups: count() })),
  )();
}

function makeKey({ pick }: Choices, field: Field): Key {
  return pick(
    key(pick(...field.texts, ...field.flags)),
    key(pick(...field.texts)),
    key(period(pick(...field.dates), pick('year', 'quarter', 'month', 'week', 'day', 'hour'))),
    key(part(pick(...field.dates), pick('weekday', 'month-of-year', 'hour-of-day'))),
  );
}

function makeNumber({ chance, pick }: Choices, field: Field): Expression {
  const [from, to] = field.dates;
  if (from !== undefined && to !== undefined && chance(0.2))
    return duration(from, to, pick('hours', 'days', 'months'));
  return col(pick(...field.numbers));
}

function makeFigure(random: Choices, field: Field, depth = 0): Figure {
  const { chance, pick } = random;
  const some = chance(0.25) ? makeCondition(random, field, 1) : null;
  if (depth === 0 && chance(0.15)) return rate(makeCondition(random, field, 1));
  return pick<() => Figure>(
    () => count(some),
    () => percentile(makeNumber(random, field), pick(10, 50, 90)),
    () => agg('distinct', pick(...field.texts, ...field.dates, ...field.numbers), some),
    () => agg(pick('sum', 'mean', 'median', 'min', 'max'), makeNumber(random, field), some),
    () => agg(pick('std', 'iqr'), makeNumber(random, field), some),
  )();
}

function makeCondition(random: Choices, field: Field, depth = 0): Condition {
  const { chance, pick } = random;
  const more = () => makeCondition(random, field, depth + 1);
  if (depth < 2 && chance(0.35))
    return pick(
      () => and(more(), more()),
      () => or(more(), more()),
      () => not(more()),
    )();
  const [number, text, date] = [pick(...field.numbers), pick(...field.texts), pick(...field.dates)];
  const [word, moment] = [pick(...field.words), pick(...field.moments)];
  const conditions = [
    is(makeNumber(random, field), pick('==', '!=', '<', '<=', '>', '>='), pick(0, 1, 2, 3, 5, 40, 100, 150)),
    between(number, 1, pick(3, 100)),
    is(text, pick('==', '!='), word),
    among(text, ...field.words.slice(0, 2)),
    is(date, pick('==', '!=', '<', '<=', '>', '>='), iso(moment)),
    between(date, iso(field.moments[2] ?? moment), iso(field.moments[1] ?? moment)),
    is(part(date, 'weekday'), pick('==', '!='), pick('Monday', 'Friday')),
    is(part(date, 'month-of-year'), pick('==', '>'), 2),
    empty(pick(number, text, date)),
  ];
  return chance(0.1) && field.flags.length > 0
    ? is(pick(...field.flags), pick('==', '!='), pick(true, false))
    : pick(...conditions);
}
