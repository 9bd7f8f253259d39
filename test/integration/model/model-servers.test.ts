/** A model connected while the app runs, by its API and by the command: used at once, and its key in nothing but its file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const KEY = 'sk-connected-canary-0123456789';

/** Answers the first question with code that prints all that a kernel can see of its environment. */
async function startServer() {
  return startProviderServer({
    answers: { 'GET /v1/models': { data: [{ id: 'writer' }] } },
    replies: [
      '```python\nimport os, glob\nprint(dict(os.environ))\nfor p in glob.glob("/proc/*/environ"):\n    try: print(open(p, "rb").read())\n    except OSError: pass\n```',
    ],
  });
}

async function send(app: App, method: string, path: string, body?: unknown, headers = {}) {
  const response = await app.request(path, { method, body: JSON.stringify(body), headers });
  return { status: response.status, text: await response.text() };
}

/** Everything that the home holds except the file of the model servers and what is not readable text. */
async function readHome(home: string): Promise<string> {
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && file.name !== 'model-servers.json')
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => ''));
  return (await Promise.all(texts)).join('\n');
}

test('a key is in no reply, page, log, export, kernel, or file but its own, and nothing of it remains', async () => {
  const [server, other] = await Promise.all([startServer(), startServer()]);
  const app = await startApp();
  let printed = '';
  app.child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  app.child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const said: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await send(app, method, path, body);
    said.push(reply.text);
    return reply;
  };
  const draft = { kind: 'compatible', address: server.url, key: KEY };
  expect(JSON.parse((await call('POST', '/api/model-servers/test', draft)).text)).toMatchObject({
    address: `${server.url}/v1`,
    model: { id: 'writer' },
    answer: {},
  });
  const added = await call('POST', '/api/model-servers', {
    ...draft,
    label: 'Lab',
    models: ['writer'],
    isDefault: true,
  });
  expect(added).toMatchObject({ status: 201, text: expect.stringContaining('"keyEnd":"6789"') });
  await call('POST', '/api/model-servers', { kind: 'vllm', address: other.url, models: ['writer'] });
  // Mistakes of a client, whose messages may not repeat what it sent.
  await call('POST', '/api/model-servers', { ...draft, key: `${KEY}\u0000` });
  await call('PATCH', '/api/model-servers/lab', { address: other.url });
  await call('PATCH', '/api/model-servers/lab', { keys: KEY });
  await call('PATCH', '/api/model-servers/none', { key: KEY });
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'What do you see?' });
  const session = await followUntil(app, id, isEnded);
  expect(session.runs[0]).toMatchObject({ model: { id: 'lab/writer', provider: 'Lab' } });
  expect(JSON.stringify(session.cells)).toContain('PATH');
  said.push(JSON.stringify(session));
  for (const format of ['ipynb', 'html', 'md', 'py'])
    await call('GET', `/api/sessions/${id}/export?format=${format}`);
  for (const path of ['/api/models?fresh=1', '/api/model-servers', '/', `/sessions/${id}`])
    await call('GET', path);
  await call('POST', '/api/model-servers/test', { id: 'vllm' });

  // Another process reads and changes the same file, and the app follows.
  const cli = (...args: string[]) => runCli(['models', ...args], { home: app.home });
  const listed = await cli('list');
  expect(listed.stdout).toMatch(/^lab {2}Lab .* key saved, ends in …6789 .*\n.*\ndefault: lab\/writer\n$/s);
  const tested = await cli('test', 'lab', '--json');
  expect(JSON.parse(tested.stdout)).toMatchObject({ answer: {}, model: { id: 'writer' } });
  expect(await call('DELETE', '/api/model-servers/lab')).toMatchObject({ status: 204 });
  expect(await call('GET', '/api/model-servers')).toMatchObject({
    text: expect.stringContaining('"undoMs":'),
  });
  expect(await call('POST', '/api/model-servers/lab/restore')).toMatchObject({
    status: 200,
    text: expect.stringContaining('"keyEnd":"6789"'),
  });
  expect(await call('POST', '/api/model-servers/test', { id: 'lab' })).toMatchObject({ status: 200 });
  expect(await call('POST', '/api/model-servers/lab/restore')).toMatchObject({ status: 404 });
  expect((await cli('remove', 'lab')).code).toBe(0);
  said.push(listed.stdout, listed.stderr, tested.stdout, tested.stderr);
  const refused = await call('POST', `/api/sessions/${id}/runs`, { task: 'Again?', model: 'lab/writer' });
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('“Lab” was removed') });

  expect(JSON.stringify(other.requests)).not.toContain(KEY);
  expect(server.chats.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  await app.kill('SIGTERM');
  for (const text of [...said, printed, await readHome(app.home)]) expect(text).not.toContain(KEY);
  expect(await readFile(join(app.home, 'model-servers.json'), 'utf8')).not.toContain(KEY);
});

test('strangers and other sites connect and test nothing', async () => {
  const server = await startServer();
  const app = await openApp();
  const draft = { kind: 'compatible', address: server.url };
  const routes = [
    ['GET', '/api/model-servers'],
    ['POST', '/api/model-servers'],
    ['POST', '/api/model-servers/test'],
    ['PATCH', '/api/model-servers/a'],
    ['DELETE', '/api/model-servers/a'],
    ['POST', '/api/model-servers/a/restore'],
    ['PUT', '/api/models/default'],
  ] as const;
  for (const [method, path] of routes) {
    const body = method === 'GET' ? {} : { body: JSON.stringify(draft) };
    const stranger = await fetch(`${app.url}${path}`, { method, ...body });
    expect([method, path, stranger.status]).toEqual([method, path, 401]);
    if (method === 'GET') continue;
    const site = await send(app, method, path, draft, { origin: 'https://evil.example' });
    expect([method, path, site.status]).toEqual([method, path, 403]);
  }
  expect(server.requests).toEqual([]);
});

test('the command connects, says what is wrong, and takes a key from a variable', async () => {
  const server = await startServer();
  const home = await createTempDir();
  const cli = (args: string[], env = {}) => runCli(['models', ...args], { home, env });
  const address = ['--address', server.url];
  const wanting = await cli(['add', 'openai', ...address]);
  expect(wanting).toMatchObject({ code: 2, stderr: expect.stringContaining('--key-env') });
  const gone = await cli(['add', 'compatible', '--address', 'http://127.0.0.1:9']);
  expect(gone).toMatchObject({ code: 1, stdout: expect.stringContaining('does not answer') });
  const added = await cli(['add', 'openai', ...address, '--key-env', 'LAB_KEY', '--default', '--json'], {
    LAB_KEY: KEY,
  });
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout)).toMatchObject({
    server: { id: 'openai', key: 'saved', models: ['writer'] },
    test: { answer: {} },
  });
  const listed = JSON.parse((await cli(['list', '--json'])).stdout);
  expect(listed).toMatchObject({ servers: [{ id: 'openai' }], defaultId: 'openai/writer' });
  expect(added.stdout + JSON.stringify(listed)).not.toContain(KEY);
  const doctor = async () => (await runCli(['doctor'], { home })).stdout;
  expect(await doctor()).toMatch(/^ok +model +openai\/writer, whose server answers; servers: OpenAI \(http/m);
  const dead = ['--address', 'http://127.0.0.1:9', '--no-test', '--model', 'ghost', '--default'];
  expect((await cli(['add', 'compatible', ...dead])).code).toBe(0);
  expect(await doctor()).toMatch(/^ok +model +\S+\/ghost; servers: .*\n +→ .*does not answer/m);
  expect((await cli(['default', 'builtin'])).code).toBe(0);
  expect(await doctor()).toMatch(/^ok +model +built-in analyst \(no language model\); servers: OpenAI/m);
  expect((await cli(['default', 'openai/nobody'])).code).toBe(2);
  const fixed = await cli(['default', 'builtin'], { OPENAI_BASE_URL: server.url });
  expect(fixed).toMatchObject({ code: 1, stderr: expect.stringContaining('The environment sets') });
  expect((await cli(['add', 'nothing'])).code).toBe(2);
});
