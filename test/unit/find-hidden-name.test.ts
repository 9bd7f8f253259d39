/** Names that a clean run does not find: which cell defines them. */
import { describe, expect, test } from 'vitest';
import { findHiddenName } from '../../lib/verify/find-hidden-name.ts';

describe('hidden names', () => {
  const cells = [
    { cell: 1, source: 'import os' },
    { cell: 3, source: 'total = rate * 2' },
    { cell: 4, source: 'print(total, rate)' },
    { cell: 6, source: 'def late():\n    own = 1\n    return own' },
  ];
  const find = (name: string, at: number, ename = 'NameError') =>
    findHiddenName({ ename, evalue: `name '${name}' is not defined` }, at, cells);

  test('by no cell, by a later one, by an earlier one', () => {
    expect(find('rate', 3)).toEqual({ name: 'rate', definedBy: 'none', cell: null });
    expect(find('late', 3)).toEqual({ name: 'late', definedBy: 'later', cell: 6 });
    expect(find('total', 4)).toEqual({ name: 'total', definedBy: 'earlier', cell: 3 });
    expect(find('own', 3)).toMatchObject({ definedBy: 'none' });
    expect(find('rate', 3, 'KeyError')).toBeNull();
  });
});
