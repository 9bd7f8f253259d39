/** Which files of a session are parts of one table. */
import { expect, test } from 'vitest';
import { groupFiles } from '../../../lib/session/view/files/group-files.ts';

const group = (...names: string[]) =>
  groupFiles(names.map((name) => ({ name, bytes: 10 }))).map(({ name, bytes, count }) => [
    name,
    bytes,
    count,
  ]);

test.each([
  ['numbered parts', ['a/part-0001.parquet', 'a/part-0002.parquet'], [['a', 20, 2]]],
  ['parts of Spark', ['a/part-0-1f3c.snappy.parquet', 'a/part-1-9ab0.snappy.parquet'], [['a', 20, 2]]],
  [
    'partitions',
    ['b.csv', 'x/a/y=1/m=01/0.parquet', 'x/a/y=1/m=02/0.parquet'],
    [
      ['b.csv', 10, 1],
      ['x/a', 20, 2],
    ],
  ],
  [
    'tables of several names',
    ['a/customers.parquet', 'a/orders.parquet'],
    [
      ['a/customers.parquet', 10, 1],
      ['a/orders.parquet', 10, 1],
    ],
  ],
  ['one file', ['a/1.parquet'], [['a/1.parquet', 10, 1]]],
  [
    'files that are in no folder',
    ['1.parquet', '2.parquet'],
    [
      ['1.parquet', 10, 1],
      ['2.parquet', 10, 1],
    ],
  ],
])('%s', (_, names, expected) => {
  expect(group(...names)).toEqual(expected);
});
