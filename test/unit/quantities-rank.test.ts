/** Ranks among lines outside of tables. */
import { expect, test } from 'vitest';
import type { SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkNumbers } from '../helpers/link-numbers.ts';

function link(answer: string, printed: string): string[] {
  const cells: SourceCell[] = [
    { id: 'c1', cell: 1, source: '', outputs: [{ output_type: 'stream', name: 'stdout', text: printed }] },
  ];
  return linkNumbers(answer, cells, '').map(({ text, status }) => `${text}: ${status}`);
}

const VOTES =
  'Okafor   48213  44.72%\nLindquist  45907  42.58%\nBarreto  12388  11.49%\n\ncast 107802 of 171560 (0.628)';
const COUNTS = '214  great tit\n 96  blackbird\n 71  robin\n672 birds, 8 species, 14 walkers';
const OLDEST = 'name  kind  age\nLuna  cat    15';
const TWO = 'name  kind  age\nMilo  dog    15\nLuna  cat    13';

test.each([
  ['Barreto came third.', VOTES, ['third: stated']],
  ['Blackbirds came in 2nd.', COUNTS, ['2nd: stated']],
  ['Blackbirds came in 4th.', COUNTS, ['4th: unclear']],
  ['Max came second.', VOTES.replace('Lindquist', 'Max      '), ['second: stated']],
  ['Rows where kind is cat, highest age first, only the first.', OLDEST, ['first: given', 'first: given']],
  ['Rows where kind is cat or dog, highest age first, only the first 2.', TWO, ['first: given', '2: given']],
  ['Luna, who is a cat, came first.', OLDEST, ['first: unclear']],
  ['Of cats and dogs, Luna came second.', TWO, ['second: stated']],
  ['Highest first, only the first.', 'rows used    240\nfirst place 4164', ['first: given', 'first: given']],
])('%s from %s', (answer, printed, expected) => {
  expect(link(answer, printed)).toEqual(expected);
});
