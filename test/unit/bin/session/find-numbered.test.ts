import { expect, test } from 'vitest';
import { findNumbered } from '../../../../bin/session/find-numbered.ts';
import type { EventBody } from '../../../../lib/protocol/events/event.ts';
import { foldAll as fold, insertCell, loseKernel, ranCell } from '../../../helpers/session-events.ts';

const cell = (cellId: string, source: string, executionCount = 1) => [
  insertCell(cellId, source),
  ...ranCell(cellId, undefined, { executionCount }),
];
const lost = loseKernel('Gone.');

test('a number means the cell that the kernel has run, then one that was not undone, and else there is a choice', () => {
  const back: EventBody = {
    type: 'kernel-status',
    status: 'idle',
    stateLost: true,
    back: { cellId: 'b', files: { names: [], count: 0 } },
  };
  const undone = [...cell('a', 'x = 1'), ...cell('b', 'y = 1', 2), back];
  const session = fold([...undone, ...cell('c', 'y = 2', 2)]);
  expect(findNumbered(session, '2')).toBe('c');
  expect(findNumbered(session, 'b')).toBe('b');
  expect(findNumbered(fold(undone), '2')).toBe('b');
  expect(findNumbered(fold([lost], session), '2')).toBe('c');
  expect(() => findNumbered(session, '7')).toThrow('no cell In [7]');
  const both = fold([lost, ...cell('d', 'y = 3', 2), lost], session);
  expect(() => findNumbered(both, '2')).toThrow(
    'Several cells are In [2]. Write the ID of one: c (y = 2), d (y = 3).',
  );
});
