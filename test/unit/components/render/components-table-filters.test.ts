/** What is typed into a filter of a table, and which rows it leaves of those that the page holds. */
import { expect, test } from 'vitest';
import { findPlaces } from '../../../../components/render/table/source/local-source.ts';
import {
  isUnclear,
  readTypedDate,
  readTypedNumber,
} from '../../../../components/render/table/source/read-typed.ts';
import { type Column, PLAIN_VIEW, type Value } from '../../../../components/render/table/source/table.ts';
import type { ColumnFilter } from '../../../../lib/protocol/tables/table-query.ts';

test.each([
  ['1,5', '1.5'],
  [' 1.5 ', '1.5'],
  ['−2', '-2'],
  ['+3', '3'],
  [',5', '.5'],
  ['0,125', '0.125'],
  ['1234,567', '1234.567'],
  ['1e3', '1e3'],
  ['1,5e-3', '1.5e-3'],
  ['inf', 'inf'],
  ['1,234.5', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ["1'234.5", '1234.5'],
  ['1 234 567,5', '1234567.5'],
  ['12345678901234567890', '12345678901234567890'],
])('the number %j is read as %j', (typed, number) => {
  expect(readTypedNumber(typed)).toBe(number);
});

test.each(['1,234', '-12,345', 'ten', '5 %', '1,2,3', '1.2.3', '1,234,5', '--5', '0x10', 'nan', ','])(
  '%j is not a number, or could be two',
  (typed) => {
    expect(readTypedNumber(typed)).toBeNull();
    expect(isUnclear(typed)).toBe(/\d,\d{3}$/.test(typed));
  },
);

test('dates are read in one order', () => {
  const dates = ['2024', '2024-03', '2024-03-31 10:30', '31.3.2024', '3/4/2024'];
  expect(dates.map(readTypedDate)).toEqual(['2024', '2024-03', '2024-03-31T10:30:00', null, null]);
});

type Ends = Pick<ColumnFilter & { is: 'range' }, 'from' | 'to'>;

/** Positions of the rows within the ends. */
function find(kind: Column['kind'], values: Value[], ends: Ends): number[] {
  const columns = [{ at: 0, path: ['n'], type: '', kind }];
  const rows = values.map((value) => [value]);
  return findPlaces({ columns, rows }, { ...PLAIN_VIEW, filters: [{ column: 0, is: 'range', ...ends }] });
}

test('numbers that are held as text are compared as numbers; what is not one leaves no row', () => {
  const values = ['-inf', -1, '12345678901234567890', 'inf'];
  expect(find('number', values, { from: '5' })).toEqual([2, 3]);
  expect(find('number', values, { to: '5' })).toEqual([0, 1]);
  expect(find('number', values, { to: 'inf' })).toEqual([0, 1, 2, 3]);
  expect([find('number', values, { from: '1,5' }), find('number', values, { to: 'ten' })]).toEqual([[], []]);
});

test('a month or year ends with its last day', () => {
  const days = ['2023-12-31', '2024-01-02', '2024-01-31T10:30:00', '2024-02-01'];
  expect(find('date', days, { from: '2024', to: '2024-01' })).toEqual([1, 2]);
});
