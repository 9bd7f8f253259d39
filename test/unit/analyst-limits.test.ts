/** What a question says and the table cannot know; everyday questions about rows and dates; words of other languages. */
import { expect, it } from 'vitest';
import type { Dataset } from '../../lib/analyst/dataset.ts';
import { explainPartialPeriods } from '../../lib/analyst/partial-period.ts';
import { planIntent } from '../../lib/analyst/plan-intent.ts';
import { readFormula, spellOperators } from '../../lib/analyst/read-formula.ts';
import { readQuestion } from '../../lib/analyst/read-reading.ts';
import { answerCourtesy, explainUnclear } from '../../lib/analyst/unclear.ts';
import { CARS, column, PENGUINS, plan, SALES, VISITS, WEATHER } from '../helpers/analyst-datasets.ts';

const ORDERS: Dataset = {
  file: 'orders.csv',
  rows: 50_000,
  notes: [],
  columns: [
    column('order_date', 'date', 50_000, '2022-01-01'),
    column('customer', 'text', 900, 'C0001|C0002'),
    column('product', 'text', 4, 'Widget|Gizmo'),
    column('quantity', 'number', 20, '1|2|3'),
    column('unit_price', 'number', 9000, '144.9|64.46'),
    column('returned', 'text', 2, 'no|yes'),
    column('discount', 'number', 5, '0|10', 900),
  ],
};
const UMSATZ: Dataset = {
  file: 'umsatz.csv',
  rows: 300,
  notes: [],
  columns: [
    column('Datum', 'date', 300, '2024-01-01'),
    column('Stadt', 'text', 3, 'Köln|München', 80),
    column('Umsatz', 'number', 270, '1504.85|4036.92', 30),
    column('Abteilung', 'text', 4, 'IT|US|OR|HR'),
  ],
};

it.each([
  [UMSATZ, 'How many rows have no Umsatz?', 'count: where Umsatz is missing'],
  [UMSATZ, 'How many rows are missing a value for Umsatz?', 'count: where Umsatz is missing'],
  [UMSATZ, 'How many rows where the Stadt is blank?', 'count: where Stadt is missing'],
  [UMSATZ, 'average Umsatz without Stadt', 'summary: mean Umsatz where Stadt is missing'],
  [UMSATZ, 'missing values in Umsatz', 'missing: Umsatz'],
  [WEATHER, 'How many days without precipitation?', 'count: where precipitation is 0'],
  [UMSATZ, 'How many people work in IT?', 'count: where Abteilung is IT'],
  [UMSATZ, 'How many work in the US?', 'count: where Abteilung is US'],
  [UMSATZ, 'Which city has the highest total Umsatz?', 'groups: sum Umsatz by Stadt desc'],
  [UMSATZ, 'total revenue by town', 'groups: sum Umsatz by Stadt'],
  [UMSATZ, 'Which supplier has the highest total Umsatz?', 'unclear: no supplier'],
  [UMSATZ, 'average Umsatz by color', 'unclear: no color'],
  [PENGUINS, 'Which penguin is the lightest?', 'rows: body_mass_g asc 1'],
  [ORDERS, 'Top 5 customers by quantity', 'groups: sum quantity by customer desc 5'],
  [ORDERS, 'rank customers by quantity', 'groups: sum quantity by customer desc'],
  [ORDERS, 'average unit_price by quantity', 'groups: mean unit_price by quantity'],
  [
    ORDERS,
    'Which product is returned most often?',
    'groups: count rows by product desc where returned is yes',
  ],
  [ORDERS, 'How many orders are above average quantity?', 'count: where quantity above its average'],
  [ORDERS, 'How many orders are above average?', 'unclear:'],
  [ORDERS, 'revenue per customer', 'unclear:'],
  [ORDERS, 'How many rows mention the unit_price?', 'unclear:'],
  [ORDERS, 'mean of shipping_cost', 'unclear: no shipping_cost'],
  [ORDERS, 'average quantity in all_sales_2022.csv', 'summary: mean quantity'],
  [ORDERS, 'mean of `shipping`', 'unclear: no shipping'],
  [ORDERS, 'mean of `unit_price`', 'summary: mean unit_price'],
  [ORDERS, 'average unit_price by product', 'groups: mean unit_price by product'],
  [ORDERS, 'delete all returned orders', 'unclear: where returned is yes'],
  [ORDERS, 'first 5 rows', 'sample: first 5'],
  [ORDERS, 'show me the last three records', 'sample: last 3'],
  [ORDERS, 'last order date', 'dates: order_date last'],
  [ORDERS, 'When was the first order?', 'dates: order_date first'],
  [ORDERS, 'What is the last order date per product?', 'dates: order_date last by product'],
  [ORDERS, 'What period does the data cover?', 'dates: order_date first,last'],
  [WEATHER, 'How has the maximum temperature changed from year to year?', 'trend: mean temp_max by year'],
  [WEATHER, 'How has wind changed year by year?', 'trend: mean wind by year'],
  [WEATHER, 'How did the minimum temperature change each year?', 'trend: mean temp_min by year'],
])('%#: %s', (dataset, question, expected) => {
  expect(plan(dataset, [question])).toBe(expected);
});

it.each([
  [PENGUINS, 'average body mass in Atlantis', ['"Atlantis"']],
  [ORDERS, 'average unit price of cancelled orders', ['"cancelled"']],
  [ORDERS, 'total quantity for wholesale', ['"wholesale"']],
  [ORDERS, 'correlation between margin and quantity', ['"margin"']],
  [PENGUINS, 'Which species is heaviest on average? Show a plot.', []],
  [CARS, 'How many units did each plant make?', []],
  [SALES, 'Compare sales of new and returning customers', []],
  [VISITS, 'Which department has the highest readmission rate?', []],
  [WEATHER, 'Is there a trend in wind over time?', []],
])('%#: names what it did not use in "%s"', (dataset, question, expected) => {
  const said = readQuestion(question, dataset).assumptions.join(' ');
  for (const word of expected) expect(said).toContain(word);
  if (expected.length === 0) expect(said).not.toMatch(/Nothing in the table|I counted rows and did not use/);
});

it.each([
  ['total of quantity times unit_price', 'df["quantity"] * df["unit_price"]'],
  ['average quantity * unit_price by product', 'df["quantity"] * df["unit_price"]'],
  ['unit price divided by quantity', 'df["unit_price"] / df["quantity"]'],
  ['unit_price - discount', 'df["unit_price"] - df["discount"]'],
  ['average quantity and unit_price', null],
])('reads the formula in "%s"', (question, expected) => {
  const formula = readFormula(spellOperators(question), ORDERS);
  expect(formula?.formula ?? null).toBe(expected);
});

it.each([
  ['2012-01-01', '2015-12-31', 'month', 1461, 0],
  ['2012-01-01', '2015-12-12', 'month', 1442, 1],
  ['2012-02-10', '2015-12-12', 'year', 1400, 1],
  ['2012-01-01', '2015-12-01', 'month', 48, 0],
  ['2012-01-01', '2015-06-01', 'year', 42, 1],
] as const)('from %s to %s by %s', (first, last, grain, unique, count) => {
  const date = { ...column('date', 'date', unique, ''), span: { first, last } };
  const dataset = { ...WEATHER, columns: [date] };
  expect(explainPartialPeriods(dataset, { column: 'date', grain }, [])).toHaveLength(count);
});

it.each([
  ['Thanks!', true],
  ['great, thank you very much', true],
  ['hello', true],
  ['Who is the president of France?', false],
  ['ok, and by island?', false],
])('%s is a courtesy: %s', (text, expected) => {
  expect(answerCourtesy(text, true) !== null).toBe(expected);
});

it.each([
  [
    'average pirce by product',
    null,
    'Nothing in `orders.csv` matches "pirce". Did you mean `unit_price`? I could not tell',
  ],
  ['average profit by product', null, 'Nothing in `orders.csv` matches "profit". I could not tell'],
  [
    'average quantity by prodcut',
    'prodcut',
    'There is no column for "prodcut" in `orders.csv`; there are `order_date`,',
  ],
  ['average quantity by prodcut', 'prodcut', '`discount`. Did you mean `product`?'],
  ['median', null, 'I could not tell from this question what to compute.'],
])('%s: says which word it does not know', (question, unknownGroup, sentence) => {
  const scope = { filters: [], chart: null, assumptions: [] };
  const said = explainUnclear(ORDERS, { ...scope, kind: 'unclear', unknownGroup }, question);
  expect(said).toContain(sentence);
});

it('says that what it counts has no column', () => {
  const intent = planIntent(readQuestion('How many distinct suppliers are there?', ORDERS), ORDERS);
  expect([intent.kind, intent.assumptions.join(' ')]).toEqual([
    'count',
    'There is no column for "suppliers", so this was not taken into account.',
  ]);
});
