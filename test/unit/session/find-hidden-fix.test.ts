/** Which change makes a notebook define again what a clean run did not find, as its log tells. */
import { describe, expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findCellVersion } from '../../../lib/session/cell-versions.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { findHiddenFix } from '../../../lib/session/view/verification/find-hidden-fix.ts';
import {
  editCell as edit,
  foldAll as fold,
  insertCell,
  ranCell,
  startRun,
} from '../../helpers/session-events.ts';

const insert = (cellId: string, source: string, after?: string | null) =>
  insertCell(cellId, source, { after });
const run = (cellId: string) => ranCell(cellId);
const add = (cellId: string, source: string, after?: string | null) => [
  insert(cellId, source, after),
  ...run(cellId),
];
const remove = (cellId: string): EventBody => ({ type: 'cell-delete', cellId });

/** What is needed is `rate`, in the cell `use`; `restore` is followed by the source of its version. */
function describeFix(session: Session): string {
  const fix = findHiddenFix(session, { name: 'rate', cellId: 'use' });
  if (fix === null) return 'none';
  if (fix.kind === 'move-up') return `move-up ${fix.cellId} after ${fix.after}`;
  if (fix.kind === 'put-back') return `put-back ${fix.cellId}`;
  const cell = findCell(session, fix.cellId);
  return `restore ${fix.cellId}: ${cell && findCellVersion(cell, fix.version)?.source}`;
}

const USE = add('use', 'print(rate)');

describe('the change that gives the name again', () => {
  test.each<[string, EventBody[], string]>([
    ['its cell was deleted', [...add('a', 'rate = 2'), ...USE, remove('a')], 'put-back a'],
    [
      'of deleted cells, the last that ran before it',
      [...add('a', 'rate = 1'), ...add('b', 'rate = 2'), ...USE, ...run('a'), remove('a'), remove('b')],
      'put-back b',
    ],
    [
      'a deleted cell that changed its value did not set it',
      [...add('a', 'rate = [2]'), ...add('b', 'rate[0] = 3'), ...USE, remove('b'), remove('a')],
      'put-back a',
    ],
    ['its cell was edited', [...add('a', 'rate = 2'), ...USE, edit('a', 'x = 2')], 'restore a: rate = 2'],
    [
      'its cell was edited twice and run again',
      [...add('a', 'rate = 2'), ...USE, edit('a', 'rate = 3'), edit('a', 'x = 2'), ...run('a')],
      'restore a: rate = 2',
    ],
    [
      'the cell itself set it',
      [...add('use', 'rate = 2\nprint(rate)'), edit('use', 'print(rate)'), ...run('use')],
      'restore use: rate = 2\nprint(rate)',
    ],
    [
      'its cell is below',
      [...add('a', 'rate = 2'), ...add('use', 'print(rate)', null)],
      'move-up a after null',
    ],
    [
      'its cell is below, and another one above',
      [...add('top', 'x = 1'), ...add('a', 'rate = 2'), ...add('use', 'print(rate)', 'top')],
      'move-up a after top',
    ],
    [
      'one below ran later than the deleted one',
      [...add('a', 'rate = 2'), ...USE, ...add('b', 'rate = 3'), remove('a')],
      'put-back a',
    ],
    [
      'a cell below that has not run is better than none',
      [...USE, insert('b', 'rate = 3')],
      'move-up b after null',
    ],
    [
      'it was deleted, and is put back',
      [...add('a', 'rate = 2'), ...USE, remove('a'), { type: 'cell-restore', cellId: 'a', after: null }],
      'none',
    ],
    ['a cell above defines it', [...add('a', 'rate = 2'), ...USE], 'none'],
    ['a cell above only changes it', [...add('a', 'rate.x = 2'), ...USE], 'none'],
    ['nobody knows who set it', USE, 'none'],
    ['an edit that was never run', [insert('a', 'rate = 2'), edit('a', 'x = 2'), ...USE], 'none'],
    ['a note only mentions it', [...add('a', '# rate = 2'), ...USE, remove('a')], 'none'],
    [
      'the cell below needs what is between',
      [...USE, ...add('b', 'base = 1'), ...add('c', 'rate = base + 1'), ...run('use')],
      'none',
    ],
    ['its cell is gone itself', [...add('a', 'rate = 2'), ...USE, remove('a'), remove('use')], 'none'],
    ['a run is in progress', [...add('a', 'rate = 2'), ...USE, remove('a'), startRun('r1')], 'none'],
  ])('%s', (_, bodies, expected) => {
    expect(describeFix(fold(bodies))).toBe(expected);
  });

  test('in a kernel of another language nothing is known', () => {
    const session = fold([...add('a', 'rate = 2'), ...USE, remove('a')]);
    const info = {
      name: 'ir',
      displayName: 'R',
      languageInfo: { name: 'R', version: '4.5' },
      implementation: 'IRkernel 1',
    };
    expect(describeFix({ ...session, kernel: { ...session.kernel, info } })).toBe('none');
  });
});
