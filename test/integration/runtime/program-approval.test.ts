/** Code that a program runs for the user, and the user's word on it. */
import { expect, test } from 'vitest';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { findApproval } from '../../../lib/session/view/runs/find-approval.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
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
  const next = await runtime.cells.insert(sessionId, { type: 'code', source: 'print("next")' });
  await runtime.cells.execute(sessionId, next);
  await runtime.inputs.decide(sessionId, findRequest(again)?.requestId ?? '', { decision: 'refuse' });
  await runtime.cells.wait(sessionId);
  expect(findCell(await read(), cellId)).toMatchObject({
    status: 'aborted',
    reason: 'The user refused to run this code.',
  });
  expect(findCell(await read(), next)?.leftQueue?.reason).toBe('refusal');
});

test.each([
  { decision: 'approve' as const, ran: RISKY },
  { decision: 'edit' as const, source: 'print("asked")', ran: 'print("asked")' },
  { decision: 'refuse' as const, ran: null },
])(
  'of a cell that waits, the user decides on the code that will run, not what it was changed to (%o)',
  async ({ ran, ...decision }) => {
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
    await runtime.inputs.decide(sessionId, findRequest(asked)?.requestId ?? '', decision);
    await runtime.cells.wait(sessionId);
    expect(findCell(await read(), cellId)?.ranSource).toBe(ran);
    expect(JSON.stringify(findCell(await read(), cellId)?.outputs)).toContain(ran === null ? '[]' : 'asked');
    expect(findCell(await read(), cellId)?.leftQueue?.reason).toBe(ran === null ? 'end' : undefined);
  },
);

test('while a cell waits for approval it stays as the user was shown it', async () => {
  const { runtime, program, sessionId, until, read } = await openCareful('always');
  const source = 'print("shown")';
  const cellId = await program.cells.insert(sessionId, { type: 'code', source });
  await program.cells.execute(sessionId, cellId);
  const asked = await until((session) => findRequest(session) !== undefined);
  const changing = program.cells.change(sessionId, cellId, { source: 'print("not shown")' });
  await expect(changing).rejects.toThrow('This cell waits for approval.');
  await expect(runtime.cells.delete(sessionId, cellId)).rejects.toThrow('This cell waits for approval.');
  await runtime.inputs.decide(sessionId, findRequest(asked)?.requestId ?? '', { decision: 'approve' });
  await runtime.cells.wait(sessionId);
  expect(findCell(await read(), cellId)).toMatchObject({ source, ranSource: source, status: 'ok' });
});

test('what a program writes into a cell while the user’s run of it begins waits for approval', async () => {
  const { runtime, program, sessionId, until, read } = await openCareful('always');
  const cellId = await runtime.cells.insert(sessionId, { type: 'code', source: 'print("mine")' });
  await runtime.cells.execute(sessionId, cellId);
  // The kernel starts meanwhile.
  await program.cells.change(sessionId, cellId, { source: 'print("another")' });
  const asked = await until((session) => findRequest(session) !== undefined);
  expect(findRequest(asked)?.source).toBe('print("another")');
  await runtime.inputs.decide(sessionId, findRequest(asked)?.requestId ?? '', { decision: 'refuse' });
  await runtime.cells.wait(sessionId);
  expect(findCell(await read(), cellId)).toMatchObject({ status: 'aborted', outputs: [] });
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

test('what the user chooses binds programs and runs at once, and only a user chooses less', async () => {
  const script = [
    fence('input("Go? ")'),
    fence('print("second")'),
    'Done.',
    'Nothing to do.',
    'Nothing to do.',
  ];
  const { runtime, sessionId, until, read } = await openRuntime(
    kernels.provider,
    kernels.workspacesDir,
    script,
  );
  const program = runtime.as(PROGRAM);
  const isAsked = (session: Session) => findRequest(session) !== undefined;
  const cellId = await program.cells.insert(sessionId, { type: 'code', source: 'print(1)' });
  const runAsProgram = async () => {
    await program.cells.execute(sessionId, cellId);
    await program.cells.wait(sessionId);
  };
  const approve = async (session: Session) => {
    const requestId = findRequest(session)?.requestId ?? '';
    await runtime.inputs.decide(sessionId, requestId, { decision: 'approve' });
  };
  await runAsProgram();
  expect(findCell(await read(), cellId)?.status).toBe('ok');

  // A cell that waits for approval waits on, whatever is chosen meanwhile.
  const another = { ...LOCAL_USER, id: 'another' };
  await runtime.as(another).sessions.chooseApproval(sessionId, 'always');
  await expect(program.sessions.chooseApproval(sessionId, 'risky')).rejects.toThrow('Only the user can');
  const held = runAsProgram();
  const asked = await until(isAsked);
  await runtime.sessions.chooseApproval(sessionId, 'never');
  expect(findRequest(await read())).toEqual(findRequest(asked));
  await approve(asked);
  await held;
  await runAsProgram();

  // A run that began without asking asks from now on.
  const runId = await runtime.runs.start(sessionId, { task: 'Go.' });
  const asking = await until(({ cells }) => cells.some(({ pendingInputs }) => pendingInputs.length > 0));
  await runtime.sessions.chooseApproval(sessionId, 'always');
  const [input] = asking.cells.flatMap(({ pendingInputs }) => pendingInputs);
  await runtime.inputs.reply(sessionId, input?.requestId ?? '', 'yes');
  const second = await until(isAsked);
  expect(findRequest(second)?.source).toBe('print("second")');
  await approve(second);
  await runtime.runs.wait(runId);

  const ask = async (by: typeof runtime, approval?: 'never') => {
    await by.runs.wait(await by.runs.start(sessionId, { task: 'Wait.', approval }));
    const session = await read();
    return [session.runs.at(-1)?.approval, findApproval(session)];
  };
  expect(await ask(program, 'never')).toEqual(['always', 'always']);
  const { id: branchId } = await runtime.sessions.branch(sessionId, { kernel: 'new' });
  expect(findApproval(await runtime.sessions.read(branchId))).toBe('always');
  expect(await ask(runtime, 'never')).toEqual(['never', 'never']);
});
