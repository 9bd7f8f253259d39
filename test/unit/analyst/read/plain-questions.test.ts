/** Plain questions: which row is the oldest cat, names that are in two columns, amounts by their verb, and sales by their money. */
import { expect, it } from 'vitest';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { showReading } from './show-query.ts';
import { column } from './tables.ts';

function table(name: string, rows: number, columns: Table['columns']): Table {
  return { name, file: `${name}.csv`, rows, columns };
}

const date = (span: string) => column('date', 'date', { unique: 100, span });
const amount = (name: string, first = 1) => column(name, 'number', { unique: 90, span: `${first}..2000.5` });
const clubs = column('club', 'text', { values: 'Judo|Choir|Chess' });

const TABLES: Readonly<Record<string, Table>> = {
  animals: table('animals', 40, [
    column('name', 'text', { unique: 40, values: 'Milo|Luna' }),
    column('species', 'text', { values: 'cat|dog' }),
    column('sex', 'text', { values: 'female|male' }),
    column('age', 'number', { unique: 40, span: '1..16' }),
    column('weight_kg', 'number', { unique: 38, span: '1..30' }),
    column('adopted', 'text', { values: 'yes|no' }),
  ]),
  matches: table('matches', 30, [
    date('2023-08-12..2024-05-12'),
    column('home_team', 'text', { values: 'Rovers|United|City' }),
    column('away_team', 'text', { values: 'Rovers|United|City' }),
    column('home_goals', 'number', { unique: 6, isInteger: true, span: '0..5' }),
    column('away_goals', 'number', { unique: 6, isInteger: true, span: '0..5' }),
    column('attendance', 'number', { unique: 30, isInteger: true, span: '3000..24000' }),
  ]),
  rain: table('rain', 365, [
    date('2023-01-01..2023-12-31'),
    { ...column('rain_mm', 'number', { unique: 90, span: '0..55.9' }), missing: 2 },
  ]),
  skies: table('skies', 365, [
    date('2023-01-01..2023-12-31'),
    column('precipitation', 'number', { unique: 90, span: '0..55.9' }),
    column('weather', 'text', { values: 'rain|sun|fog|snow' }),
  ]),
  gifts: table('gifts', 60, [
    date('2024-02-01..2024-08-01'),
    clubs,
    column('donor', 'text', { values: 'Ada|Ben' }),
    amount('amount'),
  ]),
  ledger: table('ledger', 60, [
    clubs,
    column('type', 'text', { values: 'income|expense' }),
    amount('amount'),
  ]),
  statement: table('statement', 60, [clubs, amount('amount', -500)]),
  sales: table('sales', 160, [
    date('2024-01-02..2024-12-30'),
    column('region', 'text', { values: 'North|South' }),
    column('salesperson', 'text', { values: 'Ines|Bo' }),
    column('units', 'number', { unique: 11, isInteger: true, span: '1..12' }),
    amount('amount'),
  ]),
  rents: table('rents', 70, [
    column('address', 'text', { unique: 70, values: 'Oak St 1|Mill Rd 2' }),
    column('neighborhood', 'text', { values: 'Harbor|Old Town' }),
    column('rent', 'number', { unique: 69, span: '278..2100' }),
  ]),
  rides: table('rides', 90, [
    column('bike', 'text', { values: 'electric|classic' }),
    column('member', 'text', { values: 'yes|no' }),
    column('minutes', 'number', { unique: 60, span: '3..80' }),
    column('km', 'number', { unique: 60, span: '0.5..12' }),
  ]),
  weather: table('weather', 365, [
    date('2023-01-01..2023-12-31'),
    column('temp_max', 'number', { unique: 200, span: '-4..33' }),
  ]),
  readings: table('readings', 730, [
    date('2022-01-01..2023-12-31'),
    column('temp_max', 'number', { unique: 200, span: '-4..33' }),
  ]),
};

function read(name: string, question: string): string {
  const asked = TABLES[name];
  return asked ? showReading(readQuestion(question, [asked], null)) : '';
}

it.each([
  ['animals', 'Which is the oldest cat?', 'animals | where species == cat | sort age desc | top 1 > rows'],
  ['animals', 'the 3 oldest cats', 'animals | where species == cat | sort age desc | top 3 > rows'],
  ['animals', 'Which cat is the oldest?', 'animals | where species == cat | sort age desc | top 1 > rows'],
  ['animals', 'Which cats are older than 10?', 'animals | where (species == cat and age > 10) > rows'],
  [
    'animals',
    'How heavy is the oldest cat?',
    'animals | where species == cat | sort age desc | top 1 > mean(weight_kg)',
  ],
  [
    'rents',
    'Which is the cheapest in the Harbor?',
    'rents | where neighborhood == Harbor | sort rent asc | top 1 > rows',
  ],

  ['matches', 'How many rows where home_team is Rovers?', 'matches | where home_team == Rovers > count'],

  ['sales', 'How many sales were there?', 'sales > count'],
  ['sales', 'average units per sale', 'sales > mean(units)'],
  ['sales', 'Number of sales by region', 'sales | group region: count > rows'],
])('%s: %s', (name, question, expected) => {
  expect(read(name, question)).toBe(expected);
});

it.each([
  // Two kinds are compared by their groups, and what one of them has most of is not in one row.
  ['animals', 'Which is the oldest, cat or dog?'],
  ['animals', 'Is the oldest cat adopted?'],
  ['animals', 'Which is not the oldest cat?'],
  ['sales', 'Which North sold the most?'],
  ['readings', 'What was the hottest day of the year?'],
  // A yes makes no rides.
  ['rides', 'Who made the most rides?'],
  // Less time says nothing of the speed where distances differ.
  ['rides', 'Are electric bikes faster?'],
  // What only one kind of table says is not read.
  ['matches', 'How many games did Rovers win?'],
  ['matches', 'How many draws did Rovers have?'],
  ['rain', 'Did it rain on 3 March 2023?'],
  ['skies', 'Was it sunny on 2023-03-03?'],
  // What was raised is not a number of rows, and not all rows are raised where a column or a sign tells them apart.
  ['gifts', 'Which club raised the most orders?'],
  ['gifts', 'How much was not raised?'],
  ['ledger', 'Which club raised the most?'],
  ['statement', 'How much did we spend?'],
])('%s: “%s” is not read', (name, question) => {
  expect(read(name, question)).toMatch(/^\?/);
});

it.each([
  ['animals', 'Which species is the oldest and how heavy is it?', 'It depends on what the first part finds.'],
  ['animals', 'Which cat is the oldest and is it adopted?', 'It depends on what the first part finds.'],
])('%s: “%s” is read as %s', (name, question, expected) => {
  expect(read(name, question)).toContain(expected);
});
