import { expect, test } from 'vitest';
import { findIndexFrom, findText, replaceText, type TextQuery } from '../../../lib/session/find/find-text.ts';

const query = (text: string, options: Partial<TextQuery> = {}): TextQuery => ({
  text,
  matchesCase: false,
  isWholeWord: false,
  isPattern: false,
  ...options,
});
const cells = [
  { id: 'a', source: 'Total = total + 1' },
  { id: 'b', source: 'subtotal = a.b(total)\n# größe_total' },
];
const places = (options: TextQuery) => findText(cells, options).map(({ cellId, from }) => `${cellId}${from}`);

test('finds text by case, by whole words of any language, and by pattern', () => {
  expect(places(query('total'))).toEqual(['a0', 'a8', 'b3', 'b15', 'b30']);
  expect(places(query('total', { matchesCase: true }))).toEqual(['a8', 'b3', 'b15', 'b30']);
  expect(places(query('total', { isWholeWord: true }))).toEqual(['a0', 'a8', 'b15']);
  expect(places(query('a.b('))).toEqual(['b11']);
  expect(places(query('^#.*$', { isPattern: true }))).toEqual(['b22']);
  for (const nothing of [query(''), query('(', { isPattern: true }), query('x*', { isPattern: true })])
    expect(places(nothing)).toEqual([]);
});

test('the next match is the one after a place, in a later cell, or the first of all', () => {
  const matches = findText(cells, query('total'));
  const next = (cellId: string, offset: number) => findIndexFrom(matches, cells, { cellId, offset });
  expect([next('a', 0), next('a', 1), next('a', 9), next('b', 16), next('b', 31)]).toEqual([0, 1, 2, 4, 0]);
});

test('replaces everywhere or at one place, with the groups of a pattern', () => {
  const source = cells[0]?.source ?? '';
  expect(replaceText(source, query('total'), '$&')).toBe('$& = $& + 1');
  expect(replaceText(source, query('total'), 'n', 8)).toBe('Total = n + 1');
  expect(replaceText(source, query('(t)ot(?<rest>al)', { isPattern: true }), '$2$1$$$&$3')).toBe(
    'alT$Total$3 = alt$total$3 + 1',
  );
});

test('finds text in outputs after that of their cell', () => {
  const found = findText([{ id: 'a', source: 'print(x)', output: 'x = 1' }], query('x'));
  expect(found).toEqual([
    { cellId: 'a', from: 6, to: 7 },
    { cellId: 'a', from: 8, to: 9, isOutput: true },
  ]);
});
