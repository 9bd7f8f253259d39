/** Answers, from what the cells showed; and each sentence that depends on a check. */
import { expect, test } from 'vitest';
import { describeQuery } from '../../../../lib/analyst/answer/describe-query.ts';
import {
  type Checks,
  type ResultData,
  readChecks,
  readResult,
  type Value,
} from '../../../../lib/analyst/answer/result-data.ts';
import { writeAnswer } from '../../../../lib/analyst/answer/write-answer.ts';
import { KernelDigest } from '../../../../lib/notebook/output-digest.ts';
import {
  agg,
  count,
  derive,
  down,
  group,
  is,
  join,
  math,
  nth,
  percentile,
  period,
  ratio,
  show,
  sort,
  table,
  values,
  where,
  window,
} from './build.ts';
import { CASES } from './cases.ts';
import { readTables } from './data.ts';
import { runQueries } from './run-queries.ts';

const tables = readTables();
const runs = runQueries();
const orders = table('orders');
const none: Checks = new Map();

/** Name of the case, first line, and the rest. */
const ANSWERS: readonly (readonly [string, string, ...string[]])[] = [
  [
    'sum with gaps',
    'Total revenue, in orders.csv.',
    '**€1,540**.',
    '- 1 row has no revenue and is left out.',
  ],
  ['max date', 'Latest date, in orders.csv.', '**December 31, 2023**.'],
  ['rate of rows', 'Share of rows where returned is true, in orders.csv.', '**25%**.'],
  [
    'mean of a share of rows',
    'Share of rows where shared is true, in trips.csv.',
    '**60%**.',
    '- 1 row has no shared and is left out.',
  ],
  [
    'mean of a duration',
    'Average days from date to delivered, in orders.csv.',
    '**2.64 days**.',
    '- 1 row has no delivered and is left out.',
  ],
  ['ratio of sums', 'Total fare divided by total unit km, in trips.csv.', '**$2.31 per km**.'],
  ['mean of nothing', 'Average cost, where region is Mars, in orders.csv.', '**No rows match.**'],
  [
    'mode of numbers with ties',
    'Most frequent quantity, where region is West, in orders.csv.',
    '**4**, **5** and **6**.',
    '- 1 row has no region, so the condition does not match it.\n- 3 values are equally frequent.',
  ],
  [
    'a gap satisfies the contrary',
    'Number of rows, where region is not North, in orders.csv.',
    '**8**.',
    '- 1 row has no region, so the condition does not exclude it: it is included.',
  ],
  ['until a month', 'Number of rows, where date is up to February 2023, in orders.csv.', '**7**.'],
  [
    'a month of any year',
    'Number of rows, where month of the year of date is December, in orders.csv.',
    '**2**.',
  ],
  [
    'filters on top of each other',
    'Total revenue, where returned is false, and quantity is above 2, in orders.csv.',
    '**€1,050**.',
  ],
  [
    'second, where two share the first place',
    'Number of rows by customer, highest orders first, only 2nd place, in orders.csv.',
    '2nd place: **Dora**, with **2**.',
    '| customer | orders |\n| --- | ---: |\n| Dora | 2 |',
  ],
  [
    'top with a tie',
    'Number of rows by customer, highest orders first, only the first 2, in orders.csv.',
    '**Ada**, **Ben** and **Cleo** share the highest orders: **3**.',
    '| customer | orders |\n| --- | ---: |\n| Ada | 3 |\n| Ben | 3 |\n| Cleo | 3 |',
    '- There are 3 instead of 2, because several tie for the last place.',
  ],
  [
    'growth between years',
    'Total revenue of 2022 and 2023, change in percent, in orders.csv.',
    '2022: **€150**. 2023: **€1,390**. From 2022 to 2023 that is **826.7% more**.',
    '- 1 row has no revenue and is left out.\n- The dates of `orders` start on November 15, 2022, so 2022 may be incomplete.',
  ],
  [
    'which is warmer',
    'Average temp, whether it is higher for A or B, in weather.csv.',
    '**B** is higher by **2.9 °C**. A: **5.5 °C**. B: **8.4 °C**.',
  ],
  ['share of rows', 'Share of rows where returned is true, in orders.csv.', '**25%** (3 of 12).'],
  [
    'is there any',
    'Whether there are rows where quantity is above 5, in orders.csv.',
    '**Yes**: 1 of 12 rows matches.',
  ],
  ['are all', 'Whether cost is above 0 in all rows, in orders.csv.', '**Yes**: all 12 rows match.'],
  [
    'a place that is not there',
    'Total revenue by region, highest revenue first, only 9th place, in orders.csv.',
    '**There is no such place.**',
    '- 1 row has no region and is in no group.\n- 1 row has no revenue and is left out.',
  ],
  [
    'by quarter',
    'Total revenue by quarter, in orders.csv.',
    'From Q4 2022 to Q4 2023, revenue goes up and down: it begins at **€150** and ends at **€150**. **Q1 2023** has the highest revenue: **€940**. The lowest are **Q4 2022** and **Q4 2023** with **€150**.',
    '| quarter | revenue |\n| --- | ---: |\n| Q4 2022 | €150 |\n| Q1 2023 | €940 |\n| Q2 2023 | €300 |\n| Q4 2023 | €150 |',
    '- 1 row has no revenue and is left out.\n- 1 quarter in between has no rows and is not shown.',
  ],
  [
    'cross table of weekdays',
    'Average fare by driver and weekday, in trips.csv.',
    '| driver | Monday | Friday | Saturday |\n| --- | ---: | ---: | ---: |\n| Kim | $40 | $20 | $45 |\n| Lee | $60 | $5 | – |\n| Max | $15 | – | – |',
    '- 6 groups have fewer than 5 rows, so their figures say little.',
  ],
];

test.each(ANSWERS)('%s', (name, ...parts) => {
  expect(answerOf(name).split('\n\n').toSorted()).toEqual(
    parts.flatMap((part) => part.split('\n\n')).toSorted(),
  );
});

function answerOf(name: string): string {
  const at = runs.findIndex((run) => run.name === name);
  const [run, asked] = [runs[at], CASES[at]];
  const result = readResult(KernelDigest.parse(run?.shown[0]));
  const checksAt = run?.cells.findIndex(({ role }) => role === 'checks') ?? -1;
  const checks = checksAt < 0 ? null : readResult(KernelDigest.parse(run?.shown[checksAt]));
  if (!asked || !result) throw new Error(`No result of ${name}`);
  return writeAnswer(asked.query, tables, result, readChecks(checks));
}

test('every result can be answered, and no two different queries are said the same way', () => {
  for (const { name } of CASES) expect(answerOf(name)).not.toMatch(/undefined|NaN|\[object/);
  const said = Map.groupBy(CASES, ({ query }) => describeQuery(query, tables));
  const alike = [...said.values()].filter(
    (cases) => new Set(cases.map(({ query }) => JSON.stringify([query.rows, query.ask]))).size > 1,
  );
  // The same question, asked in two shapes.
  expect(alike.map((cases) => cases.map(({ name }) => name))).toEqual([['rate of rows', 'share of rows']]);
});

const byMonth = show(group(orders, [period('date', 'month')], { revenue: agg('sum', 'revenue') }));
const months: ResultData = {
  names: ['month', 'revenue'],
  values: [
    ['2023-01-01', 5],
    ['2023-02-01', 7],
  ],
  rows: 2,
};

test('says when the first or last month may be incomplete', () => {
  const checks: Checks = new Map<string, Value>([
    ['first date', '2023-01-17'],
    ['last date', '2023-02-10'],
    ['longest usual days between dates', 1],
  ]);
  expect(writeAnswer(byMonth, tables, months, checks)).toContain(
    '- The first month may be incomplete: its rows start on January 17, 2023.\n- The last month may be incomplete: its rows end on February 10, 2023.',
  );
  const edges: [string, Value][] = [
    ['first date', '2023-01-02'],
    ['last date', '2023-02-27'],
  ];
  const whole: Checks = new Map([...edges, ['longest usual days between dates', 3]]);
  expect(writeAnswer(byMonth, tables, months, whole)).not.toContain('incomplete');
  // Of dates without a gap, one day is missing.
  const daily: Checks = new Map([...edges, ['longest usual days between dates', 1]]);
  expect(writeAnswer(byMonth, tables, months, daily)).toContain('its rows end on February 27, 2023.');
  const sparse: Checks = new Map<string, Value>([
    ['first date', '2023-01-17'],
    ['last date', '2023-02-10'],
    ['longest usual days between dates', 20],
  ]);
  expect(writeAnswer(byMonth, tables, months, sparse)).not.toContain('incomplete');
});

test('a change over months without rows is called one', () => {
  const query = show(
    window(
      group(orders, [period('date', 'month')], { revenue: agg('sum', 'revenue') }),
      'change',
      { kind: 'change', as: 'difference', offset: 1 },
      'revenue',
      { order: 'month' },
    ),
  );
  const result: ResultData = {
    names: ['month', 'revenue', 'change'],
    values: [
      ['2023-01-01', 5, null],
      ['2023-03-01', 7, 2],
    ],
    rows: 2,
  };
  const answer = writeAnswer(query, tables, result, new Map([['steps over periods without rows', 1]]));
  expect(answer).toContain(
    '- 1 month in between has no rows and is not shown.\n- 1 time the row before is more than one month earlier, because months without rows are left out.',
  );
});

test('an average that one value decides is told', () => {
  const query = values(orders, { revenue: agg('mean', 'revenue') });
  const result: ResultData = { names: ['value'], values: [[100]], rows: 1 };
  const checks: Checks = new Map<string, Value>([
    ['rows used', 20],
    ['mean without the highest value', 60],
    ['mean without the lowest value', 101],
  ]);
  const answer = writeAnswer(query, tables, result, checks);
  expect(answer).toContain('- Without the highest value, the average would be €60.');
  expect(answer).not.toContain('lowest');
});

test('a first place that one row decides is told, unless it is shared', () => {
  const query = show(sort(group(orders, ['region'], { revenue: agg('sum', 'revenue') }), down('revenue')));
  const toResult = (second: number): ResultData => ({
    names: [null, 'region', 'revenue'],
    values: [
      [1, 'West', 900],
      [0, 'North', second],
    ],
    rows: 2,
  });
  const result = toResult(700);
  const note = 'First place depends on one large row: without it, the total would be €650.';
  expect(
    writeAnswer(query, tables, result, new Map([['first place without its largest row', 650]])),
  ).toContain(note);
  expect(
    writeAnswer(query, tables, result, new Map([['first place without its largest row', 750]])),
  ).not.toContain('depends');
  expect(
    writeAnswer(query, tables, toResult(900), new Map([['first place without its largest row', 650]])),
  ).not.toContain('depends');
});

test('joins say what found no match and what was counted twice', () => {
  const query = values(join(orders, table('customers'), 'customer'), { rows: count() });
  const result: ResultData = { names: ['value'], values: [[11]], rows: 1 };
  const checks: Checks = new Map<string, Value>([
    ['rows without a match', 2],
    ['repeated keys in the other table', 1],
  ]);
  expect(writeAnswer(query, tables, result, checks)).toContain(
    '- 2 rows without a match in the other table are left out.\n- 1 key of the other table is repeated, so rows that match are counted more than once.',
  );
});

test('decimals, percent and assumptions are as the question wants them', () => {
  const query = values(
    orders,
    { margin: ratio(agg('sum', 'cost'), agg('sum', 'revenue')) },
    { decimals: 2, asPercent: true, assumptions: ['Margin is read as cost by revenue.'] },
  );
  const result: ResultData = { names: ['value'], values: [[0.5]], rows: 1 };
  expect(writeAnswer(query, tables, result, none)).toBe(
    'Total cost divided by total revenue, in orders.csv.\n\n**50.00%**.\n\n- Margin is read as cost by revenue.',
  );
  const mean = values(orders, { revenue: agg('mean', 'revenue') }, { decimals: 1 });
  expect(writeAnswer(mean, tables, { names: ['value'], values: [[1234.56]], rows: 1 }, none)).toContain(
    '**€1,234.6**',
  );
  const price = values(orders, { revenue: agg('mean', 'revenue') });
  expect(writeAnswer(price, tables, { names: ['value'], values: [[1234.6]], rows: 1 }, none)).toContain(
    '**€1,234.60**',
  );
});

test('long tables say how many rows there are', () => {
  const result: ResultData = {
    names: ['customer', 'orders'],
    values: Array.from({ length: 40 }, (_, at) => [`c${at}`, 40 - at]),
    rows: 300,
  };
  const answer = writeAnswer(show(group(orders, ['customer'], { orders: count() })), tables, result, none);
  expect(answer).toContain('These are the first 30 of 300 rows.');
  expect(answer).toContain('- The chart shows 30 of 300 groups.');
  // Who leads is not known of a part of the groups.
  expect(answer).not.toContain('highest');
});

test('queries are said in words', () => {
  const profit = derive(orders, 'profit', math('revenue', '-', 'cost'));
  const said = [
    show(
      nth(
        sort(
          group(where(profit, is('profit', '>', 10)), ['region'], { p90: percentile('profit', 90) }),
          down('p90'),
        ),
        2,
      ),
    ),
    show(
      window(
        group(orders, [period('date', 'month')], { revenue: agg('sum', 'revenue') }),
        'growth',
        { kind: 'change', as: 'percent', offset: 12 },
        'revenue',
      ),
    ),
  ].map((query) => describeQuery(query, tables.slice(0, 1)));
  expect(said).toEqual([
    '90th percentile of profit by region, with profit = revenue minus cost, where profit is above 10, highest p90 first, only 2nd place',
    'Total revenue by month, with the percent change of revenue from 12 rows before',
  ]);
});

test('values from a kernel are bounded', () => {
  const data = { rows: 1, columns: 1, index: [], names: ['a'], values: [['x']] };
  const accepts = (change: object) => KernelDigest.safeParse({ data: { ...data, ...change } }).success;
  expect([accepts({}), accepts({ values: [[null]] })]).toEqual([true, true]);
  expect(accepts({ values: Array.from({ length: 201 }, () => [1]) })).toBe(false);
  expect(accepts({ values: Array.from({ length: 200 }, () => ['x'.repeat(200)]) })).toBe(false);
  expect(accepts({ values: [[{ ref: 'blob' }]] })).toBe(false);
});
