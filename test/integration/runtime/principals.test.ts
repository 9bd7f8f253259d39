/** Who caused what: two people and the agents of their runs in one session, through one live session. */
import { expect, test } from 'vitest';
import type { Principal } from '../../../lib/protocol/events/principal.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import type { Session } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();
const ADA: Principal = { kind: 'user', id: 'ada', name: 'Ada' };
const GRACE: Principal = { kind: 'user', id: 'grace', name: 'Grace' };

const findRequest = ({ cells }: Session) => cells.flatMap(({ pendingInputs }) => pendingInputs)[0];

test('each event names who caused it: the one who asks, answers, edits or runs, and the agent of the run', async () => {
  const { runtime, sessionId, until, read, readEvents, store, model } = await openRuntime(
    kernels.provider,
    kernels.workspacesDir,
    [fence('name = input("Name? ")\nprint(name)'), 'Her name is there.', 'Seen by both.'],
  );
  const [ada, grace] = [runtime.as(ADA), runtime.as(GRACE)];
  const first = await ada.runs.start(sessionId, { task: 'Ask for a name.' });
  const asking = await until((session) => findRequest(session) !== undefined);
  await grace.inputs.reply(sessionId, findRequest(asking)?.requestId ?? '', 'Grace');
  await ada.runs.wait(first);
  const cellId = await grace.cells.insert(sessionId, { type: 'code', source: 'print(name)' });
  await ada.cells.execute(sessionId, cellId);
  await ada.cells.wait(sessionId);
  await ada.cells.change(sessionId, cellId, { source: 'print(name, 2)' });
  const second = await grace.runs.start(sessionId, { task: 'Who has seen this?' });
  await grace.runs.wait(second);

  const agent = { kind: 'agent', id: 'scripted' };
  const events = await readEvents();
  const whoDid = (type: string) => events.filter((event) => event.type === type).map(({ by }) => by);
  expect(whoDid('session-start')).toEqual([LOCAL_USER]);
  expect(whoDid('run-start')).toEqual([ADA, GRACE]);
  expect(whoDid('step-start')).toMatchObject([agent, agent, agent]);
  expect(whoDid('input-reply')).toEqual([GRACE]);
  expect(whoDid('cell-insert').slice(-2)).toMatchObject([GRACE, agent]);
  expect(whoDid('cell-edit')).toEqual([ADA]);
  const runs = events.filter((event) => event.type === 'cell-start');
  expect(runs.map(({ by }) => by)).toMatchObject([agent, ADA]);
  expect(whoDid('kernel-status').every(({ kind }) => kind === 'system')).toBe(true);
  expect((await read()).runs.map(({ by }) => by)).toEqual([ADA, GRACE]);
  expect(model.requests).toHaveLength(3);

  // A branch keeps who caused what it copies, and is the work of whoever makes it.
  const { id: branchId } = await grace.sessions.branch(sessionId, { cellId });
  const branch = await store.read(branchId, 0, 10_000);
  expect(branch.filter(({ type }) => type === 'run-start').map(({ by }) => by)).toEqual([ADA]);
  expect(branch.findLast(({ type }) => type === 'session-rename')).toMatchObject({ by: GRACE });
});
