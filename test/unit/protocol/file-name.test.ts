import { expect, test } from 'vitest';
import { parseFileName, toFileName } from '../../../lib/protocol/files/file-name.ts';

const GOOD = ['data.csv', 'Übersicht 2024 (final).xlsx', '数据.csv', "it's.csv", 'e\u0301.csv'];

test.each(GOOD)('%s is a file name', (name) => {
  expect(parseFileName(name)).toBe(name.normalize('NFC'));
  expect(toFileName(name)).toBe(name.normalize('NFC'));
});

test.each([
  ['', 'it is empty', 'file'],
  [' ', 'it is empty', 'file'],
  ['.', 'it starts with a dot', 'file'],
  ['..', 'it starts with a dot', 'file'],
  ['.env', 'it starts with a dot', 'env'],
  ['notes.', 'it ends with a dot', 'notes'],
  ['a/b', 'it contains “/”', 'a_b'],
  ['a\\b', 'it contains “\\”', 'a_b'],
  ['../x', 'it starts with a dot', '_x'],
  ['a\0b', 'it contains the invisible character U+0000', 'a_b'],
  ['a\nb', 'it contains the invisible character U+000A', 'a_b'],
  ['\u202Efdp.exe', 'it contains the invisible character U+202E', '_fdp.exe'],
  ['10:30 "sales"?.csv', 'it contains “:”', '10_30 _sales__.csv'],
  ['con', 'Windows reserves it for a device', '_con'],
  ['NUL.txt', 'Windows reserves it for a device', '_NUL.txt'],
  ['x'.repeat(201), 'it is longer than 200 bytes', 'x'.repeat(200)],
  [`${'é'.repeat(150)}.csv`, 'it is longer than 200 bytes', `${'é'.repeat(98)}.csv`],
  [`${'x'.repeat(199)}. y`, 'it is longer than 200 bytes', `${'x'.repeat(197)}. y`],
])('%j is refused, and has a name near it', (name, fault, near) => {
  expect(() => parseFileName(name)).toThrow(`cannot be used as a file name: ${fault}.`);
  expect(toFileName(name)).toBe(near);
  expect(parseFileName(near)).toBe(near);
});
