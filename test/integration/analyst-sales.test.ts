/** A shop's sales with prices and quantities, gaps and a year in the file's name, beside hand-written pandas. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnalystSession, openAnalystSession } from '../helpers/analyst-driver.ts';
import { openSharedProvider, run, type TestProvider } from '../helpers/kernel-provider.ts';

const WRITE = `
import random as _random, pandas as _pd
_random.seed(7)
_rows = [
    (
        _pd.Timestamp("2023-01-01") + _pd.Timedelta(days=_random.randrange(730)),
        f"S{_random.randrange(1, 25):02d}",
        _random.choice(["North West", "North East", "South", "New South Wales"]),
        f"Supplier {_random.randrange(1, 80)}",
        round(_random.uniform(1, 30), 2),
        None if _random.random() < 0.05 else _random.randrange(1, 20),
    )
    for _ in range(600)
]
_pd.DataFrame(
    _rows, columns=["order_date", "store", "region", "supplier", "unit_price", "quantity"]
).to_csv("sales_2024.csv", index=False)
`;

let provider: TestProvider;
let analyst: AnalystSession;
beforeAll(async () => {
  provider = await openSharedProvider();
  analyst = await openAnalystSession(provider);
  await analyst.createFile('sales_2024.csv', WRITE);
});
afterAll(() => provider.dispose());

/** What hand-written pandas prints over the file, in the session's own kernel, without touching its names. */
async function compute(expression: string): Promise<string> {
  const read = '_pd.read_csv("sales_2024.csv", parse_dates=["order_date"])';
  const code = `import pandas as _pd\nprint((lambda t: ${expression})(${read}.assign(rev=lambda t: t.unit_price * t.quantity)))`;
  const { stdout, end, outputs } = await run(analyst.kernel, code);
  if (end.status !== 'ok') throw new Error(JSON.stringify(outputs));
  return stdout.trim();
}

const money = (column: string) => `format(${column}, ",.2f").rstrip("0").rstrip(".")`;

it.each([
  ['What is the total revenue?', money('t.rev.sum()')],
  ['total revenue in "New South Wales"', money('t[t.region == "New South Wales"].rev.sum()')],
  ['Which region has the highest revenue?', 't.groupby("region").rev.sum().idxmax()'],
  ['What was our best month?', 't.groupby(t.order_date.dt.to_period("M")).rev.sum().idxmax()'],
  ['Which store is the worst?', 't.groupby("store").rev.sum().idxmin()'],
  ['Top 5 suppliers by revenue', 't.groupby("supplier").rev.sum().idxmax()'],
  ['How many orders are in sales_2024.csv?', 'len(t)'],
  ['total quantity in sales_2024.csv', 'f"{t.quantity.sum():,.0f}"'],
  ['missing values in quantity', 't.quantity.isna().sum()'],
  ['Are there missing values in region?', 't.region.isna().sum()'],
])('%s', async (question, expression) => {
  const { answer } = await analyst.ask(question);
  expect(answer.split('\n')[0]).toContain(`**${await compute(expression)}**`);
  expect(answer).not.toContain('not taken into account');
});

it('ranks suppliers and not rows', async () => {
  const { answer } = await analyst.ask('top 3 suppliers by revenue');
  const lines = `"\\n".join(f"{name} | {value:,.2f}" for name, value in t.groupby("supplier").rev.sum().nlargest(3).items())`;
  for (const line of (await compute(lines)).split('\n')) expect(answer).toContain(`| ${line} |`);
});

it('tells all of 24 groups, and of 79 the first, and where the others are', async () => {
  const stores = await analyst.ask('total quantity by store');
  expect(stores.answer.match(/^\| S\d\d \|/gm)).toHaveLength(24);
  expect(stores.answer).not.toContain('groups; ');
  const suppliers = await analyst.ask('total quantity by supplier');
  expect(suppliers.answer.match(/^\| Supplier \d+ \|/gm)).toHaveLength(20);
  const count = await compute('t.supplier.nunique()');
  expect(suppliers.answer).toContain(`These are 20 of ${count} groups; \`by_supplier\` holds them all.`);
  const { stdout } = await run(analyst.kernel, 'print(len(by_supplier))');
  expect(stdout.trim()).toBe(count);
  expect(suppliers.answer).toContain(
    `**${await compute('t.groupby("supplier").quantity.sum(min_count=1).idxmin()')}** is at the other end`,
  );
});

it('says how revenue was computed, and leaves the table in the kernel as it was loaded', async () => {
  const { answer, cells } = await analyst.ask('revenue by region');
  expect(answer).toContain('Revenue is taken as `unit_price` × `quantity`.');
  const product = await analyst.ask('average of unit_price times quantity');
  expect(product.answer).toContain(`**${await compute(money('t.rev.mean()'))}**`);
  const { stdout } = await run(analyst.kernel, 'print(list(df.columns))');
  expect(stdout.trim()).toBe("['order_date', 'store', 'region', 'supplier', 'unit_price', 'quantity']");
  expect(cells.every(({ source }) => !/^df\[.*\] = /m.test(source))).toBe(true);
});

it('takes the sum of no values for no figure', async () => {
  const { answer } = await analyst.ask('total quantity by day');
  const days = 't.groupby(t.order_date.dt.date).quantity.sum(min_count=1)';
  expect(answer).toContain(`with **${await compute(`f"{${days}.min():.0f}"`)}**.`);
});

it('gives no answer for a value that is not there', async () => {
  const { answer, isAnswered } = await analyst.ask('total revenue in "Atlantis"');
  expect(isAnswered).toBe(false);
  expect(answer).toContain('Nothing in the table is called "Atlantis".');
});
