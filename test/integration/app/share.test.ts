/** Notebook files in, links and exports out, over the API of a running app. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { type App, startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const run = promisify(execFile);
const { python } = readConfig({ ...process.env });

const PIXELS = 'QUJD'.repeat(50_000);
const HOSTILE = '<script>evil()</script><img src=x onerror="evil()"><b>kept</b>';
const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 2,
  metadata: { kernelspec: { name: 'julia-1.9', display_name: 'Julia 1.9' }, authors: [{ name: 'me' }] },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Sales\n', 'Words.'] },
    {
      cell_type: 'code',
      metadata: { tags: ['keep'] },
      execution_count: 7,
      source: ['x = 6\n', 'x'],
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['six\n'] },
        { output_type: 'display_data', data: { 'text/html': [HOSTILE] }, metadata: {} },
        { output_type: 'display_data', data: { 'image/png': PIXELS }, metadata: {} },
      ],
    },
    { cell_type: 'raw', metadata: {}, source: 'as it is' },
  ],
};

async function open(app: App, name: string, content: unknown) {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const path = `/api/sessions/import?name=${encodeURIComponent(name)}`;
  const response = await app.request(path, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

test('a notebook file becomes a session: kept whole, told to the model, continued from, given back valid', async () => {
  let told = '';
  const app = await openScriptedApp([
    ({ messages }) => {
      told = JSON.stringify(messages);
      return '```python\nprint(x + 1)\n```';
    },
    'Seven.',
  ]);
  const { status, body } = await open(app, 'Sales 50%.ipynb', NOTEBOOK);
  expect(status).toBe(201);
  const opened = await followUntil(app, body.id, ({ files }) => files.length === 1);
  expect(opened.title).toBe('Sales 50%');
  expect(opened.imported?.kernelNote).toMatch(/“Julia 1.9”, which is not installed, and no other kernel/);
  expect(opened.cells.map(({ type, status, executionCount }) => [type, status, executionCount])).toEqual([
    ['markdown', 'idle', null],
    ['code', 'idle', 7],
    ['markdown', 'idle', null],
  ]);
  const [stream, , image] = opened.cells[1]?.outputs ?? [];
  expect(stream).toEqual({ output_type: 'stream', name: 'stdout', text: 'six\n' });
  expect(image && 'data' in image && image.data['image/png']).toMatchObject({
    encoding: 'base64',
    bytes: 150_000,
  });

  const cellId = opened.cells[1]?.id ?? '';
  await post(app, `/api/sessions/${body.id}/cells/${cellId}/execute`);
  const ran = await followUntil(app, body.id, ({ cells }) => cells[1]?.status === 'ok', opened);
  expect(ran.cells[1]?.executionCount).toBe(1);
  await post(app, `/api/sessions/${body.id}/runs`, { task: 'Go on.' });
  const ended = await followUntil(app, body.id, isEnded, ran);
  expect(ended.cells.at(-2)?.outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '7\n' }]);
  expect(told).toContain('Sales 50%.ipynb');
  expect(told).toMatch(
    /In \[7\] \(cell cell-2\):[\s\S]*It showed:[\s\S]*six[\s\S]*ran this cell of the notebook file/,
  );

  const folder = await createTempDir();
  for (const format of ['ipynb', 'py', 'html', 'md']) {
    const file = await app.request(`/api/sessions/${body.id}/export?format=${format}`);
    expect(file.headers.get('content-disposition')).toContain(`sales-50.${format}`);
    await writeFile(join(folder, `out.${format}`), await file.text());
  }
  const check = `import nbformat, sys; nbformat.validate(nbformat.read('${folder}/out.ipynb', 4))`;
  await run(python, ['-c', check]);
  const { stdout } = await run(python, [join(folder, 'out.py')]);
  expect(stdout).toBe('7\n');
  const again = await open(
    app,
    'again.ipynb',
    await (await app.request(`/api/sessions/${body.id}/export`)).text(),
  );
  expect(again.status).toBe(201);
});

test('old notebooks are upgraded, and what is none is refused in a sentence', async () => {
  const app = await openScriptedApp([]);
  const old = {
    nbformat: 3,
    nbformat_minor: 0,
    metadata: { name: '' },
    worksheets: [
      {
        cells: [
          {
            cell_type: 'code',
            input: ['1 + 1'],
            language: 'python',
            prompt_number: 4,
            collapsed: false,
            outputs: [{ output_type: 'pyout', prompt_number: 4, text: ['2'], metadata: {} }],
            metadata: {},
          },
        ],
      },
    ],
  };
  const { status, body } = await open(app, 'old.ipynb', old);
  expect(status).toBe(201);
  const session = await followUntil(app, body.id, ({ files }) => files.length === 1);
  expect(session.cells[0]).toMatchObject({ source: '1 + 1', executionCount: 4 });
  expect(session.imported?.kernelNote).toBeUndefined();

  const refused = async (content: unknown) => {
    const { status, body } = await open(app, 'bad.ipynb', content);
    return `${status} ${body.error.message}`;
  };
  expect(await refused('{')).toMatch(/^400 bad\.ipynb cannot be read: it is not valid JSON \(.*\)\.$/);
  expect(await refused({ a: 1 })).toMatch(/^400 bad\.ipynb cannot be read: it is not a notebook of format 4/);
  const odd = { ...NOTEBOOK, cells: [{ cell_type: 'quiz', metadata: {}, source: '' }] };
  expect(await refused(odd)).toBe('400 bad.ipynb cannot be read: its cell 1 is of the unknown type “quiz”.');
  expect((await (await app.request('/api/sessions')).json()).sessions).toHaveLength(1);
});

/** Without a login; what `fetch` would not send, such as a Host of its own, goes too. */
function visit(
  app: App,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${app.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('a link shows the notebook and opens nothing else, until it is revoked', async () => {
  const app = await openScriptedApp([]);
  const { body } = await open(app, 'sales.ipynb', NOTEBOOK);
  const base = `/api/sessions/${body.id}`;
  const made = await post(app, `${base}/shares`);
  const path = made.path ?? '';
  const token = path.replace('/shared/', '');
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);

  const shown = await visit(app, path);
  expect(shown.status).toBe(200);
  const text = shown.text.replace(PIXELS, '…').split('<main>')[1] ?? '';
  expect(text).toMatch(/<h1>sales<\/h1>[\s\S]*read-only[\s\S]*Words\.[\s\S]*six[\s\S]*<b>kept<\/b>/);
  expect(text).not.toMatch(/<script|onerror|\/api\//);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringMatching(/^sandbox allow-popups[^;]*; default-src 'none'; /),
  });

  // The token is good for this one page: not for a route, a page or a file, however it is sent.
  const paths = [
    ...['/', `/sessions/${body.id}`, `${path}/`, `${path}/events`, `${path}?x`, '/shared/', '/api/sessions'],
    ...['', '/events', '/shares', '/export', '/export?format=html', '/files', '/files/sales.ipynb'].map(
      (each) => base + each,
    ),
    ...[
      `${base}/cells/x/output`,
      `${base}/blobs/${'a'.repeat(64)}`,
      '/api/models',
      '/api/kernelspecs',
      '/api/sandbox',
    ],
  ];
  const cookie = `actbook-${new URL(app.url).port}=${token}`;
  for (const each of paths) {
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie }] as Record<
      string,
      string
    >[]) {
      expect((await visit(app, each, { headers })).status, each).toBe(401);
    }
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = { authorization: `Bearer ${token}`, origin: app.url };
    expect((await visit(app, path, { method, headers })).status).toBe(401);
    expect((await visit(app, `${base}/shares`, { method, headers })).status).toBe(401);
  }
  expect((await visit(app, path, { headers: { host: 'evil.example' } })).status).toBe(403);
  expect((await visit(app, `/login?token=${token}`)).status).toBe(401);
  for (const each of [`/shared/${'A'.repeat(43)}`, path.slice(0, -1), `${path}.`, `${path}%20`])
    expect(await visit(app, each), each).toMatchObject({
      text: expect.stringContaining('This link does not work'),
    });
  expect((await visit(app, path.slice(0, -1))).status).toBe(404);

  const list = async () => (await (await app.request(`${base}/shares`)).json()).shares;
  expect(await list()).toEqual([{ id: made.id, createdAt: expect.any(Number) }]);
  const revoke = () => app.request(`${base}/shares/${made.id}`, { method: 'DELETE' });
  expect((await revoke()).status).toBe(204);
  expect((await visit(app, path)).status).toBe(404);
  expect([(await revoke()).status, await list()]).toEqual([404, []]);

  const second = await post(app, `${base}/shares`);
  expect((await visit(app, second.path ?? '')).status).toBe(200);
  await app.request(base, { method: 'DELETE' });
  expect((await visit(app, second.path ?? '')).status).toBe(404);
});

test('the command prints the address of the app that runs on this data folder, or says which port it assumes', async () => {
  const app = await startApp();
  const { body } = await open(app, 'sales.ipynb', NOTEBOOK);
  await mkdir(join(app.home, 'servers'), { recursive: true });
  // Its process was another one, and its port is closed by now.
  const stale = { pid: process.pid, url: 'http://127.0.0.1:9', token: 'none' };
  await writeFile(join(app.home, 'servers', `${process.pid}.json`), JSON.stringify(stale));
  const share = () => runCli(['share', body.id], { home: app.home, env: { ACTBOOK_PORT: '8765' } });
  const beside = await share();
  expect(beside.stdout).toMatch(new RegExp(`^${app.url}/shared/[A-Za-z0-9_-]{43}\n$`));
  expect(beside.stderr).not.toContain('port');
  expect((await fetch(beside.stdout.trim())).status).toBe(200);

  await app.kill('SIGTERM');
  expect(await readdir(join(app.home, 'servers'))).toEqual([`${process.pid}.json`]);
  const alone = await share();
  expect(alone.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8765\/shared\//);
  expect(alone.stderr).toContain('The link is for the configured port, 8765');
});

test('cells of a file that are tagged may fail, or are not run, when all are run', async () => {
  const app = await openScriptedApp([]);
  const code = (source: string, tags: string[] = []) => ({
    cell_type: 'code',
    metadata: { tags },
    execution_count: null,
    outputs: [],
    source,
  });
  const cells = [
    code('n = 1'),
    code('1 / 0', ['raises-exception']),
    code('n = 100', ['skip-execution']),
    code('print(n + 1)'),
  ];
  const { body } = await open(app, 'tags.ipynb', { nbformat: 4, nbformat_minor: 4, metadata: {}, cells });
  await post(app, `/api/sessions/${body.id}/cells/execute`, { scope: 'all' });
  const session = await followUntil(
    app,
    body.id,
    ({ batch }) => batch !== null && batch.status !== 'running',
  );
  expect(session.batch).toMatchObject({ status: 'ok', done: 3 });
  expect(session.cells.map(({ status }) => status)).toEqual(['ok', 'error', 'idle', 'ok']);
  expect(session.cells.at(-1)?.outputs).toMatchObject([{ text: '2\n' }]);
});
