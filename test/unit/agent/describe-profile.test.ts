/** What a model is told of a file whose keys match those of others. */
import { expect, test } from 'vitest';
import { describeProfile } from '../../../lib/agent/prompt/describe-profile.ts';
import { FileHead } from '../../../lib/protocol/tables/file-head.ts';
import type { KeyOverlap } from '../../../lib/protocol/tables/key-overlap.ts';

const column = (name: string) => ({
  name,
  type: 'text',
  isInteger: false,
  missing: 3,
  unique: 90,
  span: null,
  unit: null,
  reading: null,
  values: ['a value', 'another value', 'a third value'],
});

const toHead = (columns: number): FileHead =>
  FileHead.parse({
    format: {
      kind: 'delimited',
      separator: ',',
      decimal: '.',
      encoding: 'utf-8',
      skippedLines: 0,
      hasLongLines: false,
    },
    tables: [
      {
        name: 'head',
        rows: 5_000,
        hiddenColumns: 0,
        columns: Array.from({ length: columns }, (_, at) => column(`column_${at}`)),
      },
    ],
  });

const OVERLAP: KeyOverlap = {
  from: { file: 'orders.csv', table: '', column: 'customer' },
  to: { file: 'shop.db', table: 'customers', column: 'customer no' },
  rows: 5_000,
  isCut: true,
  matched: 1_902,
  looser: [],
  repeated: 0,
  isMixed: false,
};

test('rows that match keys of another file are counted in a line', () => {
  const tell = (overlap: Partial<KeyOverlap>) =>
    describeProfile(toHead(1), [{ ...OVERLAP, ...overlap }])
      .split('\n')
      .at(-1);
  const looser = [
    { how: 'blanks', rows: 1 },
    { how: 'zeros', rows: 1_574 },
  ] as const;
  expect(tell({ looser: [...looser], isMixed: true, repeated: 1 })).toBe(
    '1,902 of the first 5,000 rows have their customer in shop.db (customers."customer no"); 1 more would without regard to blanks; 1,574 more would without regard to leading zeros; one column has numbers, the other text; 1 row there repeats a value',
  );
  expect(tell({ matched: 5_000 })).toBe(
    'all of the first 5,000 rows have their customer in shop.db (customers."customer no")',
  );
  expect(tell({ matched: 40, rows: 40, isCut: false, repeated: 2 })).toBe(
    'all 40 rows have their customer in shop.db (customers."customer no"); 2 rows there repeat a value',
  );
});

test('a profile with such lines is about as long as one without', () => {
  const overlaps = Array.from({ length: 12 }, () => OVERLAP);
  const text = describeProfile(toHead(40), overlaps);
  expect(text.split('\n').filter((line) => line.includes('have their customer'))).toHaveLength(6);
  expect(text).toContain('column_39');
  expect(text.length).toBeLessThan(1_300);
});

test('a file that is too large for memory comes with the code that queries it, and with all of its rows', () => {
  const query = 'duckdb.sql("from \'events/**/*.parquet\'")';
  const head = FileHead.parse({
    ...toHead(2),
    format: { kind: 'parquet' },
    rowCount: 600_000_000,
    large: { bytes: 52_600_000_000, memoryBytes: 4_300_000_000, query },
  });
  expect(describeProfile(head)).toBe(
    `too large for memory: do not load it whole; query it instead, as in \`${query}\` (about 52.6 GB as a table, of which loading takes twice; the kernel may take 4.3 GB)
600,000,000 rows, of which the first 5,000 were read, 2 columns
column_0 text, 90 distinct, such as "a value", "another value", "a third value", 3 missing; column_1 text, 90 distinct, such as "a value", "another value", "a third value", 3 missing`,
  );
});
