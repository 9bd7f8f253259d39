import { expect, test } from 'vitest';
import { type BrokenCell, describeFindings } from '../../../lib/agent/review/describe-findings.ts';

const ID = 'cell-0123456789abcdef0123456789abcdef';

const differing = (texts: string[], count = texts.length): BrokenCell => ({
  cell: 4,
  cellId: ID,
  verdict: 'differs',
  differences: texts.map((text) => ({ place: 'line 1', text })),
  differenceCount: count,
});

test('nothing found says nothing', () => {
  expect(describeFindings({ numbers: [], cells: [] })).toBe('');
});

test('numbers are written as in the answer, and cells are named by what came of them', () => {
  const failed: BrokenCell = { ...differing([]), verdict: 'failed', reason: 'KeyError:  x\ny' };
  const lines = describeFindings({
    numbers: ['53.18', '1,204 kg'],
    cells: [failed, differing(['a', 'b'])],
  });
  expect(lines.split('\n')).toEqual([
    'Not in any output: “53.18”, “1,204 kg”. Print each of them in a cell, computed from the data, say that it is assumed, or leave it out.',
    'From a clean start, cell 4 (ID 01234567) fails: KeyError: x y.',
    'From a clean start, cell 4 (ID 01234567) shows something else: a; b.',
    expect.stringMatching(/^Replace what is needed so that/),
  ]);
});

test('one cell more than are listed is one', () => {
  const cells = Array.from({ length: 6 }, () => differing(['a']));
  expect(describeFindings({ numbers: [], cells })).toContain('The same holds for 1 more cell.');
});

test('of very many, the first are listed', () => {
  const numbers = Array.from({ length: 300 }, (_, index) => `${index}.25`);
  const cells = Array.from({ length: 40 }, () => differing(['x'.repeat(3000), 'b', 'c'], 900));
  const text = describeFindings({ numbers, cells });
  expect(text).toContain('“19.25”, 280 more.');
  expect(text).toContain('The same holds for 35 more cells.');
  expect(text.length).toBeLessThan(3500);
});
