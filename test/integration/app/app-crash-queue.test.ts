/** The app is killed while cells wait: they run where the kernel lives, and say that they did not where it was lost. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { followUntil, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { waitUntilUnheard } from '../../helpers/kernel/wait-until-unheard.ts';
import { cellOf, notebookOf, openAgent } from '../../helpers/mcp/mcp-client.ts';
import { findProcesses } from '../../helpers/processes.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const WAIT =
  'import os, time\nkept = 41\nprint("on", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)';
const stdout = (session: Session, cellId: string) =>
  (findCell(session, cellId)?.outputs ?? []).map((output) => ('text' in output ? output.text : '')).join('');

/** A running cell and one that waits for it, when the app is gone. */
async function crash(graceS: string) {
  const home = await createTempDir();
  const app = await startScriptedApp([], home, { ACTBOOK_KERNEL_GRACE_S: graceS });
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const add = async (source: string) => (await post(app, cells, { type: 'code', source })).cellId ?? '';
  const slow = await add(WAIT);
  const waiting = await add('print(kept + 1)');
  await post(app, `${cells}/${slow}/execute`);
  await followUntil(app, id, (session) => stdout(session, slow) === 'on\n');
  expect(await post(app, `${cells}/${waiting}/execute`)).toEqual({ place: 1 });
  const before = await followUntil(app, id, ({ queue }) => queue.length === 1);
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');
  return { home, app, id, slow, waiting, before, children };
}

test('the kernel lives: the running cell ends, and the waiting one runs after it', async () => {
  const { home, id, slow, waiting, before, children } = await crash('60');
  await waitUntilUnheard(join(home, 'kernels', `${id}.json`));
  const next = await startScriptedApp([], home, { ACTBOOK_KERNEL_GRACE_S: '60' });
  await writeFile(join(home, 'workspaces', id, 'go'), '');
  const after = await followUntil(
    next,
    id,
    (session) => session.executions === 2 && !isBusy(session),
    before,
  );
  expect([findCell(after, slow)?.status, stdout(after, waiting)]).toEqual(['ok', '42\n']);
  await next.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, next.pid, children)).toEqual([]);
});

test('the kernel is lost: the waiting cell says that it did not run', async () => {
  const { home, app, id, slow, waiting, before, children } = await crash('1');
  await expect.poll(() => findProcesses(home, app.pid, children), { timeout: 20_000 }).toEqual([]);
  const next = await startScriptedApp([], home, {});
  const after = await followUntil(next, id, ({ kernel }) => kernel.status === 'none', before);
  expect(findCell(after, slow)?.status).toBe('kernel-died');
  expect(findCell(after, waiting)).toMatchObject({ status: 'idle', leftQueue: { reason: 'crash' } });
  expect(isBusy(after)).toBe(false);
});

test('killed while a cell of the user runs between two steps: it is followed to its end, then the run continues', async () => {
  const home = await createTempDir();
  const grace = { ACTBOOK_KERNEL_GRACE_S: '60' };
  const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
  const app = await startScriptedApp([fence(WAIT)], home, grace);
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const source = WAIT.replace('"go"', '"go-on"').replace('"on"', '"mine"');
  const { cellId: own = '' } = await post(app, cells, { type: 'code', source });
  await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  await followUntil(app, id, (session) => session.cells.some(({ outputs }) => outputs.length > 0));
  expect(await post(app, `${cells}/${own}/execute`)).toEqual({ place: 1 });
  await writeFile(join(home, 'workspaces', id, 'go'), '');
  const before = await followUntil(app, id, (session) => stdout(session, own) === 'mine\n');
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');
  await waitUntilUnheard(join(home, 'kernels', `${id}.json`));

  const next = await startScriptedApp([fence('print(kept + 1)'), '42.'], home, grace);
  await writeFile(join(home, 'workspaces', id, 'go-on'), '');
  const after = await followUntil(next, id, (session) => session.runs[0]?.outcome != null, before);
  expect(after.runs[0]?.outcome).toEqual({ status: 'answered' });
  expect(findCell(after, own)).toMatchObject({ status: 'ok', ranOrder: 2, isRunByUser: true });
  expect(after.executions).toBe(3);
  await next.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, next.pid, children)).toEqual([]);
});

test('killed while cells of a program wait for approval: the queued one is asked about again, the other is free', async () => {
  const home = await createTempDir();
  const env = { ACTBOOK_KERNEL_GRACE_S: '60', ACTBOOK_MCP_APPROVAL: 'always' };
  const app = await startScriptedApp([], home, env);
  const { call } = await openAgent(app, 'Agent');
  const notebook = notebookOf(await call('create_notebook'));
  const add = async (source: string) => cellOf(await call('add_cell', { notebook, source, wait_s: 0 }));
  const asked = await add('print(1)');
  await followUntil(app, notebook, ({ cells }) => cells[0]?.pendingApprovals.length === 1);
  await add('print(2)');
  const before = await followUntil(app, notebook, ({ queue }) => queue.length === 1);
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');

  await waitUntilUnheard(join(home, 'kernels', `${notebook}.json`));
  const next = await startScriptedApp([], home, env);
  const waits = ({ cells }: Session) => cells.map(({ pendingApprovals }) => pendingApprovals.length);
  await followUntil(next, notebook, (session) => waits(session).join() === '0,1', before);
  const again = await openAgent(next, 'Agent');
  const source = 'print(3)';
  await again.call('edit_cell', { notebook, cell: asked, version: 0, source });
  await next.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, next.pid, children)).toEqual([]);
});
