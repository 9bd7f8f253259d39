/** Cells that people add, edit, move, delete and run over the API, and what the model is told of it. */
import { expect, test } from 'vitest';
import { NO_NETWORK } from '../../../lib/execution/find-network-failure.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { describeEnding } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const send = async (app: App, method: string, path: string, body?: unknown) =>
  (await app.request(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).status;
const hasRun = (cellId: string, order: number) => (session: Session) => {
  const cell = findCell(session, cellId);
  return cell?.ranOrder === order && cell.endedAt !== null;
};
const stdout = (session: Session, cellId: string) =>
  (findCell(session, cellId)?.outputs ?? []).map((output) => ('text' in output ? output.text : '')).join('');

test('a person works in the notebook of a run, and the next prompt says so', async () => {
  let told = '';
  const app = await openScriptedApp([
    fence('n = 2'),
    fence('print(n * 10)'),
    'Twenty.',
    ({ messages }) => {
      told = JSON.stringify(messages);
      return 'I see.';
    },
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  await post(app, `/api/sessions/${id}/runs`, { task: 'Compute.' });
  const done = await followUntil(app, id, isEnded);
  const [first = '', second = ''] = done.cells.filter(({ type }) => type === 'code').map((cell) => cell.id);
  const task = done.cells[0]?.id ?? '';
  const answer = done.cells.at(-1)?.id ?? '';

  expect(await send(app, 'PATCH', `${cells}/${first}`, { source: 'n = int(input("n? "))' })).toBe(200);
  expect(await send(app, 'POST', `${cells}/${first}/execute`)).toBe(202);
  const asked = await followUntil(app, id, ({ cells: all }) =>
    all.some((cell) => cell.pendingInputs.length > 0),
  );
  expect(await post(app, `${cells}/${second}/execute`)).toEqual({ place: 1 });
  expect(await send(app, 'DELETE', `${cells}/${second}/execute`)).toBe(204);
  expect(await send(app, 'DELETE', `${cells}/${second}/execute`)).toBe(409);
  const question = { ask: 'complete', code: 'prin', cursor: 4 };
  expect(await post(app, `/api/sessions/${id}/kernel/ask`, question)).toEqual({ status: 'busy' });
  expect(await send(app, 'POST', `/api/sessions/${id}/kernel/ask`, { ask: 'run' })).toBe(400);
  expect(await send(app, 'PATCH', `${cells}/${first}`, { source: '' })).toBe(409);
  expect(await send(app, 'POST', `/api/sessions/${id}/runs`, { task: 'More.' })).toBe(409);
  const { requestId } = findCell(asked, first)?.pendingInputs[0] ?? {};
  expect(await send(app, 'POST', `/api/sessions/${id}/input`, { requestId, value: '5' })).toBe(204);
  await followUntil(app, id, hasRun(first, 3));

  const { cellId: added = '' } = await post(app, cells, {
    type: 'code',
    source: 'print(n + 1)',
    after: first,
  });
  expect(await send(app, 'POST', `${cells}/${added}/execute`)).toBe(202);
  const ran = await followUntil(app, id, hasRun(added, 4));
  expect([stdout(ran, added), stdout(ran, second)]).toEqual(['6\n', '20\n']);
  expect(ran.cells.map((cell) => cell.id)).toEqual([task, first, added, second, answer]);
  expect(await send(app, 'PATCH', `${cells}/${added}`, { after: null })).toBe(200);
  const { cellId: note = '' } = await post(app, cells, { type: 'markdown', source: 'Mind the units.' });
  expect(await send(app, 'POST', `${cells}/${note}/execute`)).toBe(400);
  expect(await send(app, 'DELETE', `${cells}/${task}`)).toBe(400);
  expect(await send(app, 'PATCH', `${cells}/${answer}`, { source: '' })).toBe(400);
  expect(await send(app, 'PATCH', `${cells}/none`, { source: '' })).toBe(404);
  expect(await send(app, 'POST', cells, { type: 'code', source: '', after: 'none' })).toBe(404);
  expect(await send(app, 'POST', cells, { type: 'raw', source: '' })).toBe(400);
  expect(await send(app, 'DELETE', `${cells}/${added}`)).toBe(200);

  await post(app, `/api/sessions/${id}/runs`, { task: 'Go on.' });
  const end = await followUntil(app, id, (session) => session.runs.length === 2 && isEnded(session));
  expect(end.cells.map((cell) => cell.id)).not.toContain(added);
  for (const text of [
    'The user changed and ran this cell of yours, In [1], again',
    'n? 5',
    'The user deleted the cell In [4] `print(n + 1)`',
    'The user wrote in the notebook:]\\nMind the units.',
    '- the cell In [2] `print(n * 10)`: reads n',
  ])
    expect(told).toContain(text);
});

test('a cell in a new session starts the kernel, stops at its limit or, without one, at a person’s word', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const code = 'import time\nprint("on it", flush=True)\nwhile True: time.sleep(0.02)';
  const { cellId = '' } = await post(app, cells, { type: 'code', source: code });
  await post(app, `${cells}/${cellId}/execute`, { timeoutMs: 5000 });
  const late = await followUntil(app, id, hasRun(cellId, 1));
  expect(findCell(late, cellId)).toMatchObject({ status: 'timed-out', outputs: [{ text: 'on it\n' }, {}] });
  await post(app, `${cells}/${cellId}/execute`);
  const isOnIt = (session: Session) => session.executions === 2 && stdout(session, cellId) !== '';
  const again = await followUntil(app, id, isOnIt);
  expect(describeEnding(findCell(again, cellId) ?? { status: 'error' })).toBe('');
  const more = { action: 'extend', cellId, byMs: 60_000 };
  const init = { method: 'POST', body: JSON.stringify(more) };
  const refused = await app.request(`/api/sessions/${id}/kernel`, init);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('no time limit')]);
  expect(await send(app, 'POST', `/api/sessions/${id}/kernel`, { action: 'interrupt' })).toBe(202);
  const stopped = await followUntil(app, id, hasRun(cellId, 2));
  expect(findCell(stopped, cellId)?.status).toBe('interrupted');
});

test('a cell whose app crashed while it ran is followed to its end', async () => {
  const env = { ACTBOOK_KERNEL_GRACE_S: '60' };
  const before = await startScriptedApp([], undefined, env);
  const { id = '' } = await post(before, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const { cellId = '' } = await post(before, cells, { type: 'code', source: 'print("Hi", input("Name? "))' });
  await post(before, `${cells}/${cellId}/execute`);
  const isAsked = (session: Session) => findCell(session, cellId)?.pendingInputs.length === 1;
  const asked = await followUntil(before, id, isAsked);
  await before.kill('SIGKILL');

  const after = await startScriptedApp([], before.home, env);
  const { requestId } = findCell(asked, cellId)?.pendingInputs[0] ?? {};
  await expect
    .poll(() => send(after, 'POST', `/api/sessions/${id}/input`, { requestId, value: 'Ada' }))
    .toBe(204);
  const done = await followUntil(after, id, hasRun(cellId, 1));
  expect([findCell(done, cellId)?.status, stdout(done, cellId)]).toEqual(['ok', 'Name? Ada\nHi Ada\n']);
});

test('a cell that reached for the network, which it does not have, says so; one that did not, does not', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const execute = async (source: string, order: number) => {
    const { cellId = '' } = await post(app, cells, { type: 'code', source });
    await post(app, `${cells}/${cellId}/execute`);
    return findCell(await followUntil(app, id, hasRun(cellId, order)), cellId);
  };
  const reach = 'import urllib.request\nurllib.request.urlopen("http://example.org")';
  expect(await execute(reach, 1)).toMatchObject({ status: 'error', reason: NO_NETWORK });
  // As an installer does, whose own words depend on how the machine has it set up.
  const program = 'import socket; socket.create_connection(("example.org", 80))';
  const install = `import subprocess, sys\nprint(subprocess.run([sys.executable, "-c", ${JSON.stringify(program)}], capture_output=True, text=True))`;
  expect(await execute(install, 2)).toMatchObject({ status: 'ok', reason: NO_NETWORK });
  expect(
    (await execute('print("The network is reachable.")\nopen("nowhere.csv")', 3))?.reason,
  ).toBeUndefined();
});
