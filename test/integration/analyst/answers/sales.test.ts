/** A shop's sales with prices and quantities, gaps and a year in the file's name, beside hand-written pandas. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

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

let analyst: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  await analyst.createFile('sales_2024.csv', WRITE);
});

/** What hand-written pandas prints over the file, without touching the names of the session. */
async function compute(expression: string): Promise<string> {
  const read = '_pd.read_csv("sales_2024.csv", parse_dates=["order_date"])';
  const code = `import pandas as _pd\nprint((lambda t: ${expression})(${read}.assign(rev=lambda t: t.unit_price * t.quantity)))`;
  return (await analyst.print(code)).trim();
}

it.each([
  ['How many orders are in sales_2024.csv?', 'len(t)'],
  ['total quantity in sales_2024.csv', 'f"{t.quantity.sum():,.0f}"'],
  ['missing values in quantity', 'f"{t.quantity.isna().sum()} values"'],
])('%s', async (question, expression) => {
  const { answer } = await analyst.ask(question);
  expect(answer).toContain(`**${await compute(expression)}**`);
});

it('tells all of 24 groups, and of 79 the first, and who is first and last of all', async () => {
  const stores = await analyst.ask('total quantity by store');
  expect(stores.answer.match(/^\| S\d\d \|/gm)).toHaveLength(24);
  expect(stores.answer).not.toContain('These are the first');
  const suppliers = await analyst.ask('total quantity by supplier');
  expect(suppliers.answer.match(/^\| Supplier \d+ \|/gm)).toHaveLength(30);
  const count = await compute('t.supplier.nunique()');
  expect(suppliers.answer).toContain(`These are the first 30 of ${count} rows.`);
  const lowest = 't.groupby("supplier").quantity.sum(min_count=1).idxmin()';
  expect(suppliers.answer).toContain(`The lowest is **${await compute(lowest)}**`);
});

it('takes the sum of no values for no figure', async () => {
  const { answer } = await analyst.ask('total quantity by day, lowest first');
  const days = 't.groupby(t.order_date.dt.date).quantity.sum(min_count=1)';
  expect(answer).toContain(`**${await compute(`f"{${days}.min():.0f}"`)}**`);
});

it('gives no answer for a value that is not there', async () => {
  const { answer, isAnswered } = await analyst.ask('total quantity in "Atlantis"');
  expect(isAnswered).toBe(false);
  expect(answer).toContain('Atlantis');
});
