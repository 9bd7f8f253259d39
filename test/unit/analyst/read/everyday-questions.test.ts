/** Everyday questions: what every row is, columns in capitals, slips of the fingers, trends, and what must stay refused. */
import { expect, it } from 'vitest';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { showReading } from './show-query.ts';
import { column } from './tables.ts';

function table(name: string, rows: number, columns: Table['columns']): Table {
  return { name, file: `${name}.csv`, rows, columns };
}

const date = (name: string, unique = 90) =>
  column(name, 'date', { unique, span: '2024-01-01..2024-06-28', values: '2024-01-01|2024-01-02' });
const amount = (name: string, unit?: string) =>
  column(name, 'number', { unique: 60, span: '1..90.5', ...(unit ? { unit } : {}) });

const TABLES: Readonly<Record<string, Table>> = {
  loans: table('loans', 100, [
    column('Member Type', 'text', { values: 'student|adult' }),
    column('Title', 'text', { unique: 30, values: 'Dune|Emma' }),
    date('Date Out'),
    { ...date('Date Returned'), missing: 6 },
    amount('Fine', '£'),
  ]),
  runs: table('runs', 90, [
    date('Date', 80),
    column('Route', 'text', { values: 'Hill|Park' }),
    amount('Distance (km)'),
    { ...amount('Avg HR'), missing: 4 },
    column('weather', 'text', { values: 'rain|sun' }),
  ]),
  bus_delays: table('bus_delays', 300, [
    date('Date'),
    column('Stop', 'text', { values: 'Hospital|Market St' }),
    amount('Delay (min)'),
    column('Cancelled?', 'text', { values: 'Y|N' }),
  ]),
  customer_orders: table('customer_orders', 300, [
    date('Date'),
    column('Customer', 'text', { values: 'Ada|Ben' }),
    column('Orders', 'number', { unique: 9, isInteger: true, span: '1..9' }),
  ]),
  meter: table('meter', 90, [
    date('day'),
    amount('kWh used'),
    amount('night kWh'),
    amount('Cost', '€'),
    column('Occupancy', 'text', { values: 'home|away' }),
  ]),
  flats: table('flats', 60, [
    column('Listing', 'text', { unique: 60, values: 'A-001|A-002' }),
    column('Area', 'text', { values: 'Center|Old Town' }),
    amount('Size m2'),
    amount('Rent/mo', '$'),
    column('Pets OK', 'text', { values: 'yes|no' }),
    date('Available from'),
  ]),
  bugs: table('bugs', 150, [
    date('Created'),
    column('Component', 'text', { values: 'Checkout|Search' }),
    column('Status', 'text', { values: 'Open|Fixed' }),
    column('Country', 'text', { values: 'France|Spain' }),
  ]),
  jobs: table('jobs', 80, [
    column('Bike type', 'text', { values: 'City|Road' }),
    amount('Total', '$'),
    column('Paid', 'text', { values: 'YES|NO' }),
  ]),
  rentals: table('rentals', 80, [
    column('Bike', 'text', { values: 'City|Road' }),
    column('Status', 'text', { values: 'Done|Cancelled' }),
  ]),
  pupils: table('pupils', 24, [
    column('Pupil', 'text', { unique: 24, values: 'Aisha|Ben' }),
    column('Height', 'number', { unique: 20, span: '120..180' }),
    column('Maths', 'number', { unique: 20, span: '20..100' }),
  ]),
};

const read = (name: string, question: string) => {
  const found = TABLES[name];
  if (!found) throw new Error(`No table ${name}.`);
  return readQuestion(question, [found], null);
};

it.each([
  // What every row is need not be said of it.
  ['loans', 'How many different titles were lent out?', 'distinct(Title)'],
  ['loans', 'How many loans did each type of member make?', 'group Member Type: count'],
  ['runs', 'How far have I run in total?', 'sum(Distance (km))'],
  ['meter', 'How many days were we away?', 'where Occupancy == away > count'],
  // Names of columns.
  ['meter', 'total electricity per month', 'group month(day): sum(kWh used)'],
  ['flats', 'average rent by area', 'group Area: mean(Rent/mo)'],
  ['flats', 'the 3 largest flats with their rent', 'top 3 > rows(Listing, Rent/mo, Size m2)'],
  ['flats', 'how many flats allow pets', 'where Pets OK == yes > count'],
  ['pupils', 'who got the best mark in maths?', 'sort Maths desc | top 1 > rows(Pupil, Maths)'],
  ['loans', 'how many loans are still not returned', 'where Date Returned empty > count'],
  // Money.
  ['loans', 'How much did we collect in fines altogether?', 'sum(Fine)'],
  ['jobs', 'how much is still unpaid', 'where Paid == NO > sum(Total)'],
  // Over time, and one column with another.
  ['flats', 'Do bigger flats cost more?', 'correlation(Size m2, Rent/mo)'],
  // Said back as an assumption.
  ['bugs', 'How many bugs are open right now?', 'where Status == Open > count'],
])('%s: %s', (name, question, expected) => {
  expect(showReading(read(name, question))).toContain(expected);
});

it.each([
  ['bus_delays', 'how many buses got cancelled?', 'Each row is counted as one bus.'],
  ['bugs', 'How many bugs are open right now?', 'The state is that of the file: rows of all dates count.'],
])('%s: %s says what was assumed', (name, question, note) => {
  expect(JSON.stringify(read(name, question))).toContain(JSON.stringify(note).slice(1, -1));
});

it.each([
  // What the verb says is not so, or of some only.
  ['loans', 'How many loans were not borrowed?'],
  ['meter', 'How much did we spend on electricity?'],
  ['rentals', 'Which bike was rented the most?'],
  // Rows that are something else, or may be.
  ['customer_orders', 'how many customers are there twice'],
  ['bugs', 'how many puppies are open'],
  ['bus_delays', 'which bus was the latest'],
  // Other words than the one that is near.
  ['bugs', 'number of bugs by county'],
  ['pupils', 'average weight'],
  // Of some rows only, or of what nobody measured.
  ['flats', 'Do bigger flats in Center cost more?'],
  ['runs', 'how long did I run in total'],
  ['bus_delays', 'Are the delays getting worse or better?'],
])('%s: %s is refused', (name, question) => {
  expect(showReading(read(name, question))).toMatch(/^\?/);
});
