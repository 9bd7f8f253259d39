/** Answers, from what the cells showed. */
import { expect, test } from 'vitest';
import { describeQuery } from '../../../../lib/analyst/answer/describe-query.ts';
import { type ResultData, readResult } from '../../../../lib/analyst/answer/result-data.ts';
import { writeAnswer } from '../../../../lib/analyst/answer/write-answer.ts';
import { KernelDigest } from '../../../../lib/notebook/output-digest.ts';
import {
  agg,
  count,
  down,
  group,
  is,
  nth,
  percentile,
  period,
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

/** Name of the case, first line, and the rest. */
const ANSWERS: readonly (readonly [string, string, ...string[]])[] = [
  ['sum with gaps', 'Total revenue, in orders.csv.', '**€1,540**.'],
  ['max date', 'Latest date, in orders.csv.', '**December 31, 2023**.'],
  ['rate of rows', 'Share of rows where returned is true, in orders.csv.', '**25%**.'],
  ['mean of a share of rows', 'Share of rows where shared is true, in trips.csv.', '**60%**.'],
  ['mean of a duration', 'Average days from date to delivered, in orders.csv.', '**2.64 days**.'],
  [
    'mean of nothing',
    'Average cost, where region is Mars, in orders.csv.',
    '**The data has no values for this.**',
  ],
  ['a gap satisfies the contrary', 'Number of rows, where region is not North, in orders.csv.', '**8**.'],
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
    '- `date` is from November 15, 2022 to December 31, 2023.',
  ],
  [
    'which is warmer',
    'Average temp, whether it is higher for A or B, in weather.csv.',
    '**B** is higher by **2.9 °C**. A: **5.5 °C**. B: **8.4 °C**.',
  ],
  ['share of rows', 'Share of rows where returned is true, in orders.csv.', '**25%** (3 of 12).'],
  [
    'a place that is not there',
    'Total revenue by region, highest revenue first, only 9th place, in orders.csv.',
    '**There is no such place.**',
  ],
  [
    'by quarter',
    'Total revenue by quarter, in orders.csv.',
    'From Q4 2022 to Q4 2023, revenue goes up and down: it begins at **€150** and ends at **€150**. **Q1 2023** has the highest revenue: **€940**. The lowest are **Q4 2022** and **Q4 2023** with **€150**.',
    '| quarter | revenue |\n| --- | ---: |\n| Q4 2022 | €150 |\n| Q1 2023 | €940 |\n| Q2 2023 | €300 |\n| Q4 2023 | €150 |',
    '- `date` is from November 15, 2022 to December 31, 2023.\n- 1 quarter in between has no rows and is not shown.',
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
  if (!asked || !result) throw new Error(`No result of ${name}`);
  return writeAnswer(asked.query, tables, result);
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

test('decimals and assumptions are as the question wants them', () => {
  const query = values(
    orders,
    { cost: agg('mean', 'cost') },
    { decimals: 2, assumptions: ['`cost` is averaged.'] },
  );
  const result: ResultData = { names: ['value'], values: [[0.5]], rows: 1 };
  expect(writeAnswer(query, tables, result)).toBe(
    'Average cost, in orders.csv.\n\n**€0.50**.\n\n- `cost` is averaged.',
  );
  const mean = values(orders, { revenue: agg('mean', 'revenue') }, { decimals: 1 });
  expect(writeAnswer(mean, tables, { names: ['value'], values: [[1234.56]], rows: 1 })).toContain(
    '**€1,234.6**',
  );
  const price = values(orders, { revenue: agg('mean', 'revenue') });
  expect(writeAnswer(price, tables, { names: ['value'], values: [[1234.6]], rows: 1 })).toContain(
    '**€1,234.60**',
  );
});

test('long tables say how many rows there are', () => {
  const result: ResultData = {
    names: ['customer', 'orders'],
    values: Array.from({ length: 40 }, (_, at) => [`c${at}`, 40 - at]),
    rows: 300,
  };
  const answer = writeAnswer(show(group(orders, ['customer'], { orders: count() })), tables, result);
  expect(answer).toContain('These are the first 30 of 300 rows.');
  expect(answer).toContain('- The chart shows 30 of 300 groups.');
  // Who leads is not known of a part of the groups.
  expect(answer).not.toContain('highest');
});

test('queries are said in words', () => {
  const said = [
    show(
      nth(
        sort(
          group(where(orders, is('cost', '>', 10)), ['region'], { p90: percentile('cost', 90) }),
          down('p90'),
        ),
        2,
      ),
    ),
    show(
      window(
        group(orders, [period('date', 'month')], { revenue: agg('sum', 'revenue') }),
        'growth',
        { kind: 'change', as: 'percent' },
        'revenue',
      ),
    ),
  ].map((query) => describeQuery(query, tables.slice(0, 1)));
  expect(said).toEqual([
    '90th percentile of cost by region, where cost is above 10, highest p90 first, only 2nd place',
    'Total revenue by month, with the percent change of revenue from the row before',
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
