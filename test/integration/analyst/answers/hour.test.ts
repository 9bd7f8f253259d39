/** A messy export: each answer is compared with pandas that was written by hand. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const WRITE = `
import random as _random
_random.seed(3)
_lines = ["Shop export;;;;;", "", "Order no;Date;Customer;Category;Amount (EUR);Returned"]
for _at in range(400):
    _day, _month = _random.randrange(1, 29), _random.randrange(1, 13)
    _year = 2023 + _at % 2
    _amount = f"{_random.randrange(100, 150000) / 100:,.2f}".replace(",", "x").replace(".", ",").replace("x", ".")
    _category = _random.choice(["Toys", "Books", "Garden", "toys ", "Toys"])
    _returned = _random.choice(["yes", "no", "no", "no"])
    _date = f"{_day:02d}.{_month if _year == 2023 else (_month + 1) // 2:02d}.{_year}"
    _lines.append(f"{2000 + _at};{_date};Customer {_random.randrange(40)};{_category};{_amount} €;{_returned}")
open("shop_orders.csv", "w", encoding="cp1252").write("\\n".join(_lines))
`;

let analyst: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  await analyst.createFile('shop_orders.csv', WRITE);
});

/** What hand-written pandas prints over the file. */
async function compute(expression: string): Promise<string> {
  const code = [
    'import pandas as _pd',
    '_table = _pd.read_csv("shop_orders.csv", sep=";", skiprows=2, encoding="cp1252")',
    '_table.columns = ["no", "date", "customer", "category", "amount", "returned"]',
    '_euros = _table.amount.str.removesuffix(" €").str.replace(".", "", regex=False).str.replace(",", ".").astype(float)',
    '_dates = _pd.to_datetime(_table.date, format="%d.%m.%Y")',
    '_table = _table.assign(date=_dates, category=_table.category.str.strip().str.title(), amount=_euros)',
    `print((lambda t: ${expression})(_table))`,
  ].join('\n');
  return (await analyst.print(code)).trim();
}

const euros = (value: string) => `"€" + format(${value}, ",.2f").rstrip("0").rstrip(".")`;
const sums = 't.groupby("category").amount.sum()';
const months = 't.groupby(t.date.dt.to_period("M")).amount.sum()';

it.each([
  [
    'total amount by category in 2024 only',
    euros('t[t.date.dt.year == 2024].groupby("category").amount.sum().max()'),
  ],
  ['How many orders were not returned?', '(t.returned != "yes").sum()'],
  [
    'growth of amount by month',
    `format((${months}.pct_change() * 100).iloc[1], ".1f").rstrip("0").rstrip(".") + "%"`,
  ],
  [
    'return rate by category',
    'format((t.returned == "yes").groupby(t.category).mean().max() * 100, ".1f").rstrip("0").rstrip(".") + "%"',
  ],
  [
    'median amount by category, rounded to one decimal, ignore missing values',
    '"€" + format(t.groupby("category").amount.median().max(), ",.1f")',
  ],
])('%s', async (question, expression) => {
  const { answer, isAnswered } = await analyst.ask(question);
  expect(isAnswered, answer).toBe(true);
  expect(answer).toContain(await compute(expression));
});

it('answers both halves of a question', async () => {
  const question = 'Which category has the highest amount, and how did the amount develop by month?';
  const { answer } = await analyst.ask(question);
  expect(answer).toContain(`**${await compute(`${sums}.idxmax()`)}** has the highest total`);
  expect(answer).toContain(`ends at **${await compute(euros(`${months}.iloc[-1]`))}**`);
});

it('asks which of two meanings is meant, and does not choose where nobody answers', async () => {
  const { answer, isAnswered, cells } = await analyst.ask('share of returned orders by category');
  expect(isAnswered).toBe(false);
  expect(answer).toContain('The question can mean more than one thing:');
  expect(cells.at(-1)?.source).toContain('input("Which is meant? 1 to 2: ")');
});

it('leaves variables of the user alone', async () => {
  await analyst.print('total_amount_eur_by_quarter = "mine"');
  analyst.apply({
    type: 'kernel-names',
    names: [{ name: 'total_amount_eur_by_quarter', type: 'str' }],
  });
  const { isAnswered } = await analyst.ask('total amount by quarter');
  expect(isAnswered).toBe(true);
  expect(await analyst.print('print(total_amount_eur_by_quarter)')).toBe('mine\n');
});
