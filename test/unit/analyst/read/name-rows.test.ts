/** What rows are called, and words of one family with a column or a value: what they mean, and where they could mislead. */
import { expect, it } from 'vitest';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { showReading } from './show-query.ts';
import { column } from './tables.ts';

function table(name: string, rows: number, columns: Table['columns']): Table {
  return { name, file: `${name}.csv`, rows, columns };
}

const id = (name: string, rows: number) =>
  column(name, 'number', { values: '1|2|3', unique: rows, isInteger: true, span: `1..${rows}` });

const TABLES: Readonly<Record<string, Table>> = {
  staff: table('staff', 84, [
    id('Employee ID', 84),
    column('Team', 'text', { values: 'Engineering|Sales|People|Growth|Marketing' }),
    column('Office', 'text', { values: 'Leeds|Oslo' }),
    column('Start Date', 'date', { unique: 73, span: '2012-01-05..2023-12-01' }),
    column('Salary', 'number', { unique: 77, span: '28000..99000' }),
    column('Full Time', 'boolean', { values: 'True|False' }),
  ]),
  people: table('people', 50, [
    column('name', 'text', { unique: 50, values: 'Ann|Bob' }),
    column('Date of birth', 'date', { unique: 49, span: '1950-01-01..2004-01-01' }),
    column('job', 'text', { values: 'Senior Engineer|Engineering|Teaching|King' }),
  ]),
  shifts: table('shifts', 400, [
    column('employee', 'text', { unique: 20, values: 'Ann|Bob' }),
    column('start_date', 'date', { unique: 90, span: '2023-01-01..2023-12-31' }),
    column('department', 'text', { values: 'Engineering|Catering' }),
  ]),
  club: table('club', 80, [
    id('member_id', 80),
    column('signup', 'date', { unique: 70, span: '2020-01-01..2023-12-31' }),
    column('start', 'date', { unique: 70, span: '2020-01-01..2023-12-31' }),
  ]),
  football: table('football', 56, [
    column('Date', 'date', { unique: 51, span: '2023-08-14..2024-05-12' }),
    column('Home Team', 'text', { values: 'Town|Rovers' }),
    column('Away Team', 'text', { values: 'Town|Rovers' }),
    column('Home Goals', 'number', { unique: 5, isInteger: true, span: '0..5' }),
    column('Referee', 'text', { values: 'J. Doyle|L. Price' }),
  ]),
  goals: table('goals', 300, [
    column('match_id', 'number', { values: '1|2', unique: 90, isInteger: true, span: '1..90' }),
    column('home', 'text', { values: 'Town|Rovers' }),
    column('away', 'text', { values: 'Town|Rovers' }),
    column('scorer', 'text', { unique: 60, values: 'Kane|Saka' }),
  ]),
  orders: table('orders', 260, [
    id('Order No', 260),
    column('Date', 'date', { unique: 189, span: '2022-06-03..2023-12-28' }),
    column('Customer', 'text', { values: 'Blume|Weber' }),
    column('Product', 'text', { values: 'Desk|Light Bulb' }),
    column('Quantity', 'number', { unique: 35, isInteger: true, span: '1..40' }),
    column('Status', 'text', { values: 'Shipped|Cancelled|Returned' }),
  ]),
  sales: table('sales', 260, [
    id('Order No', 260),
    column('returned', 'boolean', { values: 'True|False' }),
    column('Status', 'text', { values: 'Shipped|Cancelled|Returned' }),
    column('Region', 'text', { values: 'North|South' }),
  ]),
  visits: table('visits', 190, [
    id('Visit ID', 190),
    column('Patient', 'text', { unique: 94, values: 'P1|P2' }),
    column('Age', 'number', { unique: 57, isInteger: true, span: '1..87' }),
    column('Doctor', 'text', { values: 'Dr Osei|Dr Patel' }),
    column('Outcome', 'text', { values: 'closed|open|referred' }),
  ]),
  survey: table('survey', 150, [
    id('respondent', 150),
    column('submitted', 'date', { unique: 54, span: '2024-04-01..2024-06-30' }),
    column('answers', 'number', { unique: 12, isInteger: true, span: '1..12' }),
  ]),
  sensors: table('sensors', 384, [
    column('ts', 'date', { unique: 96, span: '2024-03-01T00:00:00..2024-03-16T18:00:00' }),
    column('room', 'text', { values: 'Hall|Attic' }),
    column('temp_c', 'number', { unique: 143, span: '9..25.5' }),
  ]),
  weather: table('weather', 1461, [
    column('date', 'date', { unique: 1461, span: '2012-01-01..2015-12-31' }),
    column('precipitation', 'number', { unique: 111, span: '0..55.9' }),
    column('weather', 'text', { values: 'rain|sun|snow' }),
  ]),
  countries: table('countries', 190, [
    column('name', 'text', { unique: 190, values: 'France|Spain' }),
    column('population', 'number', { unique: 190, isInteger: true, span: '800..1400000000' }),
    column('continent', 'text', { values: 'Europe|Asia' }),
  ]),
  projects: table('projects', 40, [
    column('name', 'text', { unique: 40, values: 'Apollo|Zeus' }),
    column('start_date', 'date', { unique: 40, span: '2019-01-01..2023-12-31' }),
    column('department', 'text', { values: 'Engineering|Sales' }),
  ]),
  league: table('league', 20, [
    column('Team', 'text', { unique: 20, values: 'Town|Rovers' }),
    column('Home Wins', 'number', { unique: 9, isInteger: true, span: '1..15' }),
    column('Away Wins', 'number', { unique: 9, isInteger: true, span: '0..12' }),
  ]),
  stock: table('inventory', 60, [
    column('Product', 'text', { values: 'Desk|Chair|Lamp' }),
    column('Units in Stock', 'number', { unique: 40, isInteger: true, span: '0..400' }),
  ]),
  claims: table('claims', 300, [
    id('claim_id', 300),
    column('region', 'text', { values: 'North|South' }),
    column('damaged', 'boolean', { values: 'True|False' }),
    column('approved', 'text', { values: 'yes|no' }),
  ]),
  probes: table('probes', 384, [
    column('ts', 'date', { unique: 96, span: '2024-03-01T00:00:00..2024-03-16T18:00:00' }),
    column('reading', 'number', { unique: 300, span: '0..100' }),
  ]),
};

function read(name: string, question: string): string {
  const asked = TABLES[name];
  return asked ? showReading(readQuestion(question, [asked], null)) : '';
}

it.each([
  ['sensors', 'how many readings are there in the hall?', 'sensors | where room == Hall > count'],
  ['goals', 'how many matches are there', 'goals > distinct(match_id)'],
  ['survey', 'how many people answered', 'survey > count'],
  ['survey', 'how many respondents per month', 'survey | group month(submitted): count > rows'],
  ['visits', 'how many patients are there', 'visits > distinct(Patient)'],
  ['staff', 'what percentage of staff are part time', 'staff > share count where Full Time == false'],
  [
    'staff',
    'difference in median salary between full-timers and part-timers',
    'staff > difference median(Salary): Full Time == true | Full Time == false',
  ],
  ['staff', 'how many people are in People?', 'staff | where Team == People > count'],
  [
    'staff',
    'how many people in Growth earn more than 50k?',
    'staff | where (Team == Growth and Salary > 50000) > count',
  ],
  [
    'orders',
    'how many cancellations were there in 2023',
    'orders | where (Date == 2023 and Status == Cancelled) > count',
  ],
  ['claims', 'how many approvals were there', 'claims | where approved == yes > count'],
  ['countries', 'how many names are there', 'countries > count'],
  ['orders', 'return the number of orders', 'orders > count'],
  [
    'orders',
    'how many light bulbs did we sell in May 2023',
    'orders | where (Date == 2023-05 and Product == Light Bulb) > sum(Quantity)',
  ],
])('%s: %s', (name, question, expected) => {
  expect(read(name, question)).toBe(expected);
});

it.each([
  // A date of something else, two dates, and rows that are not people.
  ['people', 'how many joined in each year'],
  ['club', 'how many joined in each year'],
  ['staff', 'how many joined and left in 2021'],
  // Another value has the word, the word is of another family, and rows that are not people.
  ['people', 'how many engineers are there'],
  ['people', 'how many kers are there'],
  ['shifts', 'how many engineers are there'],
  // Two columns say it.
  ['sales', 'how many returns are there'],
  ['sales', 'which region has the most returns'],
  // What somebody does is not what was done.
  ['orders', 'how many returning customers are there'],
  ['visits', 'how many openings are there'],
  // The rows are not what is asked of, or of what.
  ['football', 'which team won the most games?'],
  ['football', 'how many matches did Town lose'],
  ['goals', 'which scorer played the most games'],
  ['visits', 'median age of patients'],
  ['probes', 'how many readings are there'],
  ['orders', 'which customer bought the most light bulbs'],
  // A name is not always somebody's, nor is everything at home and away a match.
  ['countries', 'how many people live in Europe'],
  ['projects', 'how many joined in 2020'],
  ['league', 'how many games were there'],
  // How much of it, or how many pieces, and not how many rows.
  ['weather', 'which month had the most rain'],
  ['claims', 'which region had the most damage'],
  ['stock', 'how many desks did we sell'],
  ['stock', 'how many desks do we have'],
  ['orders', 'how many light bulbs are there'],
  // Days that are in two of the years.
  ['orders', 'how many orders were there on 7 August'],
  ['orders', 'top 3 March orders'],
  ['staff', 'how many people are in sales and people?'],
])('%s: “%s” is refused or asked back', (name, question) => {
  expect(read(name, question)).toMatch(/^(\?|either )/);
});

const VISITS = table('vet_visits', 300, [
  id('visit no', 300),
  column('pet name', 'text', { unique: 30, values: 'Luna|Daisy|Pip' }),
  column('vet', 'text', { values: 'Dr Osei|Dr Lindqvist' }),
  column('bill $', 'number', { unique: 290, span: '20..463.7' }),
]);

it.each([
  'top 5 biggest bills and for which pet',
  'three largest bills and who was the vet',
  'bottom 3 lowest bills and the pet',
])('what is asked of each of the rows at the top is not read as groups of them: %s', (question) => {
  expect(showReading(readQuestion(question, [VISITS], null))).toMatch(/^\?/);
});
