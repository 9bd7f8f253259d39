/** Tool calls that wait for approval during a cell, answered by a program. */
import { expect, test } from 'vitest';
import { type ApprovalRequest, createActbook, type HostTool, type RunOptions } from '../../../lib/index.ts';
import type { ApprovalMode } from '../../../lib/protocol/runs/run.ts';
import { findCell } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime, type TestRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider({ sandbox: 'off' });
const CODE = `print(look(1))
try:
    print(send("all"))
except Exception as error:
    print(type(error).__name__, error)`;

function createTools(sent: unknown[]): HostTool[] {
  const parameters = { type: 'object', properties: { value: {} }, required: ['value'] };
  return [
    { name: 'look', description: 'Looks.', parameters, call: ({ value }) => value },
    { name: 'send', description: 'Sends.', parameters, risky: true, call: ({ value }) => sent.push(value) },
  ];
}

/** Runs the code as the one cell of a run. */
async function runCode(options: RunOptions) {
  const server = await startModelServer([fence(CODE), 'Done.']);
  const { provider } = kernels;
  const actbook = await createActbook({
    model: { baseUrl: server.baseUrl, modelId: 'scripted' },
    kernels: { ...provider, stopStarting: () => {}, dispose: async () => {} },
  });
  const sent: unknown[] = [];
  const session = await actbook.createSession({ hostTools: createTools(sent) });
  await session.ask('Go.', options);
  const { cells } = await session.read();
  const cell = cells.find(({ role }) => role === 'code');
  await actbook.dispose();
  await server.close();
  return {
    cell,
    sent,
    text: (cell?.outputs ?? []).map((output) => ('text' in output ? output.text : '')).join(''),
  };
}

test('in risky a call of a risky tool waits during a cell, others do not', async () => {
  const requests: ApprovalRequest[] = [];
  const { cell, sent, text } = await runCode({
    approval: 'risky',
    onApproval: (request) => {
      requests.push(request);
      return { decision: 'approve' };
    },
  });
  expect(requests).toMatchObject([
    {
      callId: expect.any(String),
      source: 'send(value="all")',
      reasons: ['The tool send counts as risky.'],
    },
  ]);
  expect([sent, text]).toEqual([['all'], '1\n1\n']);
  expect(cell).toMatchObject({ status: 'ok', pendingApprovals: [] });
});

test('a refused call is an exception with the reason, and the cell continues', async () => {
  const onApproval = () => ({ decision: 'refuse', reason: 'Not today.' }) as const;
  const { cell, sent, text } = await runCode({ approval: 'risky', onApproval });
  expect([sent, cell?.status]).toEqual([[], 'ok']);
  expect(text).toBe('1\nToolError The user refused this call. Their reason: Not today.\n');
});

test('in always the cell waits, and each of its calls', async () => {
  const asked: string[] = [];
  const { sent } = await runCode({
    approval: 'always',
    onApproval: ({ callId, source }) => {
      asked.push(callId === undefined ? 'cell' : source);
      return { decision: 'approve' };
    },
  });
  expect([asked, sent]).toEqual([['cell', 'look(value=1)', 'send(value="all")'], ['all']]);
});

test('with nobody to ask the call is refused at once', async () => {
  const { sent, text } = await runCode({ approval: 'risky' });
  expect([sent, text]).toEqual([[], expect.stringContaining('Nobody was there to approve this call')]);
});

/** A cell of a person whose call waits is refused it: the call is not made, and the cell fails with the reason. */
async function runRefused(
  modes: { approval?: ApprovalMode; programApproval?: ApprovalMode },
  source: string,
  meanwhile: (opened: TestRuntime, cellId: string) => Promise<void>,
): Promise<void> {
  const { provider, workspacesDir } = kernels;
  const { approval, programApproval } = modes;
  const options = programApproval ? { programApproval } : {};
  const opened = await openRuntime(provider, workspacesDir, ['Done.'], {}, options);
  const { runtime, sessionId, until, read } = opened;
  const sent: unknown[] = [];
  const request = { task: 'Go.', ...(approval ? { approval } : {}) };
  await runtime.runs.wait(await runtime.runs.start(sessionId, request, createTools(sent)));
  const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
  runtime.inputs.addReader(sessionId);
  await runtime.cells.execute(sessionId, cellId);
  await meanwhile(opened, cellId);
  const waiting = await until(({ cells }) => cells.some((cell) => cell.pendingApprovals.length > 0));
  const { requestId = '', source: asked } = findCell(waiting, cellId)?.pendingApprovals[0] ?? {};
  expect(asked).toBe('send(value="all")');
  await runtime.inputs.decide(sessionId, requestId, { decision: 'refuse', reason: 'Not today.' });
  await runtime.cells.wait(sessionId);
  expect(sent).toEqual([]);
  const cell = findCell(await read(), cellId);
  expect(cell?.status).toBe('error');
  expect(cell?.outputs.at(-1)).toMatchObject({
    ename: 'ToolError',
    evalue: 'The user refused this call. Their reason: Not today.',
  });
}

test.each([
  { approval: 'risky' as const, programApproval: 'never' as const },
  { approval: 'never' as const, programApproval: 'risky' as const },
])('a call in a cell that a person runs waits too: other code may have made it (%o)', async (modes) => {
  await runRefused(modes, 'look(1), send("all")', async () => {});
});

test('a mode that is chosen while a cell runs counts for its next call', async () => {
  await runRefused(
    {},
    'input("Go? ")\nlook(1), send("all")',
    async ({ runtime, sessionId, until }, cellId) => {
      const asking = await until(({ cells }) => cells.some((cell) => cell.pendingInputs.length > 0));
      await runtime.sessions.chooseApproval(sessionId, 'risky');
      const [input] = findCell(asking, cellId)?.pendingInputs ?? [];
      await runtime.inputs.reply(sessionId, input?.requestId ?? '', 'yes');
    },
  );
});
