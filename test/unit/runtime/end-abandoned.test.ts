import { expect, test } from 'vitest';
import { endAbandonedWork } from '../../../lib/runtime/kernels/end-abandoned.ts';
import { isBusy, listActiveRuns } from '../../../lib/session/session.ts';
import { endRun, foldAll, insertCell, startRun } from '../../helpers/session-events.ts';

test('all that a log leaves without an end is ended, however many runs, and each cell once', () => {
  const left = foldAll([
    startRun('r-1'),
    startRun('r-2'),
    endRun('r-2'),
    startRun('r-3'),
    insertCell('c'),
    { type: 'batch-start', scope: 'all', cellIds: ['c'] },
    { type: 'cell-start', cellId: 'c' },
    { type: 'rebuild-start', cellIds: [] },
  ]);
  expect(listActiveRuns(left).map(({ id }) => id)).toEqual(['r-1', 'r-3']);
  const ends = endAbandonedWork(left);
  expect(ends.map(({ type }) => type)).toEqual([
    'cell-end',
    'run-end',
    'run-end',
    'rebuild-end',
    'batch-end',
  ]);
  const ended = foldAll(ends, left);
  expect([listActiveRuns(ended), isBusy(ended), endAbandonedWork(ended)]).toEqual([[], false, []]);
});

test('a cell that waited for approval is not asked about any more', () => {
  const request = { requestId: 'q', reasons: ['It reads files.'], source: 'x' };
  const left = foldAll([insertCell('c'), { type: 'approval-request', cellId: 'c', ...request }]);
  const ends = endAbandonedWork(left);
  expect(ends).toEqual([
    { type: 'approval-reply', cellId: 'c', requestId: 'q', decision: 'refuse', from: 'nobody' },
  ]);
  expect(foldAll(ends, left).cells[0]?.pendingApprovals).toEqual([]);
});
