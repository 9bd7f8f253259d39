import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findLeft } from '../../../lib/session/cell-versions.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { branchLog } from '../../../lib/session/fold/branch-log.ts';
import { type Cell, createSession, findCell } from '../../../lib/session/session.ts';
import {
  editCell as edit,
  endRun,
  insertCell,
  insertOfRun,
  nameVariables as names,
  ranCell,
  startRun,
  toEvents,
} from '../../helpers/session-events.ts';

const fold = (bodies: readonly EventBody[]) => applyEvents(createSession('s'), toEvents(bodies));

function branch(bodies: readonly EventBody[], cellId: string) {
  const log = branchLog(toEvents(bodies), fold(bodies), cellId);
  const events = toEvents(log.map(({ body }) => body)).map((event, index) => ({
    ...event,
    at: log[index]?.stamp?.at ?? 9999,
  }));
  return { log, session: applyEvents(createSession('s'), events) };
}

const start: EventBody = { type: 'session-start', title: 'T', kernelName: 'python3' };
const insert = (cellId: string, after?: string | null) => insertCell(cellId, cellId, { after });
const ran = (cellId: string, text = cellId) => ranCell(cellId, text);

/** A run with two steps of code and an answer. */
function runOf(runId: string): EventBody[] {
  const step = (index: number, cellId: string, role: 'code' | 'answer' = 'code'): EventBody[] => [
    { type: 'step-start', runId, step: index },
    insertOfRun({ runId, step: index }, cellId, cellId, role),
    ...(role === 'answer' ? [] : ran(cellId)),
  ];
  return [
    startRun(runId, runId),
    ...[...step(1, `${runId}-1`), ...step(2, `${runId}-2`), ...step(3, `${runId}-answer`, 'answer')],
    endRun(runId),
  ];
}

const idsOf = (bodies: readonly EventBody[], cellId: string) =>
  branch(bodies, cellId).session.cells.map(({ id }) => id);

test('has each cell above as it is now, and nothing from below', () => {
  const bodies = [
    ...[start, insert('a'), ...ran('a'), ...runOf('r'), insert('own', 'r-1'), ...ran('own')],
    ...[edit('r-1', 'new'), ...ran('r-1', 'again'), ...runOf('q'), edit('a', 'other'), insert('last')],
  ];
  const { session } = branch(bodies, 'own');
  // Of all starts of cells there are fewer.
  const toShown = ({ ranOrder: _, ...cell }: Cell) => cell;
  expect(session.cells.map(toShown)).toEqual(fold(bodies).cells.slice(0, 4).map(toShown));
  const changed = findCell(session, 'r-1');
  expect(changed && [changed.source, findLeft(changed).source]).toEqual(['new', 'r-1']);
  expect(session.runs.map(({ id, outcome }) => [id, outcome?.status])).toEqual([['r', 'branched']]);
  // What the person did to it afterwards is theirs, not the run's.
  expect(session.changes.map(({ kind, cell }) => `${kind} ${cell.id}`)).toContain('run r-1');
});

test('a run is whole where all its cells are, and ends in its midst at any of them', () => {
  const bodies = [start, ...runOf('r'), ...runOf('q')];
  const task = fold(bodies).cells[0]?.id ?? '';
  const whole = branch(bodies, 'r-answer').session;
  expect(whole.runs).toEqual(fold([start, ...runOf('r')]).runs);
  expect(idsOf(bodies, 'r-2')).toEqual([task, 'r-1', 'r-2']);
  expect(idsOf(bodies, task)).toEqual([task]);
  expect(branch(bodies, task).session.runs[0]).toMatchObject({ steps: [], outcome: { status: 'branched' } });
});

test('a cell among runs without one of its own brings none of them', () => {
  const bodies = [start, ...runOf('r'), insert('top', null), ...ran('top')];
  expect(branch(bodies, 'top').session).toMatchObject({ runs: [], cells: [{ id: 'top', status: 'ok' }] });
});

test('cells keep their order where those between them are gone, or were moved', () => {
  const inserts = [start, insert('a'), insert('b', 'a'), insert('c', 'b'), insert('d', 'c')];
  const bodies: EventBody[] = [
    ...inserts,
    { type: 'cell-delete', cellId: 'b' },
    { type: 'cell-move', cellId: 'd', after: null },
  ];
  expect(idsOf(bodies, 'c')).toEqual(['d', 'a', 'c']);
  expect(idsOf(bodies, 'a')).toEqual(['d', 'a']);
});

test('what only cells below had defined is not called lost', () => {
  const bodies = [start, insert('a'), insert('b'), ...ran('a'), names('x'), ...ran('b'), names('x', 'y')];
  expect(branch(bodies, 'a').session.kernel.lostNames.map(({ name }) => name)).toEqual(['x']);
  expect(branch(bodies, 'b').session.kernel.lostNames.map(({ name }) => name)).toEqual(['x', 'y']);
});

test('nothing is running in it: a running cell, a run, cells in order, cells run again', () => {
  const begun: EventBody[] = [start, insert('a'), { type: 'cell-start', cellId: 'a' }];
  expect(branch(begun, 'a').session.cells[0]?.status).toBe('interrupted');
  const asked: EventBody = {
    ...{ type: 'approval-request', cellId: 'a', requestId: 'q', reasons: [], source: 'a' },
  };
  expect(branch([start, insert('a'), asked], 'a').session.cells[0]?.pendingApprovals).toEqual([]);
  const isOpen = [start, ...runOf('r').slice(0, -1)];
  expect(branch(isOpen, 'r-answer').session.runs[0]?.outcome).toMatchObject({ status: 'branched' });
  const rebuilt: EventBody[] = [
    ...[start, insert('a'), ...ran('a'), insert('b'), ...ran('b')],
    { type: 'rebuild-start', cellIds: ['a', 'b'] },
  ];
  expect(branch(rebuilt, 'a').session.rebuilds).toMatchObject([{ cellIds: ['a'], status: 'stopped' }]);
  const batch: EventBody = { type: 'batch-start', scope: 'all', cellIds: ['a', 'b'] };
  expect(branch([...rebuilt.slice(0, -1), batch], 'a').session.batch).toBeNull();
});

test('copied events keep their times', () => {
  const { log } = branch([start, insert('a'), ...ran('a')], 'a');
  expect(log.map(({ stamp }) => stamp?.at)).toEqual([1000, 1001, 1002, 1003, 1004, undefined]);
});
