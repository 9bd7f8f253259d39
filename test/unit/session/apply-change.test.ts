/** What people do to cells and say to runs, folded. */
import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { findLeft } from '../../../lib/session/cell-versions.ts';
import { createSession, findCell, type Session } from '../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../lib/session/view/cells/find-waiting-cell.ts';
import {
  endRun,
  fold,
  insertCell,
  insertOfRun,
  ranCell,
  replyOf,
  startRun,
} from '../../helpers/session-events.ts';

const insert = (cellId: string, source: string, after?: string | null) =>
  insertCell(cellId, source, { after });
const STEP = { runId: 'r', step: 1 };
const asked: EventBody[] = [startRun('r'), { type: 'step-start', ...STEP }, insertOfRun(STEP, 'c', 'x = 1')];

const order = ({ cells }: Session) => cells.map(({ id }) => id).join(' ');

test('cells are placed after another, first, or last', () => {
  const session = fold(createSession('s'), insert('a', '1'), insert('b', '2'), insert('c', '3', 'a'));
  expect(order(session)).toBe('a c b');
  expect(order(fold(session, insert('d', '4', null)))).toBe('d a c b');
  expect(order(fold(session, insert('d', '4', 'none')))).toBe('a c b d');
  expect(order(fold(session, { type: 'cell-move', cellId: 'a', after: 'b' }))).toBe('c b a');
  expect(order(fold(session, { type: 'cell-move', cellId: 'b', after: null }))).toBe('b a c');
  const left = fold(session, { type: 'cell-delete', cellId: 'c' });
  expect(order(left)).toBe('a b');
  expect(left.changes.map(({ kind, cell }) => `${kind} ${cell.id}`)).toEqual([
    ...['insert a', 'insert b', 'insert c', 'delete c'],
  ]);
  for (const type of ['cell-delete', 'cell-move'] as const)
    expect(order(fold(session, { type, cellId: 'none', after: null }))).toBe('a c b');
});

test('a cell of a run keeps what the run made of it when a person changes it or runs it again', () => {
  const done = fold(createSession('s'), ...asked, ...ranCell('c', 'agent'), endRun('r'));
  expect(done.changes).toEqual([]);
  const agent = findCell(done, 'c');
  expect(agent).toMatchObject({ ranSource: 'x = 1', ranOrder: 1 });
  const edited = fold(done, { type: 'cell-edit', cellId: 'c', source: 'x = 2' });
  expect(findCell(edited, 'c')).toMatchObject({ source: 'x = 2', ranSource: 'x = 1', outputs: [{}] });
  const again = findCell(fold(edited, ...ranCell('c', 'human')), 'c');
  expect(again).toMatchObject({ ranSource: 'x = 2', ranOrder: 2, outputs: [{ text: 'human' }] });
  expect(again && findLeft(again)).toEqual({ ...agent, versions: undefined });
  const { changes } = fold(edited, ...ranCell('c', 'human'));
  expect(changes.map(({ kind, runCount }) => [kind, runCount])).toEqual([
    ['edit', 1],
    ['run', 1],
  ]);
  expect(changes[1]?.cell).toEqual(again);
});

test('a message to a run is a note where it came', () => {
  const steer: EventBody = { type: 'run-steer', runId: 'r', cellId: 'n', step: 1, text: 'Use the median.' };
  const session = fold(createSession('s'), ...asked, ...ranCell('c', ''), steer);
  expect(session.runs[0]?.steers).toEqual([{ text: 'Use the median.', step: 1 }]);
  expect(session.cells.at(-1)).toMatchObject({ role: 'steer', source: 'Use the median.', author: 'human' });
  expect(session.runs[0]?.steps[0]?.cellIds).toEqual(['c']);
});

test('a cell waits for a person’s word, and keeps it', () => {
  const request = { requestId: 'q', reasons: ['It deletes.'], source: 'x = 1' };
  const waiting = fold(createSession('s'), ...asked, { type: 'approval-request', cellId: 'c', ...request });
  expect([isWaitingForPerson(waiting), findCell(waiting, 'c')?.pendingApprovals]).toEqual([true, [request]]);
  const reply = { type: 'approval-reply', cellId: 'c', requestId: 'q', from: 'human' } as const;
  const edited = fold(waiting, { ...reply, decision: 'edit', source: 'x = 2' });
  expect(findCell(edited, 'c')).toMatchObject({
    source: 'x = 2',
    pendingApprovals: [],
    verdict: { decision: 'edit', written: 'x = 1', reasons: ['It deletes.'] },
  });
  expect(isWaitingForPerson(fold(waiting, endRun('r')))).toBe(false);
});

test('a call that waits leaves the cell as it is', () => {
  const call = { requestId: 'q', callId: 'k', reasons: ['A risky tool.'], source: 'send(1)' };
  const waiting = fold(createSession('s'), ...asked, { type: 'approval-request', cellId: 'c', ...call });
  const reply = { type: 'approval-reply', cellId: 'c', requestId: 'q', from: 'human' } as const;
  const cell = findCell(fold(waiting, { ...reply, decision: 'refuse' }), 'c');
  expect([cell?.pendingApprovals, cell?.verdict, cell?.source]).toEqual([[], undefined, 'x = 1']);
});

test('a log from before there were approvals folds to a run without', () => {
  expect(fold(createSession('s'), ...asked, ...replyOf(STEP, '')).runs[0]?.approval).toBe('never');
});
