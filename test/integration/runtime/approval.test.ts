/** Code that waits for a person's word, over the API. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ApprovalRequest } from '../../../lib/protocol/cells/approval.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { runOnTerminal } from '../../helpers/bin/terminal.ts';
import { type ScriptEntry, startModelServer } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const findRequest = (session: Session): ApprovalRequest | undefined =>
  session.cells.flatMap((cell) => cell.pendingApprovals)[0];

async function ask(app: App, body: Record<string, unknown>): Promise<string> {
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Go.', ...body });
  return id;
}

async function decide(app: App, id: string, request: ApprovalRequest | undefined, decision: object) {
  const body = JSON.stringify({ requestId: request?.requestId, ...decision });
  return (await app.request(`/api/sessions/${id}/approval`, { method: 'POST', body })).status;
}

const waitForRequest = (app: App, id: string, from?: Session) =>
  followUntil(app, id, (session) => findRequest(session) !== undefined, from);

test('in always each cell waits: approved, edited, refused, and the model reads what was decided', async () => {
  let told = '';
  const app = await openScriptedApp([
    fence('x = 1'),
    fence('x = 2\nprint(x)'),
    `${fence('x = 3')}\n\n${fence('print("never")')}`,
    ({ messages }) => {
      told = JSON.stringify(messages);
      return 'Done.';
    },
  ]);
  const id = await ask(app, { approval: 'always' });
  const first = await waitForRequest(app, id);
  expect(findRequest(first)).toMatchObject({
    source: 'x = 1',
    reasons: [expect.stringContaining('all code')],
  });
  expect(first.cells.at(-1)).toMatchObject({ status: 'idle', startedAt: null });
  expect((await (await app.request(`/api/sessions/${id}`)).json()).isWaiting).toBe(true);
  expect(await decide(app, id, undefined, { decision: 'approve' })).toBe(400);
  expect(await decide(app, id, findRequest(first), { decision: 'maybe' })).toBe(400);
  expect(await decide(app, id, findRequest(first), { decision: 'approve' })).toBe(204);
  expect(await decide(app, id, findRequest(first), { decision: 'approve' })).toBe(409);

  const second = await waitForRequest(
    app,
    id,
    await followUntil(app, id, ({ executions }) => executions === 1),
  );
  expect(await decide(app, id, findRequest(second), { decision: 'edit', source: 'print(x + 41)' })).toBe(204);
  const third = await waitForRequest(
    app,
    id,
    await followUntil(app, id, ({ executions }) => executions === 2),
  );
  const refusal = { decision: 'refuse', reason: 'Two is enough.' };
  expect(await decide(app, id, findRequest(third), refusal)).toBe(204);

  const done = await followUntil(app, id, isEnded);
  expect(done.runs[0]).toMatchObject({ approval: 'always', outcome: { status: 'answered' } });
  const code = done.cells.filter(({ type }) => type === 'code');
  expect(code).toMatchObject([
    { status: 'ok', verdict: { decision: 'approve', from: 'human' } },
    { source: 'print(x + 41)', verdict: { written: 'x = 2\nprint(x)' }, outputs: [{ text: '42\n' }] },
    {
      status: 'aborted',
      startedAt: null,
      reason: 'The user refused to run this code. Their reason: Two is enough.',
    },
  ]);
  for (const text of [
    'The user changed your code before it ran',
    'print(x + 41)',
    'Two is enough.',
    'not run',
  ])
    expect(told).toContain(text);
  expect((await (await app.request(`/api/sessions/${id}`)).json()).isWaiting).toBe(false);
});

test('in risky only what a rule finds waits; a session keeps its mode', async () => {
  const app = await openScriptedApp([
    fence('import os as o\nx = 1'),
    fence('o.remove("x")'),
    'Done.',
    fence('o.listdir()'),
    fence('open("/etc/hostname")'),
    'Done again.',
  ]);
  const id = await ask(app, { approval: 'risky' });
  const asked = await waitForRequest(app, id);
  expect([asked.executions, findRequest(asked)?.reasons]).toEqual([
    1,
    ['It deletes, moves, or renames files.'],
  ]);
  await decide(app, id, findRequest(asked), { decision: 'refuse' });
  await followUntil(app, id, isEnded);
  await post(app, `/api/sessions/${id}/runs`, { task: 'More.' });
  const again = await waitForRequest(app, id);
  expect(again.runs[1]?.approval).toBe('risky');
  expect(findRequest(again)?.reasons).toEqual(['It uses files outside the notebook’s folder.']);
  await decide(app, id, findRequest(again), { decision: 'refuse' });
  await followUntil(app, id, isEnded);
});

test('with nobody there it is refused, and Stop ends the wait', async () => {
  const app = await openScriptedApp([
    fence('x = 1'),
    ({ messages }) =>
      JSON.stringify(messages).includes('Nobody was there to approve') ? 'Told.' : 'Not told.',
    fence('y = 1'),
  ]);
  const id = await ask(app, { approval: 'always', limits: { inputWaitMs: 0 } });
  const path = `/api/sessions/${id}`;
  await expect.poll(async () => (await (await app.request(path)).json()).runStatus).toBe('answered');
  const done = await followUntil(app, id, isEnded);
  expect(done.cells.at(-1)?.source).toBe('Told.');
  const { runId } = await post(app, `${path}/runs`, { task: 'More.' });
  await waitForRequest(app, id);
  await post(app, `${path}/runs/${runId}/cancel`);
  const stopped = await followUntil(app, id, (session) => session.runs.length === 2 && isEnded(session));
  expect(stopped.runs[1]?.outcome).toMatchObject({ reason: 'cancelled' });
  expect(stopped.cells.at(-1)).toMatchObject({ status: 'aborted', pendingApprovals: [] });
});

test('a run whose app crashed while it waited asks on, and continues', async () => {
  const server = await startModelServer([fence('x = 20'), fence('print(x + 1)'), 'Twenty-one.']);
  const env = { ACTBOOK_KERNEL_GRACE_S: '60', OPENAI_BASE_URL: server.baseUrl };
  const before = await startScriptedApp([], undefined, env);
  const id = await ask(before, { approval: 'always' });
  const first = await waitForRequest(before, id);
  await decide(before, id, findRequest(first), { decision: 'approve' });
  const asked = await waitForRequest(
    before,
    id,
    await followUntil(before, id, ({ executions }) => executions === 1),
  );
  await before.kill('SIGKILL');

  const after = await startScriptedApp([], before.home, env);
  const again = await waitForRequest(after, id);
  expect(findRequest(again)).toEqual(findRequest(asked));
  await expect.poll(() => decide(after, id, findRequest(asked), { decision: 'approve' })).toBe(204);
  const done = await followUntil(after, id, isEnded);
  expect(done.cells.at(-1)?.source).toBe('Twenty-one.');
  expect(done.cells.at(-2)?.outputs).toMatchObject([{ text: '21\n' }]);
  await server.close();
});

describe('actbook run --approve', () => {
  async function setUp(script: ScriptEntry[]) {
    const server = await startModelServer(script);
    onTestFinished(() => server.close());
    return {
      home: await createTempDir(),
      env: { OPENAI_BASE_URL: server.baseUrl, ACTBOOK_MODEL: 'scripted' },
    };
  }

  test('on a terminal asks there: yes, edited, and no with a reason', async () => {
    let told = '';
    const options = await setUp([
      fence('print("fi" + "rst")'),
      fence('print("second")'),
      fence('print("third")'),
      ({ messages }) => {
        told = JSON.stringify(messages);
        return 'Done.';
      },
    ]);
    const { code, screen } = await runOnTerminal(['run', 'Go.', '--approve', 'always'], {
      ...options,
      script: [
        { after: '[n]o: ', keys: 'what\r' },
        { after: '[n]o: ', keys: 'y\r' },
        { after: 'second', keys: '' },
        { after: '[n]o: ', keys: 'e\r' },
        { after: 'single dot', keys: 'x = 20\rprint(x + 1)\r.\r' },
        { after: 'third', keys: '' },
        { after: '[n]o: ', keys: 'n\r' },
        { after: 'Why not? ', keys: 'Enough.\r' },
      ],
    });
    expect(code, screen).toBe(0);
    expect(told).toMatch(/first[\s\S]*21[\s\S]*Their reason: Enough\./);
  });

  test('without a terminal refuses at once and says so', async () => {
    const options = await setUp([
      fence('x = 1'),
      ({ messages }) => (JSON.stringify(messages).includes('Nobody was there') ? 'Told.' : 'Not told.'),
    ]);
    const { code, stdout, stderr } = await runCli(['run', 'Go.', '--approve', 'always'], options);
    expect([code, stdout], stderr).toEqual([0, 'Told.\n']);
    expect(stderr).toContain('Nobody was there');
    const wrong = await runCli(['run', 'Go.', '--approve', 'maybe'], await setUp([]));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('never, risky, or always')]);
  });
});
