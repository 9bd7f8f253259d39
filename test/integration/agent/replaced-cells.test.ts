/** The agent replaces the code of cells that are in the notebook: in every format, again after an error, with approval. */
import { expect, test } from 'vitest';
import { runAgent } from '../../../lib/agent/loop/run-agent.ts';
import type { ApprovalRequest } from '../../../lib/protocol/cells/approval.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { listVersions } from '../../../lib/session/cell-versions.ts';
import { type Cell, findCell, type Session } from '../../../lib/session/session.ts';
import { toShortCellId } from '../../../lib/session/short-cell-id.ts';
import { findStaleCells } from '../../../lib/session/stale/find-stale.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  type ModelServerRequest,
  promptMessages,
  type ScriptEntry,
} from '../../helpers/model/model-server.ts';

const shared = shareKernel();
const { open } = shared;

const fence = (code: string, attribute = '') => `\`\`\`python${attribute}\n${code}\n\`\`\``;
const toText = (request: ModelServerRequest | undefined) =>
  promptMessages(request)
    .map(({ role, text }) => `${role}: ${text}`)
    .join('\n');
/** The first ID that a model was shown. */
const findShown = (text: string) => /\(cell ((?!ID)[\w-]+)\)/.exec(text)?.[1] ?? 'none';

const listCode = ({ cells }: Session): Cell[] => cells.filter(({ role }) => role === 'code');

test('a cell is replaced by a fence, again after an error, and what was below it is out of date', async () => {
  const { server, agent } = await open([
    `${fence('rate = 2')}\n${fence('print(rate * 10)')}`,
    'It is 20.',
    (request) => `I correct it.\n${fence('rate = 1 / 0', ` cell=${findShown(toText(request))}`)}`,
    (request) => `Again.\n${fence('rate = 3', ` cell=${findShown(toText(request))}`)}`,
    'The rate is 3 now.',
  ]);
  await agent.run('Ten times the rate?');
  const [before] = listCode(agent.session);
  const { run, events, cells } = await agent.run('The rate must be 3.');

  expect(run.outcome).toEqual({ status: 'answered' });
  const [rate, product] = listCode(agent.session);
  expect(listCode(agent.session)).toHaveLength(2);
  expect(cells.map(({ role }) => role)).toEqual(['thought', 'thought', 'answer']);
  expect(rate).toMatchObject({ id: before?.id, source: 'rate = 3', status: 'ok', runId: 'r-1' });
  expect(rate && listVersions(rate).map(({ source, status }) => [source, status])).toEqual([
    ['rate = 3', 'ok'],
    ['rate = 1 / 0', 'error'],
    ['rate = 2', 'ok'],
  ]);
  expect([...findStaleCells(agent.session).stale]).toEqual([[product?.id, ['rate']]]);
  const edits = events.filter(({ type }) => type === 'cell-edit');
  expect(edits).toMatchObject([{ from: { runId: 'r-2', step: 1 } }, { from: { runId: 'r-2', step: 2 } }]);
  const seen = server.requests.map((request) => toText(request));
  expect(seen[0]).toContain('begin the block with ```python cell=ID');
  expect(seen[4]).toContain('ZeroDivisionError');
  // What a model was shown is never rewritten.
  expect(seen[4]?.startsWith(seen[2]?.slice(0, 500) ?? 'none')).toBe(true);
});

test('a tag and a call replace a cell too, and what names no cell is told to the model', async () => {
  const tagged = await open([
    fence('print(1)'),
    '<execute cell="nope">\nprint(2)\n</execute>',
    (request) => `<execute cell="${findShown(toText(request))}">\nprint(2)\n</execute>`,
    'Two.',
  ]);
  const { cells, run } = await tagged.agent.run('Print.', { prompt: { format: 'execute' } });
  const code = cells.filter(({ role }) => role === 'code');
  expect(code.map(readStdout)).toEqual(['2\n']);
  expect(run.steps[1]).toMatchObject({ action: 'malformed' });
  expect(toText(tagged.server.requests[2])).toContain(
    `There is not a cell nope. The last ones are ${toShortCellId(code[0]?.id ?? '')}`,
  );

  const execute = (id: string, args: object) => ({
    toolCalls: [{ id, name: 'execute_code', arguments: JSON.stringify(args) }],
  });
  const called = await open(
    [
      execute('c1', { code: 'print(1)' }),
      (request) => execute('c2', { code: 'print(3)', cell: findShown(toText(request)) }),
      'Three.',
    ],
    { nativeTools: true },
  );
  const native = await called.agent.run('Print.');
  expect(native.cells.filter(({ role }) => role === 'code').map(readStdout)).toEqual(['3\n']);
  const answers = called.server.requests[2]?.messages.filter(({ role }) => role === 'tool');
  expect(answers).toMatchObject([
    { tool_call_id: 'c1', content: expect.stringMatching(/^In \[\d+\] \(cell \w{8}\)\n1$/) },
    { tool_call_id: 'c2', content: expect.stringMatching(/^In \[\d+\] \(cell \w{8}\)\n3/) },
  ]);
});

test('a run that a crash left between the change and its start runs the cell once, and continues', async () => {
  const { model, agent } = await open([fence('n = 1'), 'One.', 'Three.']);
  await agent.run('One.');
  const cellId = listCode(agent.session)[0]?.id ?? '';
  const at = { runId: 'r-9', step: 1 };
  const task = { text: 'Three.', files: [] };
  agent.apply({ type: 'run-start', runId: 'r-9', task, model: model.info, limits: DEFAULT_LIMITS });
  agent.apply({ type: 'step-start', ...at });
  const source = 'n = 3\nprint(n)';
  agent.apply({ type: 'text-delta', ...at, text: fence(source, ` cell=${toShortCellId(cellId)}`) });
  const reply = { action: 'code', finishReason: 'stop', usage: NO_USAGE } as const;
  agent.apply({ type: 'step-end', ...at, ...reply, toolCalls: [] });
  agent.apply({ type: 'cell-edit', cellId, source, from: at });
  const { signal } = new AbortController();
  const resumed = runAgent({
    get session() {
      return agent.session;
    },
    runId: 'r-9',
    model,
    kernel: shared.kernel,
    signal,
    resumedAfterMs: 1,
  });
  for await (const event of resumed) agent.apply(event);
  const [cell, ...others] = listCode(agent.session);
  expect(others).toEqual([]);
  expect([readStdout(cell), cell?.status]).toEqual(['3\n', 'ok']);
  expect(agent.session.executions).toBe(2);
  expect(agent.session.runs.at(-1)?.outcome).toEqual({ status: 'answered' });
});

const findRequest = (session: Session): ApprovalRequest | undefined =>
  session.cells.flatMap((cell) => cell.pendingApprovals)[0];

async function decide(app: App, id: string, session: Session, decision: object) {
  const body = JSON.stringify({ requestId: findRequest(session)?.requestId, ...decision });
  expect((await app.request(`/api/sessions/${id}/approval`, { method: 'POST', body })).status).toBe(204);
}

test('with approval nothing is changed before the user accepts, and a refusal leaves the cell as it was', async () => {
  let told = '';
  const replace =
    (code: string): ScriptEntry =>
    (request) =>
      fence(code, ` cell=${findShown(toText(request))}`);
  const app = await openScriptedApp([
    replace('total = 6'),
    (request) => {
      told = toText(request);
      return fence('total = 7', ` cell=${findShown(told)}`);
    },
    replace('total = 8'),
    'Done.',
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'total = 5' });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  const ran = await followUntil(app, id, (session) => findCell(session, cellId)?.status === 'ok');
  const about = { cellId, purpose: 'change' };
  await post(app, `/api/sessions/${id}/runs`, { task: 'Other.', approval: 'risky', about });

  const isAsked = (session: Session) => findRequest(session) !== undefined;
  const first = await followUntil(app, id, isAsked, ran);
  expect(findRequest(first)).toMatchObject({ isEdit: true, source: 'total = 6' });
  expect(findCell(first, cellId)).toMatchObject({ source: 'total = 5', status: 'ok', executionCount: 1 });
  await decide(app, id, first, { decision: 'refuse', reason: 'Seven.' });

  const isRefused = ({ runs }: Session) => runs[0]?.steps[0]?.actionError != null;
  const second = await followUntil(app, id, isAsked, await followUntil(app, id, isRefused, first));
  expect(findCell(second, cellId)).toMatchObject({ source: 'total = 5', status: 'ok', executionCount: 1 });
  expect(told).toContain(
    'refused this change, so the cell is as it was and did not run. Their reason: Seven.',
  );
  expect(told).toContain('Replace cell');
  await decide(app, id, second, { decision: 'approve' });

  // What this run has written itself is replaced again unasked, as long as nothing about it is risky.
  const done = await followUntil(app, id, isEnded, second);
  const cell = findCell(done, cellId);
  expect(cell).toMatchObject({ source: 'total = 8', status: 'ok', author: 'human' });
  expect(cell && listVersions(cell)[1]?.verdict).toMatchObject({ decision: 'approve', written: 'total = 7' });
  expect(done.cells.filter(({ type }) => type === 'code')).toHaveLength(1);
});
