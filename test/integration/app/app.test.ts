import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import { waitForCommand } from '../../helpers/kernel/kernel-processes.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { findProcesses } from '../../helpers/processes.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('session, file, run, stream, resume, blob and export over the API', async () => {
  const app = await openScriptedApp([
    fence(
      'import pandas as pd\nimport matplotlib.pyplot as plt\ndf = pd.read_csv("my data.csv")\nprint(df.x.sum())',
    ),
    fence('import numpy as np\nplt.imshow(np.random.default_rng(0).random((400, 400)))\nplt.show()'),
    'The sum is 6.',
  ]);
  const { id } = await post(app, '/api/sessions', {});
  for (const name of ['50% off.csv', '100%25.csv']) {
    const path = `/api/sessions/${id}/files/${encodeURIComponent(name)}`;
    const added = await app.request(path, { method: 'PUT', body: name });
    expect([await added.json(), await (await app.request(path)).text()]).toEqual([
      { name, bytes: name.length },
      name,
    ]);
  }
  const file = await app.request(`/api/sessions/${id}/files/my%20data.csv`, {
    method: 'PUT',
    body: 'x\n1\n2\n3\n',
  });
  expect([file.status, await file.json()]).toEqual([201, { name: 'my data.csv', bytes: 8 }]);
  await post(app, `/api/sessions/${id}/runs`, { task: 'Sum of x?', files: ['my data.csv'] });
  const session = await followUntil(app, id ?? '', isEnded);
  expect(session.title).toBe('Sum of x?');
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  expect(session.cells.map((cell) => [cell.role, cell.status])).toEqual([
    ['task', 'idle'],
    ['code', 'ok'],
    ['code', 'ok'],
    ['answer', 'idle'],
  ]);
  expect(session.cells[1]?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '6\n' }]);

  // A second reader, or one that comes back, sees the same.
  expect(await followUntil(app, id ?? '', isEnded)).toEqual(session);

  const plot = session.cells[2]?.outputs[0];
  const ref = plot && 'data' in plot ? plot.data['image/png'] : null;
  expect(ref).toMatchObject({ encoding: 'base64' });
  const blob = (ref as { blob: string }).blob;
  const image = await app.request(`/api/sessions/${id}/blobs/${blob}?type=image/png`);
  expect(image.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await image.arrayBuffer());

  const exported = await app.request(`/api/sessions/${id}/export?format=ipynb`);
  expect(exported.headers.get('content-disposition')).toContain("filename*=UTF-8''sum-of-x.ipynb");
  const notebook = await exported.json();
  expect(notebook.cells[2].outputs[0].data['image/png']).toBe(bytes.toString('base64'));
  expect(JSON.stringify(notebook)).not.toContain('sk-canary');

  const download = await app.request(`/api/sessions/${id}/files/my%20data.csv`);
  expect([await download.text(), download.headers.get('content-disposition')]).toEqual([
    'x\n1\n2\n3\n',
    "attachment; filename*=UTF-8''my%20data.csv",
  ]);
  const head = await app.request(`/api/sessions/${id}/files/my%20data.csv`, {
    headers: { range: 'bytes=0-2' },
  });
  expect([head.status, await head.text(), head.headers.get('content-range')]).toEqual([
    206,
    'x\n1',
    'bytes 0-2/8',
  ]);
  const filters = encodeURIComponent('[{"column":0,"is":"range","from":"2"}]');
  const page = await app.request(`/api/sessions/${id}/tables/files/my%20data.csv?filters=${filters}&rows=1`);
  expect(await page.json()).toMatchObject({
    rowCount: 3,
    matchCount: 2,
    rows: [{ position: 1, values: ['2'] }],
  });
  const part = await app.request(
    `/api/sessions/${id}/table-exports/files/my%20data.csv?format=tsv&filters=${filters}`,
  );
  expect([
    await part.text(),
    part.headers.get('x-actbook-rows'),
    part.headers.get('content-disposition'),
  ]).toEqual(['x\r\n2\r\n3\r\n', '2', "attachment; filename*=UTF-8''my%20data.tsv"]);
  const unread = await app.request(`/api/sessions/${id}/tables/files/my%20data.csv?filters=x`);
  expect([unread.status, (await unread.json()).error.message]).toEqual([400, 'filters: is not JSON.']);
  expect((await app.request(`/api/sessions/${id}/tables/elsewhere/x`)).status).toBe(400);
  expect((await app.request(`/api/sessions/${id}/table-summaries/displays/0`)).status).toBe(404);

  const { files } = await (await app.request(`/api/sessions/${id}/files`)).json();
  expect(files).toContainEqual({ name: 'my data.csv', bytes: 8, modifiedAt: expect.any(Number) });

  const list = async (search: string) =>
    (await app.request(`/api/sessions?search=${encodeURIComponent(search)}`)).json();
  const patch = { method: 'PATCH', body: '{"isPinned":true}' };
  expect((await app.request(`/api/sessions/${id}`, patch)).status).toBe(204);
  expect((await list('sum of x')).sessions).toMatchObject([{ id, isPinned: true }]);
  expect((await list('no such words')).sessions).toEqual([]);
  expect((await app.request(`/api/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(
    (await app.request(`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"x"}' })).status,
  ).toBe(404);
  expect(await list('')).toMatchObject({ sessions: [], discarded: [{ id }] });
  expect((await app.request(`/api/sessions/${id}/restore`, { method: 'POST' })).status).toBe(204);
  // Its kernel is still there, and what the kernel knows.
  expect(await followUntil(app, id ?? '', isEnded)).toEqual(session);
  expect((await app.request(`/api/sessions/${id}/tables/variables/none`)).status).toBe(409);
  expect((await app.request(`/api/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await app.request(`/api/sessions/${id}`)).status).toBe(404);
});

const HALF = '{"type":"code","source":"\\ud83d"}';
const LATIN = Buffer.from('{"type":"code","source":"grün"}', 'latin1');

test('the API refuses bad input with a sentence and does not lose the session', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions', { title: 'Mine' });
  const cases: [path: string, init: RequestInit, status: number][] = [
    ['/api/none', {}, 404],
    ['/api/sessions/s-none', {}, 404],
    ['/api/sessions/s-none/events', {}, 404],
    ['/api/sessions/s-none/runs', { method: 'POST', body: '{"task":"x"}' }, 404],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"  "}' }, 400],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":' }, 400],
    [`/api/sessions/${id}/cells`, { method: 'POST', body: HALF }, 400],
    [`/api/sessions/${id}/cells`, { method: 'POST', body: LATIN }, 400],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"x","model":"none"}' }, 400],
    [`/api/sessions/${id}/approval`, { method: 'PUT', body: '{"approval":"some"}' }, 400],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"x","files":["none.csv"]}' }, 400],
    [`/api/sessions/${id}/runs`, { method: 'POST', body: '{"task":"x","limits":{"maxSteps":0}}' }, 400],
    [`/api/sessions/${id}/runs/r-none/cancel`, { method: 'POST' }, 404],
    [`/api/sessions/${id}/kernel`, { method: 'POST', body: '{"action":"interrupt"}' }, 409],
    [`/api/sessions/${id}/kernel`, { method: 'POST', body: '{"action":"rebuild"}' }, 409],
    ['/api/sessions/s-none/kernel', { method: 'POST', body: '{"action":"rebuild"}' }, 404],
    [`/api/sessions/${id}/cells/none/back`, { method: 'POST' }, 404],
    [`/api/sessions/${id}/cells/none/back`, { method: 'POST', body: '{}' }, 404],
    [`/api/sessions/${id}/cells/none/back`, { method: 'POST', body: 'now' }, 400],
    [`/api/sessions/${id}/cells/none/back`, { method: 'POST', body: '[]' }, 400],
    [`/api/sessions/${id}/cells/none/back`, { method: 'POST', body: '{"files":true}' }, 400],
    ['/api/sessions/s-none/checkpoints', {}, 404],
    [`/api/sessions/${id}/kernel`, { method: 'POST', body: '{"action":"extend","cellId":"c"}' }, 400],
    [`/api/sessions/${id}/kernel`, { method: 'POST', body: '{"action":"explode"}' }, 400],
    [`/api/sessions/${id}/files/..%2f..%2factbook.db`, {}, 400],
    [`/api/sessions/${id}/files/.bashrc`, { method: 'PUT', body: 'x' }, 400],
    [`/api/sessions/${id}/files/a%2f..%2fb`, { method: 'PUT', body: 'x' }, 400],
    [`/api/sessions/${id}/files/none.csv`, {}, 404],
    [`/api/sessions/${id}/files/none.csv`, { method: 'POST' }, 404],
    [`/api/sessions/${id}/blobs/..%2f..%2factbook.db`, {}, 404],
    [`/api/sessions/${id}/export?format=exe`, {}, 400],
  ];
  for (const [path, init, status] of cases) {
    const response = await app.request(path, init);
    const body = await response.json();
    expect([response.status, typeof body.error?.message], path).toEqual([status, 'string']);
    expect(JSON.stringify(body), path).not.toMatch(/\n {4}at |node_modules/);
  }
  expect((await app.request(`/api/sessions/${id}`)).status).toBe(200);
  expect((await app.request('/api/health', { method: 'HEAD' })).status).toBe(200);
  expect(await (await app.request('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
});

test('only the owner of the link gets in, and only from the app itself', async () => {
  const app = await openApp();
  const anonymous = await fetch(`${app.url}/`);
  expect(anonymous.status).toBe(401);
  expect((await fetch(`${app.url}/api/sessions`)).status).toBe(401);
  expect((await fetch(`${app.url}/api/openapi.json`)).status).toBe(401);
  expect((await fetch(`${app.url}/login?token=wrong`)).status).toBe(401);
  for (const path of ['/frame/..%2fapi/sessions', '/frame/', '/frame/index.html/../../api/sessions']) {
    expect((await fetch(app.url + path)).status, path).toBe(401);
  }
  expect((await fetch(`${app.url}//frame/index.html`)).status).toBe(400);
  expect((await fetch(`${app.url}/frame/index.html`)).status).toBe(200);

  const login = await fetch(app.loginUrl, { redirect: 'manual' });
  const cookie = login.headers.get('set-cookie') ?? '';
  expect([login.status, login.headers.get('location')]).toEqual([303, '/']);
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Path=\//);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  expect((await fetch(`${app.url}/api/sessions`, { headers })).status).toBe(200);

  const create = (extra: Record<string, string>) =>
    fetch(`${app.url}/api/sessions`, { method: 'POST', body: '{}', headers: { ...headers, ...extra } });
  expect((await create({ origin: app.url })).status).toBe(201);
  expect((await create({})).status).toBe(401);
  expect((await create({ origin: 'null' })).status).toBe(403);
  expect((await create({ origin: 'http://evil.example' })).status).toBe(403);

  // fetch cannot set Host, which is what DNS rebinding changes.
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.end(
    `GET /api/health HTTP/1.1\r\nHost: evil.example\r\nCookie: ${headers.cookie}\r\nConnection: close\r\n\r\n`,
  );
  const [reply] = await once(socket, 'data');
  expect(String(reply)).toMatch(/^HTTP\/1\.1 403/);
});

test('a flood of output leaves log, prompt and app bounded, with head and tail kept', async () => {
  const app = await startScriptedApp([
    fence('for i in range(200_000):\n    print("line", i)'),
    (request) => {
      const prompt = JSON.stringify(request.messages);
      const seen = prompt.includes('line 0\\n') && prompt.includes('line 199999') && prompt.length < 20_000;
      return seen ? 'Seen.' : 'Not seen.';
    },
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Print much.' });
  const session = await followUntil(app, id, isEnded);
  expect(session.cells.at(-1)?.source).toBe('Seen.');
  expect(JSON.stringify(session).length).toBeLessThan(500_000);
  expect((await readFile(join(app.home, 'actbook.db'))).byteLength).toBeLessThan(4_000_000);
});

test('stop interrupts a running cell, and the kernel continues with its variables', async () => {
  const app = await openScriptedApp([
    fence('import time\nkept = 41\nprint("waiting", flush=True)\ntime.sleep(600)'),
    fence('print(kept + 1)'),
    '42.',
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const { runId } = await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  const running = await followUntil(app, id, (session) =>
    session.cells.some((cell) => cell.outputs.length > 0),
  );
  const second = await app.request(`/api/sessions/${id}/runs`, {
    method: 'POST',
    body: '{"task":"Too early."}',
  });
  expect(second.status).toBe(409);
  await post(app, `/api/sessions/${id}/runs/${runId}/cancel`);
  const stopped = await followUntil(app, id, isEnded, running);
  expect(stopped.runs[0]?.outcome).toMatchObject({ status: 'stopped', reason: 'cancelled' });
  expect(stopped.cells[1]?.status).toBe('interrupted');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Go on.' });
  const done = await followUntil(
    app,
    id,
    (session) => session.runs.length === 2 && isEnded(session),
    stopped,
  );
  expect(done.cells.at(-2)?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '42\n' }]);
});

test('kill -9 of the app: no process left, the log intact, and the session says what happened', async () => {
  const home = await createTempDir();
  const app = await startScriptedApp(
    [fence('import time\nprint("before", flush=True)\ntime.sleep(600)')],
    home,
  );
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  const before = await followUntil(app, id, (session) =>
    session.cells.some((cell) => cell.outputs.length > 0),
  );
  const children = await findProcesses(home, app.pid);
  expect(children.length).toBeGreaterThanOrEqual(2);
  await app.kill('SIGKILL');
  await expect.poll(() => findProcesses(home, app.pid, children)).toEqual([]);

  const next = await startApp({ home });
  const after = await followUntil(next, id, isEnded);
  expect(after.runs[0]?.outcome).toMatchObject({ status: 'failed', code: 'interrupted' });
  expect(after.cells[1]).toMatchObject({ status: 'kernel-died', outputs: before.cells[1]?.outputs });
  expect(after.kernel).toMatchObject({ status: 'none', id: 'k-2' });
  await post(next, `/api/sessions/${id}/runs`, { task: 'What now?' });
  const again = await followUntil(
    next,
    id,
    (session) => session.runs.length === 2 && isEnded(session),
    after,
  );
  expect(again.runs[1]?.outcome).toEqual({ status: 'answered' });
});

test('a polite stop closes kernels, says so in the log, and ends at once even with open streams', async () => {
  const home = await createTempDir();
  const app = await startScriptedApp([fence('x = 1'), 'Done.'], home);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Set x.' });
  const session = await followUntil(app, id, isEnded);
  const open = await app.request(`/api/sessions/${id}/events`);
  const children = await findProcesses(home, app.pid);
  await app.kill('SIGTERM');
  expect(app.child.exitCode).toBe(0);
  await open.body?.cancel().catch(() => {});
  await expect.poll(() => findProcesses(home, app.pid, children)).toEqual([]);
  const next = await startApp({ home });
  const after = await followUntil(next, id, (each) => each.kernel.status === 'none', session);
  expect(after.kernel.lost).toContain('closed');
});

test.each(['on', 'off'])(
  'a polite stop gives up a kernel that is still starting, sandbox %s',
  async (sandbox) => {
    const home = await createTempDir();
    const folder = join(home, 'jupyter/kernels/slow');
    await mkdir(folder, { recursive: true });
    // One that never answers.
    const spec = { argv: ['sleep', `600.${process.pid}`], display_name: 'Slow', language: 'slow' };
    await writeFile(join(folder, 'kernel.json'), JSON.stringify(spec));
    const app = await startScriptedApp([], home, {
      JUPYTER_PATH: join(home, 'jupyter'),
      ACTBOOK_SANDBOX: sandbox,
    });
    const { id = '' } = await post(app, '/api/sessions', { kernel: 'slow' });
    await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
    await waitForCommand(`600.${process.pid}`);
    const children = await findProcesses(home, app.pid);
    await app.kill('SIGTERM');
    expect(app.child.exitCode).toBe(0);
    await expect.poll(() => findProcesses(home, app.pid, children), { timeout: 5_000 }).toEqual([]);
    const next = await startScriptedApp([], home);
    const { runs, kernel } = await followUntil(next, id, isEnded);
    expect([runs[0]?.outcome?.status, kernel.status]).toEqual(['stopped', 'none']);
  },
);

test('a session has the kernel it was made with, and cannot be made with one that is not there', async () => {
  const app = await openApp();
  const { kernelspecs } = await (await app.request('/api/kernelspecs')).json();
  const python = { name: 'python3', displayName: 'Python 3 (ipykernel)', language: 'python' };
  expect(kernelspecs).toContainEqual(python);
  const made = await app.request('/api/sessions', { method: 'POST', body: '{"kernel": "python3"}' });
  expect(made.status).toBe(201);
  const refused = await app.request('/api/sessions', { method: 'POST', body: '{"kernel": "cobol"}' });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: { message: expect.stringMatching(/no kernel “cobol”. Installed: .*python3/) } },
  ]);
});
