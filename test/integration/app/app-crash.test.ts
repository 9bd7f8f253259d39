/** The app is killed, and the next one continues: same kernel, same run. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { waitUntilUnheard } from '../../helpers/kernel/wait-until-unheard.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { findProcesses } from '../../helpers/processes.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const GRACE = { ACTBOOK_KERNEL_GRACE_S: '60' };

test('killed during a cell: the next start ends the cell as it ended, and the run continues with its variables', async () => {
  const home = await createTempDir();
  const wait =
    'import os, time\nkept = 41\nprint("before", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)\nprint("after")';
  const app = await startScriptedApp([fence(wait)], home, GRACE);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  const before = await followUntil(app, id, (session) =>
    session.cells.some((cell) => cell.outputs.length > 0),
  );
  const children = await findProcesses(home, app.pid);
  const file = join(home, 'kernels', `${id}.json`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(await readFile(file, 'utf8')).server;
  await app.kill('SIGKILL');
  await waitUntilUnheard(file);
  await writeFile(join(home, 'workspaces', id, 'go'), '');
  // A command that ends at once leaves the kernel to one that stays.
  expect((await runCli(['sessions'], { home })).code).toBe(0);

  const next = await startScriptedApp([fence('print(kept + 1)'), '42.'], home, GRACE);
  const after = await followUntil(next, id, isEnded, before);
  expect(after.runs.map(({ outcome }) => outcome)).toEqual([{ status: 'answered' }]);
  expect(after.kernel.id).toBe('k-1');
  const texts = after.cells.map(({ outputs }) =>
    outputs.map((each) => ('text' in each ? each.text : '')).join(''),
  );
  expect(texts).toEqual(['', 'before\nafter\n', '42\n', '']);
  expect(after.cells[1]).toMatchObject({
    status: 'ok',
    reason: expect.stringContaining('Actbook was restarted'),
  });
  const exported = await (await next.request(`/api/sessions/${id}/export?format=ipynb`)).text();
  expect(exported + JSON.stringify(after)).not.toContain(token);
  await next.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, next.pid, children)).toEqual([]);
});

/** Of a box that is kept ready: what made it, its server, and its kernel among them. */
const READY_PROCESSES = 5;
/** Libraries are loaded before, which takes long on a busy machine. */
const READY_TIMEOUT_MS = 90_000;

test('a box that waits for a session ends with the app, and one that a session took waits for the next app', async () => {
  const home = await createTempDir();
  const waitUntilReady = async (pid: number) => {
    await expect
      .poll(async () => (await findProcesses(home, pid)).length, { timeout: READY_TIMEOUT_MS })
      .toBeGreaterThanOrEqual(READY_PROCESSES);
    return findProcesses(home, pid);
  };
  const idle = await startScriptedApp([], home, GRACE);
  const waiting = await waitUntilReady(idle.pid);
  await idle.kill('SIGKILL');
  // Before its grace is over.
  await expect.poll(() => findProcesses(home, idle.pid, waiting)).toEqual([]);

  const app = await startScriptedApp([fence('kept = 41'), 'Done.'], home, GRACE);
  await waitUntilReady(app.pid);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Set it.' });
  const before = await followUntil(app, id, isEnded);
  await app.kill('SIGKILL');
  const next = await startScriptedApp([fence('print(kept + 1)'), '42.'], home, GRACE);
  await post(next, `/api/sessions/${id}/runs`, { task: 'Add one.' });
  const after = await followUntil(
    next,
    id,
    (session) => session.runs.length === 2 && isEnded(session),
    before,
  );
  expect([after.kernel.id, JSON.stringify(after.cells)]).toEqual(['k-1', expect.stringContaining('42')]);
});

test('killed while idle, and nobody comes: everything ends within the time that was set', async () => {
  const home = await createTempDir();
  const app = await startScriptedApp([fence('kept = 1'), 'Done.'], home, { ACTBOOK_KERNEL_GRACE_S: '1' });
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Set it.' });
  const before = await followUntil(app, id, isEnded);
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');
  await expect.poll(() => findProcesses(home, app.pid, children)).toEqual([]);
  const next = await startScriptedApp([], home, GRACE);
  const after = await followUntil(next, id, (session) => session.kernel.status === 'none', before);
  expect(after.kernel).toMatchObject({ id: 'k-2', lost: expect.stringContaining('variables were lost') });
});
