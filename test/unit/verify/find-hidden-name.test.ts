/** Names that a clean run does not find: which cell defines them. */
import { describe, expect, test } from 'vitest';
import { describeHiddenName, findHiddenName } from '../../../lib/verify/find-hidden-name.ts';

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

  test('a cell that deletes a name does not define it, and the one that needs it is none of the others', () => {
    const deleting = [
      { cell: 1, source: 'df = 1' },
      { cell: 2, source: 'if df:\n    del df' },
      { cell: 3, source: 'n = n + df' },
    ];
    const describe = (name: string) => {
      const error = { ename: 'NameError', evalue: `name '${name}' is not defined` };
      const hidden = findHiddenName(error, 3, deleting);
      return hidden && describeHiddenName(hidden);
    };
    expect(describe('df')).toBe('`df` is defined by cell 1, but was not there in the clean run.');
    expect(describe('n')).toBe('`n` is defined by no other cell.');
  });
});
