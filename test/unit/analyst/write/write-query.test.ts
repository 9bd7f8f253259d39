/** The pandas of every node, run in one Python process and compared with results worked out by hand. */
import { expect, test } from 'vitest';
import { writeQuery } from '../../../../lib/analyst/write/write-query.ts';
import {
  agg,
  ask,
  count,
  down,
  group,
  is,
  iso,
  limit,
  not,
  part,
  period,
  rate,
  show,
  sort,
  table,
  values,
  where,
  window,
} from './build.ts';
import type { Case, Cell } from './case.ts';
import { CASES } from './cases.ts';
import { readTables } from './data.ts';
import { normalize, type Run, runQueries, toRows } from './run-queries.ts';

const runs = runQueries();
const tables = readTables();
const orders = table('orders');
const revenue = agg('sum', 'revenue');

test.each(runs)('$name', (run) => {
  const asked = CASES.find(({ name }) => name === run.name);
  expect(run.shown.flatMap(({ error }) => (error === undefined ? [] : [error]))).toEqual([]);
  expect(run.shown[0]?.data ?? run.shown[0]).toBeDefined();
  if (asked?.expected === undefined) return;
  const expected = listRows(asked);
  const rows = readRows(run, expected[0]?.length ?? 0);
  expect(asked.anyOrder ? sortRows(rows) : rows).toEqual(asked.anyOrder ? sortRows(expected) : expected);
});

test.each(runs)('SQL finds the same: $name', ({ name, check }) => {
  const { withoutSql } = CASES.find((each) => each.name === name) ?? {};
  expect(check.verdict).toBe(withoutSql ? '' : 'AGREES: SQL finds the same');
});

const MISREAD: readonly (readonly [string, (shown: string) => string, string])[] = [
  ['sum with gaps', (shown) => `${shown} + 0.001`, 'DIFFERS: pandas finds [1540.001], SQL [1540.0]'],
  [
    'max date',
    (shown) => `${shown} + pd.Timedelta(days=1)`,
    "DIFFERS: pandas finds ['2024-01-01 00:00:00'], SQL ['2023-12-31 00:00:00']",
  ],
  ['sorted groups', (shown) => `${shown}.iloc[1:]`, 'DIFFERS: rows found by pandas: 3, by SQL: 4'],
  ['sorted groups', (shown) => `${shown}.iloc[::-1]`, 'DIFFERS: pandas finds'],
  [
    'by month',
    (shown) => `${shown}.assign(revenue=lambda rows: rows["revenue"].shift(-1))`,
    'DIFFERS: pandas finds',
  ],
  // What cannot be compared has no verdict.
  ['sum with gaps', () => 'float("inf")', 'NOT CHECKED: it stopped with OverflowError'],
  ['max date', () => '1j', 'NOT CHECKED: it stopped with TypeError'],
  ['max date', () => 'unknown', 'NOT CHECKED: it stopped with NameError'],
];

test('a result that is not the right one does not agree', () => {
  const cases = MISREAD.map(([name]) => CASES.find((each) => each.name === name)).filter((each) => !!each);
  const verdicts = runQueries(cases, (shown, at) => MISREAD[at]?.[1](shown) ?? '').map(
    ({ check }) => check.verdict,
  );
  const expected = MISREAD.map(([, , verdict]) => verdict);
  expect(verdicts.map((verdict, at) => verdict.slice(0, expected[at]?.length))).toEqual(expected);
});

test('names of cases are different, and most results are known by hand', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  expect(CASES.filter(({ expected }) => expected !== undefined).length).toBeGreaterThan(110);
});

test('a chart has labeled axes, and at most thirty bars', () => {
  const [, chart] = writeQuery(show(group(orders, ['customer'], { revenue })), tables);
  expect(chart).toEqual({
    role: 'chart',
    code: [
      'import matplotlib.pyplot as plt',
      '',
      'ax = revenue_by_customer.nlargest(30, "revenue").plot.barh(x="customer", y="revenue", legend=False, figsize=(8, 6))',
      'ax.invert_yaxis()',
      'ax.set(xlabel="revenue (€)", ylabel="customer")',
      'plt.tight_layout()',
      'plt.show()',
    ].join('\n'),
  });
});

const WRITTEN: readonly (readonly [string, Parameters<typeof writeQuery>[0], string])[] = [
  [
    'a figure of some rows',
    values(where(orders, is('returned', '==', false)), { revenue: agg('mean', 'revenue') }),
    'selected = orders[~orders["returned"]]\nselected["revenue"].mean()',
  ],
  [
    'the best groups of a year',
    show(
      limit(
        sort(
          group(where(orders, is('date', '==', iso('2023'))), ['region'], { cost: agg('sum', 'cost') }),
          down('cost'),
        ),
        3,
      ),
    ),
    [
      'selected = orders[orders["date"].dt.year == 2023]',
      'top_3 = (',
      '    selected',
      '    .groupby("region", as_index=False)["cost"].sum()',
      '    .nlargest(3, "cost", keep="all")',
      ')',
      'top_3',
    ].join('\n'),
  ],
  [
    'change from month to month',
    show(
      window(
        group(orders, [period('date', 'month')], { cost: agg('sum', 'cost') }),
        'growth',
        { kind: 'change', as: 'percent' },
        'cost',
        { order: 'month' },
      ),
    ),
    [
      'cost_by_month = (',
      '    orders',
      '    .assign(month=orders["date"].dt.to_period("M"))',
      '    .groupby("month", as_index=False)["cost"].sum()',
      '    .sort_values("month", kind="stable")',
      ')',
      'cost_by_month_growth = cost_by_month.assign(growth=100 * cost_by_month["cost"].diff() / cost_by_month["cost"].shift())',
      'cost_by_month_growth',
    ].join('\n'),
  ],
  [
    'a rate by weekday',
    show(group(orders, [part('date', 'weekday')], { late: rate(not(is('rating', '>=', 3))) })),
    [
      'import calendar',
      '',
      'late_by_weekday = (',
      '    orders',
      '    .assign(',
      '        weekday=orders["date"].dt.day_name().astype(pd.CategoricalDtype(list(calendar.day_name), ordered=True)),',
      '        late=~(orders["rating"] >= 3),',
      '    )',
      '    .groupby("weekday", as_index=False, observed=True)["late"].mean()',
      ')',
      'late_by_weekday',
    ].join('\n'),
  ],
  [
    'two sides',
    ask(orders, {
      kind: 'compare',
      figure: { name: 'cost', figure: agg('sum', 'cost') },
      sides: [
        { label: 'North', where: is('region', '==', 'North') },
        { label: 'West', where: is('region', '==', 'West') },
      ],
      as: 'difference',
      descending: true,
    }),
    [
      'north = orders[orders["region"] == "North"]',
      'west = orders[orders["region"] == "West"]',
      'north_cost = north["cost"].sum()',
      'west_cost = west["cost"].sum()',
      'comparison = pd.Series({"North": north_cost, "West": west_cost, "difference": north_cost - west_cost}, dtype=object)',
      'comparison',
    ].join('\n'),
  ],
];

test.each(WRITTEN)('%s reads as a person would write it', (_, query, code) => {
  expect(writeQuery(query, tables)[0]).toMatchObject({ code, role: 'result' });
});

test('texts of the question stay texts', () => {
  const name = '"] + __import__("os").name + ["';
  const [cell] = writeQuery(values(where(orders, is('region', '==', name)), { rows: count() }), tables);
  expect(cell?.code).toBe(`selected = orders[orders["region"] == ${JSON.stringify(name)}]\nlen(selected)`);
});

/** The same shape for a single value, a list and rows. */
function listRows({ expected }: Case): Cell[][] {
  const given: readonly unknown[] = Array.isArray(expected) ? expected : [expected];
  return given.map((row) => (Array.isArray(row) ? row : [row]).map(normalize));
}

/** An index without a name is left out, unless its labels are expected too. */
function readRows(run: Run, width: number): Cell[][] {
  const [first] = run.shown;
  if (!first) return [];
  const rows = toRows(first);
  const whole = first.data && rows[0]?.length !== width ? first.data.values : rows;
  return whole.map((row) => row.map(normalize));
}

function sortRows(rows: Cell[][]): Cell[][] {
  return rows.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}
