/** Code that a program runs for the user, and the user's word on it. */
import { expect, test } from 'vitest';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();
const PROGRAM = { ...LOCAL_USER, via: 'Program' };
const RISKY = 'import os\nprint(os.environ.get("NONE", "asked"))';

const findRequest = ({ cells }: Session) => cells.flatMap(({ pendingApprovals }) => pendingApprovals)[0];

async function openCareful(mode: 'never' | 'risky' | 'always') {
  const opened = await openRuntime(kernels.provider, kernels.workspacesDir, ['Nothing to do.']);
  const { runtime, sessionId } = opened;
  await runtime.runs.wait(await runtime.runs.start(sessionId, { task: 'Wait.', approval: mode }));
  return { ...opened, program: runtime.as(PROGRAM) };
}

test('the notebook’s mode holds code of a program, and not the user’s own', async () => {
  const { runtime, program, sessionId, until, read } = await openCareful('risky');
  const cellId = await runtime.cells.insert(sessionId, { type: 'code', source: RISKY });
  await runtime.cells.execute(sessionId, cellId);
  await runtime.cells.wait(sessionId);
  expect(findCell(await read(), cellId)?.status).toBe('ok');

  await program.cells.execute(sessionId, cellId);
  const asked = await until((session) => findRequest(session) !== undefined);
  expect(findRequest(asked)?.reasons).toEqual(['It reads or changes environment variables.']);
  const source = 'print("changed by the user")';
  await runtime.inputs.decide(sessionId, findRequest(asked)?.requestId ?? '', { decision: 'edit', source });
  await runtime.cells.wait(sessionId);
  const changed = findCell(await read(), cellId);
  expect(changed).toMatchObject({ source, ranSource: source, status: 'ok' });
  expect(changed?.verdict?.given).toEqual(LOCAL_USER);

  // What was approved once is asked for again: it may be other code by now.
  await program.cells.change(sessionId, cellId, { source: RISKY });
  await program.cells.execute(sessionId, cellId);
  const again = await until((session) => findRequest(session) !== undefined && session.seq > asked.seq + 5);
  await runtime.inputs.decide(sessionId, findRequest(again)?.requestId ?? '', { decision: 'refuse' });
  await runtime.cells.wait(sessionId);
  expect(findCell(await read(), cellId)).toMatchObject({
    status: 'aborted',
    reason: 'The user refused to run this code.',
  });
});

test('of a cell that waits, the user approves the code that will run, not what it was changed to', async () => {
  const { runtime, program, sessionId, until, read } = await openCareful('risky');
  const first = await runtime.cells.insert(sessionId, { type: 'code', source: 'input("Go? ")' });
  await runtime.cells.execute(sessionId, first);
  const asking = await until(({ cells }) => cells.some(({ pendingInputs }) => pendingInputs.length > 0));
  const cellId = await program.cells.insert(sessionId, { type: 'code', source: RISKY });
  expect(await program.cells.execute(sessionId, cellId)).toBe(1);
  await program.cells.change(sessionId, cellId, { source: 'print("harmless")' });
  const [input] = asking.cells.flatMap(({ pendingInputs }) => pendingInputs);
  await runtime.inputs.reply(sessionId, input?.requestId ?? '', 'yes');
  const asked = await until((session) => findRequest(session) !== undefined);
  expect(findRequest(asked)?.source).toBe(RISKY);
  await runtime.inputs.decide(sessionId, findRequest(asked)?.requestId ?? '', { decision: 'approve' });
  await runtime.cells.wait(sessionId);
  expect(JSON.stringify(findCell(await read(), cellId)?.outputs)).toContain('asked');
});

test('stopping a program’s cell that waits for approval ends it before it ran', async () => {
  const { runtime, program, sessionId, until, read } = await openCareful('always');
  const cellId = await program.cells.insert(sessionId, { type: 'code', source: 'print(1)' });
  await program.cells.execute(sessionId, cellId);
  await until((session) => findRequest(session) !== undefined);
  await runtime.kernels.control(sessionId, { action: 'interrupt' });
  await runtime.cells.wait(sessionId);
  const { status, reason, pendingApprovals } = findCell(await read(), cellId) ?? {};
  expect({ status, reason, pendingApprovals }).toEqual({
    status: 'aborted',
    reason: 'Stopped before it ran.',
    pendingApprovals: [],
  });
});
