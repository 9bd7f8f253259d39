/** The app is killed while ways run, over its API: their runs continue, and so does the wait for them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_WAYS } from '../../../lib/protocol/ways/default-ways.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { followUntil, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { waitUntilUnheard } from '../../helpers/kernel/wait-until-unheard.ts';
import type { Script } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { findProcesses } from '../../helpers/processes.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const WAIT =
  'import os, time\nkept = 41\nprint("on", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)\nprint("total", 4242)';
const answer: Script = ({ messages }) =>
  JSON.stringify(messages).includes('total 4242') ? 'The total is 4242.' : fence(WAIT);
const isOn = ({ cells }: Session) => cells.some(({ outputs }) => outputs.length > 0);

test('ways of a notebook without cells continue after a crash, one becomes the notebook, and its kernel is found after another', async () => {
  const home = await createTempDir();
  const grace = { ACTBOOK_KERNEL_GRACE_S: '60' };
  const app = await startScriptedApp(answer, home, grace);
  const { id = '' } = await post(app, '/api/sessions');
  const asked = { task: 'What is the total?', ways: 2 };
  await post(app, `/api/sessions/${id}/ways`, asked);
  const begun = await followUntil(app, id, (session) => session.ways.length === 1);
  const [ways] = begun.ways;
  const all = ways?.ways ?? [];
  expect(all.map(({ begins, name }) => [begins, name])).toEqual(
    DEFAULT_WAYS.slice(0, 2).map(({ name }) => ['empty', name]),
  );
  const refused = async (path: string, body: unknown = {}) =>
    (await app.request(`/api/sessions/${id}/${path}`, { method: 'POST', body: JSON.stringify(body) })).status;
  expect(await refused('ways', asked)).toBe(409);
  expect(await refused('ways', { task: 'x', ways: 6 })).toBe(400);
  expect(await refused(`ways/${ways?.id}/choose`, { sessionId: all[0]?.sessionId })).toBe(409);
  expect(await refused('ways/w-none/cancel')).toBe(404);
  await Promise.all(all.map(({ sessionId }) => followUntil(app, sessionId, isOn)));
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGKILL');
  await Promise.all(all.map(({ sessionId }) => waitUntilUnheard(join(home, 'kernels', `${sessionId}.json`))));

  const next = await startScriptedApp(answer, home, grace);
  await Promise.all(all.map(({ sessionId }) => writeFile(join(home, 'workspaces', sessionId, 'go'), '')));
  const after = await followUntil(next, id, (session) => session.ways[0]?.end != null, begun);
  expect(after.ways[0]?.end).toMatchObject({
    outcome: { status: 'chosen' },
    basis: { kind: 'values', values: [{ text: '4242' }] },
    kernel: 'moved',
  });
  expect(after.cells.at(-1)?.source).toBe('The total is 4242.');

  // The kernel has the name of its new notebook: that is where the next process finds it.
  const known = await findProcesses(home, next.pid, children);
  await next.kill('SIGKILL');
  await waitUntilUnheard(join(home, 'kernels', `${id}.json`));
  const last = await startScriptedApp(answer, home, grace);
  const { cellId = '' } = await post(last, `/api/sessions/${id}/cells`, {
    type: 'code',
    source: 'print(kept)',
  });
  await post(last, `/api/sessions/${id}/cells/${cellId}/execute`);
  const found = await followUntil(last, id, (session) => findCell(session, cellId)?.endedAt != null, after);
  expect(readStdout(findCell(found, cellId) ?? undefined)).toBe('41\n');
  await last.kill('SIGTERM');
  await expect.poll(() => findProcesses(home, last.pid, known)).toEqual([]);
});
