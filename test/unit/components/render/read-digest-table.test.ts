/** A displayed table is drawn from what its kernel wrote into the log. */
import { expect, test } from 'vitest';
import { readDigestTable } from '../../../../components/render/table/source/read-digest-table.ts';
import { describePart } from '../../../../lib/notebook/html-table/describe-size.ts';

test('a digest is a table: its index, the levels of its names, and how much of it is left', () => {
  const table = readDigestTable({
    table: {
      rows: 5000,
      columns: 41,
      dtypes: [
        ["('sales', 'sum')", 'int64'],
        ['day', 'datetime64[ns]'],
      ],
    },
    data: {
      rows: 5000,
      columns: 41,
      index: ['city'],
      levels: ['side', 'var'],
      names: ['sales / sum', 'day'],
      values: [['Oslo', 3, '2024-01-01']],
    },
  });
  expect(table?.columns.map(({ path, kind, type }) => [path, kind, type])).toEqual([
    [['city'], 'text', ''],
    [['sales', 'sum'], 'number', 'int64'],
    [['day'], 'date', 'datetime64[ns]'],
  ]);
  expect(table?.columns[0]?.levelNames).toEqual(['side', 'var']);
  expect(table && describePart({ rows: 1, columns: 2 }, table.total)).toBe(
    '1 of 5,000 rows and 2 of 41 columns',
  );
  const quarters = {
    rows: 2,
    columns: 1,
    index: ['when'],
    names: ['n'],
    values: [
      ['2024-10-01', 1],
      [null, 2],
    ],
  };
  expect(readDigestTable({ data: { ...quarters, periods: { 0: ['2024Q4', null] } } })?.rows).toEqual([
    ['2024Q4', 1],
    [null, 2],
  ]);
  const data = { rows: 1, columns: 1, index: [], names: ['a / b'], values: [[true]] };
  const numbered = readDigestTable({ data });
  expect([numbered?.rows, numbered?.columns[1]?.path, numbered?.columns[1]?.kind]).toEqual([
    [[0, true]],
    ['a / b'],
    'boolean',
  ]);
  // A Series has its type in its text.
  const typeOf = (text: string) => readDigestTable({ data }, text)?.columns[1]?.type;
  expect(typeOf('0    True\nName: a / b, dtype: bool')).toBe('bool');
  expect(typeOf("shape: (1,)\nSeries: 'a / b' [bool]\n[\n\ttrue\n]")).toBe('bool');
});
