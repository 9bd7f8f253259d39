/** Several ways as the user writes them. */
import { expect, test } from 'vitest';
import { resizeWays, toWayRequest } from '../../../components/ask/ways/way-drafts.ts';
import { DEFAULT_WAYS } from '../../../lib/protocol/ways/default-ways.ts';

test('a default instruction keeps its name, and words of the user take it away', () => {
  const [first, second, third] = resizeWays();
  const changed = [
    first,
    { place: 2, instruction: ' Use medians. ', model: 'm' },
    { place: 3, instruction: '', model: '' },
  ];
  expect(changed.flatMap((way) => (way ? toWayRequest(way) : []))).toEqual([
    { name: 'Direct', instruction: DEFAULT_WAYS[0].instruction },
    { name: 'Way 2', instruction: 'Use medians.', model: 'm' },
    { name: 'Way 3', instruction: '' },
  ]);
  expect([second, third].map((way) => way?.model)).toEqual(['', '']);
});

test('another number keeps what was written', () => {
  const own = { place: 1, instruction: 'Use medians.', model: '' };
  expect(resizeWays(2, [own])).toEqual([
    own,
    { place: 2, instruction: DEFAULT_WAYS[1].instruction, model: '' },
  ]);
  expect(resizeWays(5)).toHaveLength(5);
  expect(resizeWays(2, resizeWays(5))).toHaveLength(2);
});
