/** Cells that wait for their turn, as folded. */
import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { createSession, findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { findDueSource, listWaitingCells } from '../../../lib/session/view/cells/list-waiting-cells.ts';
import { editCell as edit, insertCell, startRun, toEvents } from '../../helpers/session-events.ts';

const fold = (bodies: EventBody[], from = createSession('s')): Session =>
  applyEvents(from, toEvents(bodies, from.seq));
const insert = (cellId: string) => insertCell(cellId, `${cellId} = 1`);
const add = (entryId: string, ...cellIds: string[]): EventBody => ({ type: 'queue-add', entryId, cellIds });
const end = (cellId: string): EventBody => ({ type: 'cell-end', cellId, status: 'ok', executionCount: 1 });
const notebook = fold([...['a', 'b', 'c', 'd'].map(insert), { type: 'cell-start', cellId: 'a' }]);

test('a cell waits with the code that it was queued with, keeps its place when run again, and leaves when it begins', () => {
  const queued = fold([add('w1', 'b'), add('w2', 'c'), edit('b', 'b = 2')], notebook);
  expect(listWaitingCells(queued)).toEqual(['b', 'c']);
  expect(findDueSource(queued, 'b', 'w1')).toBe('b = 1');
  const again = fold([add('w3', 'b')], queued);
  expect([listWaitingCells(again), findDueSource(again, 'b', 'w1')]).toEqual([['b', 'c'], 'b = 2']);

  const begun = fold([end('a'), { type: 'cell-start', cellId: 'b', entryId: 'w1' }], queued);
  expect(findCell(begun, 'b')).toMatchObject({ source: 'b = 2', ranSource: 'b = 1', status: 'running' });
  expect(listWaitingCells(begun)).toEqual(['c']);
  const ended = fold([end('b')], begun);
  expect(isBusy(ended)).toBe(true);
  expect(isBusy(fold([{ type: 'cell-delete', cellId: 'c' }], ended))).toBe(false);
});

test('a cell that leaves says why until it is queued, run, or changed; a batch loses only what has not begun', () => {
  const out = (...cellIds: string[]): EventBody => ({ type: 'queue-remove', cellIds, reason: 'failure' });
  const left = fold([add('w1', 'b'), add('w2', 'c'), out('b', 'c')], notebook);
  expect([left.queue, findCell(left, 'b')?.leftQueue]).toEqual([[], { reason: 'failure', by: LOCAL_USER }]);
  for (const next of [add('w3', 'b'), edit('b', ''), { type: 'cell-start', cellId: 'b' } as const])
    expect(findCell(fold([next], left), 'b')?.leftQueue).toBeUndefined();

  const start: EventBody = { type: 'batch-start', scope: 'all', cellIds: ['a', 'b', 'c'] };
  const batch = fold([end('a'), start, { type: 'cell-start', cellId: 'a' }], notebook);
  expect(listWaitingCells(fold([add('w1', 'd')], batch))).toEqual(['b', 'c', 'd']);
  const less = fold([out('a', 'b')], batch);
  expect([less.batch?.cellIds, listWaitingCells(less)]).toEqual([['a', 'c'], ['c']]);
});

test('during a run, a cell that waited is the user’s, and one that did not is the run’s', () => {
  const run = fold(
    [
      end('a'),
      startRun('r'),
      { type: 'step-start', runId: 'r', step: 1 },
      add('w1', 'b'),
      { type: 'cell-start', cellId: 'b', entryId: 'w1' },
      end('b'),
      { type: 'cell-start', cellId: 'c' },
      end('c'),
    ],
    notebook,
  );
  const during = run.changes.filter(({ step }) => step !== undefined);
  expect(during).toMatchObject([{ kind: 'run', cell: { id: 'b' }, runCount: 1, step: 1 }]);
});
