import { expect, it } from 'vitest';
import { isIdentifier } from '../../lib/analyst/dataset.ts';
import { understand } from '../../lib/analyst/understand.ts';
import { column, plan, RENTALS } from '../helpers/analyst-datasets.ts';

it.each([
  ['average duration of E-Bike rentals', 'summary: mean Duration (min) where Bike type is E-Bike'],
  ['What is the average rating for e-bikes?', 'summary: mean Rating where Bike type is E-Bike'],
  ['total fare of ebikes', 'summary: sum Fare where Bike type is E-Bike'],
  ['average duration of Cargo rentals', 'summary: mean Duration (min) where Bike type is Cargo'],
  ['average fare by bike type', 'groups: mean Fare by Bike type'],
  ['how many e bikes', 'count: where Bike type is E-Bike'],
  [
    'Are rentals longer on weekends than on weekdays?',
    'groups: mean Duration (min) by Start time/day-kind where on weekends or on weekdays',
  ],
  ['average fare on weekends', 'summary: mean Fare where on weekends'],
  ['rentals per weekday', 'groups: count rows by Start time/weekday'],
  ['In which hour do most rentals start?', 'groups: count rows by Start time/hour desc'],
  ['5 most expensive rentals', 'rows: Fare desc 5'],
  ['longest 3 rentals', 'rows: Duration (min) desc 3'],
  ['E-bike rentals longer than 30 minutes', 'count: where Bike type is E-Bike & Duration (min) > 30'],
  ['average duration of rentals over 30 minutes', 'summary: mean Duration (min) where Duration (min) > 30'],
  ['average fare of rentals over 30 minutes', 'summary: mean Fare where Duration (min) > 30'],
  ['rentals between 10 and 20 minutes', 'count: where Duration (min) between 10 and 20'],
  ['How many rentals lasted more than 30 minutes?', 'count: where Duration (min) > 30'],
  ['total fare in oldtown', 'summary: sum Fare where Station is Old Town'],
])('%s', (question, expected) => {
  expect(plan(RENTALS, [question])).toBe(expected);
});

it.each([
  ['average duration of tandem rentals', 'tandem'],
  ['average fare for hover-bikes', 'hover'],
  ['average fare of X-Bike rentals', 'X'],
])('says of "%s" what it does not know', (question, word) => {
  expect(understand(RENTALS, question, []).intent.assumptions).toContain(
    `Nothing in the table matches "${word}", so this was not taken into account.`,
  );
});

it('takes the verb of a comparison for a part of it', () => {
  const { intent } = understand(RENTALS, 'How many rentals lasted at least 30 minutes?', []);
  expect(intent.assumptions).toEqual([]);
});

it.each([
  'Which station gave the most honey on average?',
  'total honey by station',
  'Who is the calmest customer?',
  'Do older bikes have lower fares?',
  'fare per rating by station',
  'average fare by station, without the outliers',
  'How does the fare change over the seasons?',
])('does not answer another question than "%s"', (question) => {
  expect(plan(RENTALS, [question])).toMatch(/^unclear/);
});

it.each([
  ['Top 5 stations by total fare', 'groups: sum Fare by Station desc 5'],
  ['average fare by station', 'groups: mean Fare by Station'],
  ['most common bike type', 'groups: count rows by Bike type desc'],
  ['Which station had the most rentals?', 'groups: count rows by Station desc'],
  ['Which bike type was rented most often?', 'groups: count rows by Bike type desc'],
])('still answers "%s"', (question, expected) => {
  const numbered = {
    ...RENTALS,
    columns: [...RENTALS.columns, column('Grip (1 soft - 5 hard)', 'number', 5, '1|2|5')],
  };
  expect(plan(numbered, [question])).toBe(expected);
});

it('takes "Order No" for a name, and "No of rooms" for a count', () => {
  const isOne = (name: string) => isIdentifier(column(name, 'number', 5, '1|2|5'));
  expect(['No', 'Order No', 'order_nr', 'Room No.'].map(isOne)).toEqual([true, true, true, true]);
  expect(['No of rooms', 'no_of_employees', 'nr_items', 'Piano'].map(isOne)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
