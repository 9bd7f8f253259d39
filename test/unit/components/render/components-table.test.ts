/** Tables of the page: what they are made of, which part of them is drawn, and what is copied. */
import { describe, expect, test } from 'vitest';
import { describeBriefly } from '../../../../components/render/table/describe/describe-facts.ts';
import { TABLE_TEXTS } from '../../../../components/render/table/describe/table-texts.ts';
import { describeReading, describeRows } from '../../../../components/render/table/foot/table-foot.tsx';
import { nextSorting } from '../../../../components/render/table/grid/grid-head.tsx';
import { chooseFormat, formatValue } from '../../../../components/render/table/source/format-value.ts';
import { createKernelSource } from '../../../../components/render/table/source/kernel-source.ts';
import {
  createLocalSource,
  findPlaces,
  type HeldTable,
} from '../../../../components/render/table/source/local-source.ts';
import { matchesFilter } from '../../../../components/render/table/source/matches-filter.ts';
import { type Column, PLAIN_VIEW, type TableView } from '../../../../components/render/table/source/table.ts';
import { toValue } from '../../../../components/render/table/source/table-pieces.ts';
import type { RowReader } from '../../../../components/render/table/source/table-source.ts';
import { writeCsv, writeMarkdown, writeTsv } from '../../../../components/render/table/source/write-table.ts';
import { placeColumns, toColumnWindow } from '../../../../components/render/table/state/column-window.ts';
import { findMove } from '../../../../components/render/table/state/grid-place.ts';
import { toBodyPx, toRowWindow, toScrollTop } from '../../../../components/render/table/state/row-window.ts';
import type { TablePage } from '../../../../lib/protocol/tables/table-page.ts';
import type { TableSummary } from '../../../../lib/protocol/tables/table-summary.ts';
import { AppError } from '../../../../lib/util/app-error.ts';

const toColumn = (at: number, name: string, kind: Column['kind'] = 'text', decimals?: number): Column => ({
  at,
  path: name === '' ? [] : [name],
  type: '',
  kind,
  decimals,
});

const SALES: HeldTable = {
  columns: [
    toColumn(-1, '', 'number'),
    toColumn(0, 'n', 'number'),
    toColumn(1, 's'),
    toColumn(2, 'day', 'date'),
  ],
  rows: [
    [0, 10, 'b', '2024-01-02'],
    [1, 9.5, 'a10', '2024-01-03T10:30:00'],
    [2, null, 'a9', null],
    [3, -1e3, '', '2023-12-31'],
    [4, Infinity, 'a9', '2024-02-01'],
  ],
  total: { rows: 5, columns: 3 },
};

describe('a table that the page holds', () => {
  const list = (view: Partial<TableView>) => findPlaces(SALES, { ...PLAIN_VIEW, ...view });
  const sort = (at: number, order: 'ascending' | 'descending') => list({ sorting: { at, order } });

  test('sorts numbers by value and text naturally: missing values last both ways, equal ones in their order', () => {
    expect(sort(0, 'ascending')).toEqual([3, 1, 0, 4, 2]);
    expect(sort(0, 'descending')).toEqual([4, 0, 1, 3, 2]);
    expect(sort(1, 'ascending')).toEqual([3, 2, 4, 1, 0]);
    expect(sort(-1, 'descending')).toEqual([4, 3, 2, 1, 0]);
  });

  test('filters as the kernel does, and searches all of a row', () => {
    expect(list({ filters: [{ column: 0, is: 'range', from: '9.5', to: '10' }] })).toEqual([0, 1]);
    expect(list({ filters: [{ column: 0, is: 'range', from: '10' }] })).toEqual([0, 4]);
    expect(list({ filters: [{ column: 1, is: 'contains', text: 'A' }] })).toEqual([1, 2, 4]);
    expect(list({ filters: [{ column: 1, is: 'equals', text: 'A9' }] })).toEqual([]);
    expect(list({ filters: [{ column: 1, is: 'one-of', texts: ['b', 'a9'] }] })).toEqual([0, 2, 4]);
    expect(list({ filters: [{ column: 1, is: 'empty' }] })).toEqual([3]);
    expect(list({ filters: [{ column: 0, is: 'empty' }] })).toEqual([2]);
    expect(list({ filters: [{ column: 0, is: 'one-of', texts: [null] }] })).toEqual([2]);
    // The last day belongs to a range.
    expect(list({ filters: [{ column: 2, is: 'range', from: '2024-01-01', to: '2024-01-03' }] })).toEqual([
      0, 1,
    ]);
    expect(list({ search: '2024-01' })).toEqual([0, 1]);
    expect(list({ search: 'A9', filters: [{ column: 0, is: 'not-empty' }] })).toEqual([4]);
  });

  test('sums up what a column holds', () => {
    const reader = createLocalSource({ ...SALES, total: { rows: 9, columns: 3 } }).open(PLAIN_VIEW);
    expect(reader.facts(2)).toMatchObject({ count: 5, missing: 0, distinct: 4, of: 'left' });
    expect(reader.facts(2)?.frequent?.[0]).toEqual({ text: 'a9', count: 2 });
    expect(reader.facts(3)).toMatchObject({ missing: 1, min: '2023-12-31', max: '2024-02-01' });
    expect(reader.facts(3)?.bars?.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  test('another press on a name sorts the other way, then not at all', () => {
    const up = nextSorting(null, 1);
    const down = nextSorting(up, 1);
    expect([up?.order, down?.order, nextSorting(down, 1)]).toEqual(['ascending', 'descending', null]);
    expect(nextSorting(down, 2)).toEqual({ at: 2, order: 'ascending' });
  });
});

test('while rows are searched for, what is said is of the rows that are still shown', () => {
  const source = createLocalSource(SALES);
  const reader = source.open(PLAIN_VIEW);
  const view: TableView = { ...PLAIN_VIEW, search: 'a' };
  const shown = { source, reader, rowCount: SALES.rows.length, isWaiting: true };
  const selection = { anchor: { row: -1, column: 0 }, head: { row: -1, column: 0 } };
  const say = (shownView: TableView) => describeRows({ ...shown, shownView, selection }, false);
  expect(say(PLAIN_VIEW)).not.toContain('match');
  expect(say(view)).toContain('match');
});

describe('values as they are written', () => {
  const write = (values: (number | null)[], column = toColumn(0, 'price', 'number')) => {
    const format = chooseFormat(column, values);
    return values.map((value) => formatValue(value, format));
  };

  test('a column has the same decimals in all rows, and thousands are separated', () => {
    expect(write([1, 2.5, 1234567.25])).toEqual(['1.00', '2.50', '1,234,567.25']);
    expect(write([3, 12, null])).toEqual(['3', '12', '']);
    expect(write([0.1234567, 0.5])).toEqual(['0.123457', '0.500000']);
    expect(write([1, 2], toColumn(0, 'price', 'number', 2))).toEqual(['1.00', '2.00']);
  });

  test('large and small numbers have an exponent, zero keeps its sign, and rounding is admitted', () => {
    const large = [1.123456789, 1e300, -0, 12345678901, -1.23456789e17];
    expect(write(large)).toEqual(['1.123456789', '1e+300', '-0.0', '12,345,678,901', '-1.234568e+17']);
    expect(write([1.23456789e-7, 2e-8])).toEqual(['1.234568e-7', '2e-8']);
    expect(write([-0, 1.5])).toEqual(['-0.0', '1.5']);
    const column = toColumn(0, 'x', 'number');
    expect(chooseFormat(column, [0.123456789]).isRounded).toBe(true);
    expect(chooseFormat(column, [0.125]).isRounded).toBe(false);
    expect(chooseFormat(column, [1e300, 123456789.123]).isRounded).toBe(false);
    expect(chooseFormat(column, [1e300, 123456789.12345679]).isRounded).toBe(true);
    expect(write([1e300, 0.1 + 0.2])).toEqual(['1e+300', '0.3']);
    expect(matchesFilter(0.1 + 0.2, { column: 0, is: 'equals', text: '0.3' }, 'number')).toBe(true);
    expect(chooseFormat(column, [1.23456789e-7]).isRounded).toBe(true);
    expect(chooseFormat({ ...column, decimals: 4, isRounded: true }, [1 / 3]).isRounded).toBe(true);
    const sampled = { count: 1000, missing: 251, distinct: 40, of: 'sample' } as const;
    const text = { ...column, type: 'str', kind: 'text' } as const;
    expect(describeBriefly(text, sampled, '')).toBe('str · about 25% missing · at least 40 distinct');
    expect(describeBriefly({ ...column, type: 'float64' }, undefined, TABLE_TEXTS.rounded(4))).toBe(
      'float64 · rounded to 4 decimals',
    );
  });

  test('thousands are separated in each column of amounts, as no year has decimals', () => {
    expect(write([3496.17, 129.38])).toEqual(['3,496.17', '129.38']);
    expect(write([13_984.67, 776.29])).toEqual(['13,984.67', '776.29']);
  });

  test('years, numbers that name things, and labels of rows are not separated', () => {
    expect(write([1999, 2024], toColumn(0, 'when', 'number'))).toEqual(['1999', '2024']);
    expect(write([104_233], toColumn(0, 'customer_id', 'number'))).toEqual(['104233']);
    expect(write([104_233], toColumn(-1, '', 'number'))).toEqual(['104233']);
  });

  test('what rounding would make zero, and what is infinite, is written as it is', () => {
    expect(write([1000.5, 0.000001])).toEqual(['1,000.50', '1e-6']);
    expect(write([Infinity, 1.5])).toEqual(['inf', '1.5']);
    expect(write([2e-9, 3e20])).toEqual(['2e-9', '3e+20']);
  });

  test('text is a number only where it stays the same number', () => {
    expect(toValue('1.50', 'number')).toBe(1.5);
    expect(toValue('12345678901234567890', 'number')).toBe('12345678901234567890');
    expect([toValue('7', 'text'), toValue(null, 'number')]).toEqual(['7', null]);
  });
});

describe('which part of a large table is drawn', () => {
  const space = { rowCount: 1_000_000, rowPx: 30, viewPx: 300 };

  test('a few rows around those in view, also of more rows than a browser can scroll', () => {
    expect(toRowWindow({ ...space, rowCount: 1000 }, 3000)).toEqual({ first: 92, end: 118, shiftPx: 0 });
    expect(toBodyPx(space)).toBeLessThan(17_000_000);
    const last = toRowWindow(space, toBodyPx(space) - 300);
    expect(last.end).toBe(1_000_000);
    // The last row ends where the scrolled part does.
    expect(1_000_000 * 30 + last.shiftPx).toBeCloseTo(toBodyPx(space), 3);
  });

  test.each([0, 1, 499_999, 999_999])('scrolling to row %i shows it', (row) => {
    const top = toScrollTop(space, 0, row);
    const { first, end, shiftPx } = toRowWindow(space, top);
    expect(first <= row && row < end).toBe(true);
    const y = row * 30 + shiftPx - top;
    expect(y).toBeGreaterThanOrEqual(-0.01);
    expect(y + 30).toBeLessThanOrEqual(300.01);
  });

  test('pinned columns, and of the others those in view', () => {
    const widths = Array.from({ length: 100 }, () => 100);
    const places = placeColumns(widths, new Set([0, 50]));
    expect(places.slice(0, 3).map(({ index }) => index)).toEqual([0, 50, 1]);
    const view = { scrollLeft: 5000, viewPx: 500 };
    const { pinned, drawn, skipped, gapPx, endPx } = toColumnWindow(places, view);
    expect(pinned.map(({ index }) => index)).toEqual([0, 50]);
    expect(drawn.length).toBeLessThan(15);
    expect([gapPx, endPx]).toEqual([skipped * 100, (98 - skipped - drawn.length) * 100]);
  });

  test('keys lead to neighbors, ends and pages, and into the heading', () => {
    const size = { rowCount: 100, columnCount: 5, pageRows: 10 };
    const go = (key: string, isMod = false) => findMove({ row: 3, column: 2 }, { key, isMod }, size);
    expect(go('ArrowDown')).toEqual({ row: 4, column: 2 });
    expect(go('PageUp')).toEqual({ row: 0, column: 2 });
    expect(go('End')).toEqual({ row: 3, column: 4 });
    expect(go('Home', true)).toEqual({ row: 0, column: 0 });
    expect(go('End', true)).toEqual({ row: 99, column: 4 });
    expect(go('x')).toBeNull();
    const up = findMove({ row: 0, column: 0 }, { key: 'ArrowUp', isMod: false }, size);
    expect(up).toEqual({ row: -1, column: 0 });
  });
});

describe('a table that a kernel holds', () => {
  const COLUMNS = 50;
  const ROWS = 1000;
  const NUMBER = { type: 'int64', kind: 'number', isNumeric: true } as const;

  function openTable(rowCount = ROWS) {
    const asked: string[] = [];
    const state = { failure: null as AppError | null, ofFile: {} as Partial<TablePage> };
    const source = createKernelSource({
      readPage: async ({ search }, { rowOffset, columnOffset }): Promise<TablePage> => {
        asked.push(`${search} ${rowOffset} ${columnOffset}`);
        if (state.failure) throw state.failure;
        const ats = Array.from(
          { length: Math.min(40, COLUMNS - columnOffset) },
          (_, at) => columnOffset + at,
        );
        const places = Array.from({ length: 100 }, (_, at) => rowOffset + at);
        return {
          columns: ats.map((at) => ({ name: `c${at}`, ...NUMBER })),
          index: [null],
          rows: places.map((position) => ({
            position,
            labels: [String(position)],
            values: ats.map((at) => String(position * COLUMNS + at)),
          })),
          rowCount,
          matchCount: search === '' ? rowCount : 100,
          columnCount: COLUMNS,
          rowOffset,
          columnOffset,
          ...state.ofFile,
        };
      },
      summarize: async (_, columnOffset): Promise<TableSummary> => ({
        columns: [{ name: 'c', ...NUMBER, missing: 7, distinct: 3 }],
        columnCount: COLUMNS,
        columnOffset,
        matchCount: ROWS,
        sampledRows: null,
      }),
    });
    const load = (reader: RowReader, [first, end]: [number, number], indexes: number[]) =>
      reader.load({ first, end }, indexes, new AbortController().signal);
    return { source, asked, state, load };
  }

  test('is read in the pieces that are looked at, each once', async () => {
    const { source, asked, load } = openTable();
    const reader = source.open(PLAIN_VIEW);
    await load(reader, [0, 10], [0, 1, 2, 3, 4]);
    expect([source.columns.length, source.total, reader.rowCount]).toEqual([
      51,
      { rows: 1000, columns: 50 },
      1000,
    ]);
    expect([reader.value(3, 0), reader.value(3, 1)]).toEqual([3, 150]);
    expect([reader.value(3, 50), reader.value(300, 1)]).toEqual([undefined, undefined]);
    // The last column is in another piece; until it is here, it has no name.
    expect(source.columns[50]?.path).toEqual([]);
    const rows = await load(reader, [195, 205], [1, 50, 0]);
    expect([rows.length, rows[0], rows[9]]).toEqual([10, [9750, 9799, 195], [10_200, 10_249, 204]]);
    expect([reader.value(204, 50), reader.place(204)]).toEqual([204 * 50 + 49, 204]);
    expect(source.columns[50]?.path).toEqual(['c49']);
    expect(asked).toEqual([' 0 0', ' 100 0', ' 100 40', ' 200 0', ' 200 40']);
    await load(reader, [195, 205], [1, 50]);
    expect(asked).toHaveLength(5);
  });

  test('more rows than are kept are read once each, and what is in view stays', async () => {
    const { source, asked, load } = openTable(50_000);
    const reader = source.open(PLAIN_VIEW);
    await load(reader, [0, 10], [1]);
    const rows = await load(reader, [50, 49_950], [1]);
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([49_900, [2500], [49_949 * COLUMNS]]);
    expect([asked.length, reader.value(3, 1)]).toEqual([500, 150]);
  });

  test('rows of a large file that were not read are not counted as searched, and a note says so', async () => {
    const { source, state, load } = openTable();
    state.ofFile = { readRows: ROWS, rowCount: 10_000_000, note: 'Read with semicolons.' };
    const reader = source.open(PLAIN_VIEW);
    await load(reader, [0, 1], [0]);
    const first = TABLE_TEXTS.firstRead(ROWS, 10_000_000);
    expect([describeReading(source), source.total.rows]).toEqual([`${first} Read with semicolons.`, ROWS]);
    reader.want({ rows: { first: 0, end: 1 }, columns: { first: 0, end: 1 }, hasFacts: true });
    await expect.poll(() => reader.facts(1)?.of).toBe('read');
    const shownView = { ...PLAIN_VIEW, search: 'x' };
    const found = source.open(shownView);
    await load(found, [0, 1], [0]);
    const selection = { anchor: { row: -1, column: 0 }, head: { row: -1, column: 0 } };
    const shown = { source, reader: found, rowCount: 100, isWaiting: false, shownView, selection };
    expect(describeRows(shown, false)).toContain(TABLE_TEXTS.matches(100, '1,000 rows'));
  });

  test('what has left the view before it was asked for is not asked for', async () => {
    const { source, asked } = openTable();
    const reader = source.open(PLAIN_VIEW);
    const wish = (first: number, hasFacts = false) =>
      reader.want({ rows: { first, end: first + 10 }, columns: { first: 0, end: 5 }, hasFacts });
    wish(0);
    for (const first of [300, 500, 700]) wish(first);
    wish(900, true);
    await expect.poll(() => reader.facts(1)?.missing).toBe(7);
    expect(asked).toEqual([' 0 0', ' 900 0']);
  });

  test('a failure is said and can be tried again; a table that is gone is gone', async () => {
    const { source, state } = openTable();
    const reader = source.open(PLAIN_VIEW);
    const first = { rows: { first: 0, end: 1 }, columns: { first: 0, end: 1 }, hasFacts: false };
    state.failure = new AppError('conflict', 'The kernel is busy.');
    reader.want(first);
    await expect.poll(() => reader.failure).toBe('The kernel is busy.');
    expect(source.isGone).toBe(false);
    state.failure = null;
    reader.retry();
    await expect.poll(() => reader.rowCount).toBe(1000);
    expect(reader.failure).toBe('');
    state.failure = new AppError('gone', 'The kernel no longer has this table.');
    source.open({ ...PLAIN_VIEW, search: 'x' }).want(first);
    await expect.poll(() => source.isGone).toBe(true);
  });
});

describe('a table for other programs', () => {
  const columns = [toColumn(-1, '', 'number'), toColumn(0, 'a,b'), toColumn(1, 'c', 'number')];
  const rows = [
    [0, 'say "hi"', 1.5],
    [1, 'two\nlines', null],
    [2, 'p|q', -2],
  ];

  test('CSV quotes what must be quoted; a missing value is empty', () => {
    expect(writeCsv(columns, rows)).toBe(',"a,b",c\n0,"say ""hi""",1.5\n1,"two\nlines",\n2,p|q,-2\n');
  });

  test('Markdown keeps the columns and aligns numbers', () => {
    expect(writeMarkdown(columns, rows)).toBe(
      '|  | a,b | c |\n| ---: | --- | ---: |\n| 0 | say "hi" | 1.5 |\n| 1 | two lines |  |\n| 2 | p\\|q | -2 |\n',
    );
  });

  test('tabs and line ends cannot move a cell', () => {
    expect(writeTsv(columns, rows)).toBe('\ta,b\tc\n0\tsay "hi"\t1.5\n1\ttwo lines\t\n2\tp|q\t-2');
  });
});
