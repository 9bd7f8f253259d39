/** Questions about what a row is, how long it takes, and what it costs, whatever its table calls that. */
import { expect, it } from 'vitest';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { readQuestion } from '../../../../lib/analyst/read/read-question.ts';
import { showReading } from './show-query.ts';
import { column } from './tables.ts';

function table(name: string, rows: number, columns: Table['columns']): Table {
  return { name, file: `${name}.csv`, rows, columns };
}

const amount = (name: string) => column(name, 'number', { unique: 90, span: '1..2000.5' });

const TABLES: Readonly<Record<string, Table>> = {
  repairs: table('repairs', 60, [
    {
      ...column('brought_in', 'date', { unique: 50, values: '2024-03-01', span: '2024-03-01..2024-05-30' }),
      gaps: [{ to: 'picked_up', seconds: 259_200 }],
    },
    column('picked_up', 'date', { unique: 50, values: '2024-03-04', span: '2024-03-04..2024-06-02' }),
    column('bike', 'text', { values: 'city|race' }),
    column('mechanic', 'text', { values: 'Ana|Bo' }),
    column('labor_min', 'number', { unique: 30, isInteger: true, span: '15..120' }),
    amount('parts_cost'),
  ]),
  renewals: table('renewals', 60, [
    column('started', 'date', { unique: 50, span: '2024-03-01..2024-05-30' }),
    column('due date', 'date', { unique: 50, span: '2024-03-04..2024-06-02' }),
  ]),
  tickets: table('tickets', 40, [
    column('Order', 'number', { unique: 40, isInteger: true, values: '501|502', span: '501..540' }),
    column('Sold at', 'date', { unique: 40, span: '2024-03-01..2024-05-30' }),
    column('Ticket type', 'text', { values: 'Day|Weekend' }),
    column('Qty', 'number', { unique: 5, isInteger: true, span: '1..5' }),
    amount('Total'),
  ]),
  bugs: table('bugs', 40, [
    column('Created', 'date', { unique: 40, span: '2024-03-01..2024-05-30' }),
    column('Component', 'text', { values: 'Reports|Login' }),
    column('Severity', 'text', { values: 'High|Low' }),
  ]),
  patients: table('patients', 40, [
    {
      ...column('admitted', 'date', { unique: 40, values: '2024-03-01', span: '2024-03-01..2024-05-30' }),
      gaps: [{ to: 'discharged', seconds: 259_200 }],
    },
    column('discharged', 'date', { unique: 40, values: '2024-03-01', span: '2024-03-02..2024-06-01' }),
    column('Ward', 'text', { values: 'A|B' }),
  ]),
  runs: table('runs', 40, [
    column('date', 'date', { unique: 40, span: '2024-02-01..2024-08-01' }),
    column('Distance (km)', 'number', { unique: 40, span: '3..21.5', unit: 'km' }),
    column('Score /100', 'number', { unique: 20, isInteger: true, span: '60..100' }),
  ]),
  apartments: table('apartments', 40, [
    column('Listing', 'text', { unique: 40, values: 'A001|A002' }),
    column('District', 'text', { values: 'Hafen|Nordend' }),
    column('Rent (cold)', 'number', { unique: 40, span: '500..2400' }),
    column('Extra costs', 'number', { unique: 12, span: '80..240' }),
  ]),
};

function read(name: string, question: string): string {
  const asked = TABLES[name];
  return asked ? showReading(readQuestion(question, [asked], null)) : '';
}

it.each([
  ['repairs', 'How long does a repair take?', 'repairs > mean(days(brought_in..picked_up))'],
  [
    'repairs',
    'How long do city repairs take?',
    'repairs | where bike == city > mean(days(brought_in..picked_up))',
  ],
  ['repairs', 'Which repair took the longest?', '? took longest'],
  ['repairs', 'Which mechanic takes longest?', '? takes longest'],
  [
    'tickets',
    'Which weekday gets the most orders?',
    'tickets | group weekday(Sold at): count | sort number of rows desc | top 1 > rows',
  ],
  ['tickets', "What's the total?", 'tickets > sum(Total)'],
  ['tickets', 'What did March cost us?', 'tickets | where month-of-year(Sold at) == 3 > sum(Total)'],
  ['bugs', 'How many bugs were reported in May?', 'bugs | where month-of-year(Created) == 5 > count'],
  ['bugs', 'How many defects are there by severity?', 'bugs | group Severity: count > rows'],
  ['runs', 'kilometres per month', 'runs | group month(date): sum(Distance (km)) > rows'],
  ['runs', 'average score', 'runs > mean(Score /100)'],
  ['apartments', 'What is the cheapest flat?', 'apartments | sort Rent (cold) asc | top 1 > rows'],
  ['bugs', 'How many bugs werent in Reports?', 'bugs | where not (Component == Reports) > count'],
  ['bugs', 'In which component are the longest bugs?', '? In which component are the longest bugs'],
  ['renewals', 'How long does a renewal take?', '? How long does'],
  ['tickets', 'How many tickets did we sell?', '? How many tickets did we sell'],
])('%s: %s', (name, question, expected) => {
  expect(read(name, question)).toBe(expected);
});
