/** Questions of a shop on a table with prices and quantities: revenue, best and worst, rankings, file names, gaps. */
import { expect, it } from 'vitest';
import type { Dataset } from '../../lib/analyst/dataset.ts';
import { dropFileNames } from '../../lib/analyst/drop-file-names.ts';
import { plainText, understand } from '../../lib/analyst/understand.ts';
import { CARS, column, PENGUINS, plan, SALES, WEATHER } from '../helpers/analyst-datasets.ts';

const SHOP: Dataset = {
  file: 'sales_2024.csv',
  rows: 600,
  notes: [],
  columns: [
    column('order_date', 'date', 400, '2023-01-03'),
    column('store', 'text', 24, 'S01|S02'),
    column('region', 'text', 4, 'North West|South|New South Wales'),
    column('supplier', 'text', 12, 'Acme Ltd|Bolt & Co'),
    column('brand', 'text', 400, 'Ayo|Bex'),
    column('unit_price', 'number', 500, '12.5|3.1'),
    column('quantity', 'number', 19, '1|2|3', 20),
    column('delay_days', 'number', 9, '0|1|2'),
  ],
};

function withColumns(...columns: Dataset['columns']): Dataset {
  return { ...SHOP, columns: [...SHOP.columns, ...columns] };
}

const DISCOUNTED = withColumns(column('discount', 'number', 5, '0|0.1'));
const CURRENCIES = withColumns(column('currency', 'text', 2, 'EUR|USD'));
const LINES = withColumns(column('invoice_id', 'number', 200, '1|2'));
const BOUGHT = withColumns(column('unit_cost', 'number', 300, '8.1|2.5'));
const BILLED = withColumns(column('line_total', 'number', 580, '80.1|2.5'));

it.each([
  [SHOP, 'What is the total revenue?', 'summary: sum revenue'],
  [SHOP, 'total sales by month', 'groups: sum sales by order_date/month'],
  [SHOP, 'turnover per region', 'groups: sum turnover by region'],
  [SHOP, 'average order value', 'summary: mean order value'],
  [SHOP, 'total cost by supplier', 'groups: sum cost by supplier'],
  [SHOP, 'average cost by supplier', 'groups: mean unit_price by supplier'],
  [SHOP, 'How many sales per region?', 'groups: count rows by region'],
  [SHOP, 'number of sales in South', 'count: where region is South'],
  [SHOP, 'How has revenue changed over time?', 'trend: sum revenue by month'],
  [SHOP, 'Which orders have revenue over 500?', 'count: where revenue > 500'],
  [SHOP, 'total profit by region', 'unclear:'],
  [SHOP, 'revenue per unit', 'unclear:'],
  [SHOP, 'share of sales in South', 'unclear: where region is South'],
  [SHOP, 'share of sales by region', 'share: sales by region'],
  [SHOP, 'Which store sells the most?', 'unclear:'],
  [SHOP, 'Which store sold the most units?', 'groups: sum quantity by store desc'],
  [SHOP, 'What is the total price?', 'unclear:'],
  [SHOP, 'total unit price', 'summary: sum unit_price'],
  [SHOP, 'first 5 sales', 'unclear:'],
  [SHOP, 'how much did the average customer spend', 'unclear:'],
  [BILLED, 'total revenue', 'summary: sum line_total'],
  [BILLED, 'sum of line total', 'summary: sum line_total'],
  [DISCOUNTED, 'total revenue', 'unclear:'],
  [CURRENCIES, 'total revenue', 'unclear:'],
  [LINES, 'average invoice total', 'unclear:'],
  [LINES, 'total revenue', 'summary: sum revenue'],
  [BOUGHT, 'total revenue', 'summary: sum revenue'],
  [CARS, 'total revenue by plant', 'groups: sum revenue by plant'],
  [SALES, 'total revenue', 'summary: sum Total'],
  [PENGUINS, 'total revenue', 'unclear:'],
  [SHOP, 'What was our best month?', 'groups: sum revenue by order_date/month desc'],
  [SHOP, 'best month in 2024', 'groups: sum revenue by order_date/month desc where in 2024'],
  [SHOP, 'Which store is the worst?', 'groups: sum revenue by store asc'],
  [SHOP, 'Best brand by quantity', 'groups: sum quantity by brand desc'],
  [SHOP, 'Which region has the worst delay days?', 'groups: mean delay_days by region desc'],
  [SHOP, 'Which supplier has the best unit price?', 'unclear:'],
  [SHOP, 'best rated supplier', 'unclear:'],
  [SALES, 'What was our best month?', 'groups: sum Total by Order Date/month desc'],
  [WEATHER, 'What was the best month?', 'unclear:'],
  [SHOP, 'Top 5 suppliers by revenue', 'groups: sum revenue by supplier desc 5'],
  [SHOP, 'top 5 brands by revenue', 'groups: sum revenue by brand desc 5'],
  [LINES, 'top 3 invoices by quantity', 'groups: sum quantity by invoice_id desc 3'],
  [SHOP, 'total quantity in sales_2024.csv', 'summary: sum quantity'],
  [SHOP, 'total quantity in `sales_2024` by region', 'groups: sum quantity by region'],
  [SHOP, 'total quantity in "New South Wales"', 'summary: sum quantity where region is New South Wales'],
  [SHOP, 'total quantity in "Atlantis"', 'unclear:'],
  [SHOP, 'missing values in quantity', 'missing: quantity'],
  [SHOP, 'Are any values missing in region or store?', 'missing: region,store'],
  [SHOP, 'How many missing values are there in each column?', 'missing:'],
  [SHOP, 'missing values in quantity by region', 'unclear:'],
])('%#: %s', (dataset, question, expected) => {
  expect(plan(dataset, [question])).toBe(expected);
});

it('keeps a computed column, and what was looked up, through follow-ups', () => {
  expect(plan(SHOP, ['total revenue', 'and by region?', 'only in South'])).toBe(
    'groups: sum revenue by region where region is South',
  );
  expect(plan(SHOP, ['total revenue', 'average quantity by store'])).toBe('groups: mean quantity by store');
});

it.each([
  ['total revenue', 'Revenue is taken as `unit_price` × `quantity`.'],
  ['Which store is best?', 'I read "best" as the highest `revenue`.'],
  ['Which region has the best delay days?', 'I read "best" as the lowest `delay_days`.'],
])('says how it read "%s"', (question, sentence) => {
  const { intent } = understand(SHOP, plainText(question, SHOP.file), []);
  expect(intent.assumptions).toContain(sentence);
});

it.each([
  [SHOP, 'total quantity in "New South Wales"'],
  [SHOP, 'total revenue in "North West"'],
])('%#: claims no value unused that is a condition', (dataset, question) => {
  const { intent } = understand(dataset, question, []);
  expect(intent.assumptions.join(' ')).not.toContain('not taken into account');
});

it.each([
  ['total in sales_2024.csv by year', 'sales_2024.csv', 'total in the file by year'],
  ['What is in "sales_2024.csv"?', 'sales_2024.csv', 'What is in the file?'],
  ['total of `sales_2024`', 'data/sales_2024.csv', 'total of the file'],
  ['mean of x in other-2023.xlsx', 'sales.csv', 'mean of x in the file'],
  ['rows of my sales 2024.csv', 'my sales 2024.csv', 'rows of the file'],
  ['sales in 2024', '2024.csv', 'sales in 2024'],
  ['sales in Q1', 'q1.csv', 'sales in Q1'],
  ['mean of database sizes', 'data.csv', 'mean of database sizes'],
])('%s', (text, file, expected) => {
  expect(dropFileNames(text, file)).toBe(expected);
});

const TICKETS: Dataset = {
  file: 'tickets.csv',
  rows: 500,
  notes: [],
  columns: [
    column('created_at', 'date', 480, '2024-01-03 08:00:00'),
    column('agent', 'text', 5, 'Ana|Ben'),
    column('customer', 'text', 14, 'Acme|Duff'),
    column('status', 'text', 2, 'open|closed'),
    column('resolution_hours', 'number', 120, '0.4|10.2', 53),
    column('Qty Ordered', 'number', 100, '5|12', 10),
    column('Price per Unit', 'number', 300, '12.5|3.1'),
    column('Days Late', 'number', 9, '0|1|2'),
  ],
};

it.each([
  ['How many orders were late?', 'unclear:'],
  ['Which agent ordered the most units?', 'groups: sum Qty Ordered by agent desc'],
  ['Which agent is the most reliable?', 'unclear:'],
  ['Who closed the most tickets?', 'unclear: where status is closed'],
  ['What is the busiest hour?', 'groups: count rows by created_at/hour desc'],
  ['average resolution hours by agent', 'groups: mean resolution_hours by agent'],
  ['How many tickets are open?', 'count: where status is open'],
])('rather no answer than another question’s: %s', (question, expected) => {
  expect(plan(TICKETS, [question])).toBe(expected);
});
