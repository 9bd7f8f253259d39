/** Notebook files that break the format where every other reader takes them. */
import { expect, test } from 'vitest';
import { readSource, toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import { parseJsonWithConstants, writeJsonWithConstants } from '../../../lib/util/json-constants.ts';

const read = (...cells: object[]) =>
  toNotebookFile({ nbformat: 4, cells: cells.map((cell) => ({ cell_type: 'code', ...cell })) });

test.each([null, 7, '', 'a b', undefined])('a cell whose id is %j gets one', (id) => {
  expect(read({ id, source: 'x' }).cells).toMatchObject([{ id: 'cell-1', source: 'x', metadata: {} }]);
});

test.each([
  [['a = 1', 'print(a)'], 'a = 1\nprint(a)'],
  [['def f():', '    return 1', '', 'f()'], 'def f():\n    return 1\n\nf()'],
  [['a = 1\n', 'print(a)'], 'a = 1\nprint(a)'],
  // One end tells that lines have theirs: as nbformat joins it.
  [['x = 1', '0\n', 'x'], 'x = 10\nx'],
  [['a\u2028', 'b'], 'a\u2028b'],
  [['x'], 'x'],
  [[], ''],
  [null, ''],
])('the source %j', (source, text) => {
  const [cell] = read({ source }).cells;
  expect(cell && readSource(cell)).toBe(text);
});

test('NaN and infinities are read and written as Python does, and only where they are numbers', () => {
  const text = '{"a":[NaN,-Infinity,Infinity,1.0,12345678901234567890],"NaN":"NaN \\" Infinity","c\\\\":NaN}';
  const value = parseJsonWithConstants(text);
  expect(value).toMatchObject({ a: [Number.NaN, -Infinity, Infinity, {}, {}], NaN: 'NaN " Infinity' });
  expect(writeJsonWithConstants(value, '')).toBe(text);
  expect(() => parseJsonWithConstants('{"a":NaNs}')).toThrow(SyntaxError);
});
