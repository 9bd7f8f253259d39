/** Questions that are proposed instead of one that was not understood: each is read whole, and nothing is turned round. */
import { expect, it } from 'vitest';
import type { Query, Table } from '../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../lib/analyst/read/read-question.ts';
import { rephraseQuestion } from '../../../lib/analyst/reply/rephrase-question.ts';
import { ORDERS, STAFF, VISITS } from './tables.ts';

function propose(asked: string, table: Table) {
  const reading = readQuestion(asked, [table], null);
  if (reading.kind !== 'unread') throw new Error(`“${asked}” is understood.`);
  return rephraseQuestion({ asked, unread: reading.words }, [table], (question) => findOnly(question, table));
}

function findOnly(question: string, table: Table): Query | null {
  const reading = readQuestion(question, [table], null);
  const [part, ...others] = reading.kind === 'queries' ? reading.parts : [];
  return part && others.length === 0 && 'rows' in part.reading ? part.reading : null;
}

it.each([
  [
    'zorps per month',
    ORDERS,
    [
      ['total revenue per month', 'Total revenue by month'],
      ['total quantity per month', 'Total quantity by month'],
      ['number of rows per month', 'Number of rows by month'],
      ['average unit_price per month', 'Average unit_price by month'],
    ],
  ],
  ['how many zorps in each year', ORDERS, [['how many rows in each year', 'Number of rows by year']]],
  [
    'average zorp by region',
    ORDERS,
    [
      ['average revenue by region', 'Average revenue by region'],
      ['average quantity by region', 'Average quantity by region'],
      ['average unit_price by region', 'Average unit_price by region'],
      ['average discount by region', 'Average discount by region'],
    ],
  ],
  [
    'who are our 5 biggest customers?',
    ORDERS,
    [
      [
        'Top 5 customer by total revenue',
        'Total revenue by customer, highest total revenue first, only the first 5',
      ],
      [
        'Top 5 customer by total quantity',
        'Total quantity by customer, highest total quantity first, only the first 5',
      ],
    ],
  ],
  [
    'median fee of zorps over 60',
    VISITS,
    [
      ['median fee of rows where wait_minutes is over 60', 'Median fee, where wait_minutes is above 60'],
      ['median fee of rows where spend is over 60', 'Median fee, where spend is above 60'],
    ],
  ],
  [
    'do older people zorp more salary?',
    STAFF,
    [
      [
        'Is there a correlation between Age and Annual Salary (USD)?',
        'Pearson correlation of Age and Annual Salary (USD)',
      ],
    ],
  ],
])('%s', (asked, table, expected) => {
  expect(propose(asked, table).map(({ question, reading }) => [question, reading])).toEqual(expected);
});

it.each([
  // Without the word, or with another in its place, it would be the opposite.
  ['how many orders were never zorped?', ORDERS],
  // The past would be asked about.
  ['how many orders will we have per month', ORDERS],
  // Too much would be left to guess.
  ['which zorp has the best florp ratings?', ORDERS],
  ['zorp', ORDERS],
])('nothing is proposed for “%s”', (asked, table) => {
  expect(propose(asked, table)).toEqual([]);
});
