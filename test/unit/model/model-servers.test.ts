/** Model servers that the user saves: their file, their keys, their addresses, and what a test of one says. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServerDesk } from '../../../lib/app/create-server-desk.ts';
import type { ModelConfig } from '../../../lib/config/read-model-config.ts';
import { toObstacle } from '../../../lib/model/openai/obstacle.ts';
import { NewServer } from '../../../lib/protocol/models/model-server.ts';
import { UNDO_MS } from '../../../lib/protocol/undo.ts';
import { ask, OLLAMA, toConfig } from '../../helpers/model/provider-models.ts';
import { type ProviderServerOptions, startProviderServer } from '../../helpers/model/provider-server.ts';
import { serveHttp } from '../../helpers/serve-http.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const KEY = 'sk-canary-0123456789-abcd';
const LIST = { 'GET /v1/models': { data: [{ id: 'one' }, { id: 'two' }] } };

async function openDesk(config: Partial<ModelConfig> = {}) {
  const home = await createTempDir();
  const path = join(home, 'model-servers.json');
  const open = () => createServerDesk({ ...toConfig([]), serversPath: path, ...config });
  return { home, path, open, ...open() };
}

const signal = new AbortController().signal;

test('a key is saved in a file for its owner alone, replaced as a whole, and returned by nothing', async () => {
  const { home, path, open, servers, models } = await openDesk();
  const server = await startProviderServer({ answers: LIST });
  const given = { address: `${server.url}/v1/chat/completions`, key: KEY, models: ['two'], isDefault: true };
  const added = servers.add({ kind: 'compatible', label: 'Lab server', ...given });
  expect(added).toEqual({
    id: 'lab-server',
    label: 'Lab server',
    kind: null,
    address: `${server.url}/v1`,
    models: ['two'],
    key: 'saved',
    keyEnd: 'abcd',
    setBy: 'user',
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(home)).toEqual(['model-servers.json']);
  expect(readFileSync(path, 'utf8')).toContain(KEY);
  // Another process sees it, and so does the one that has it open.
  expect(open().models.listConfigured()[0]).toMatchObject({ id: 'lab-server/two', provider: 'Lab server' });
  expect((await models.open()).info.id).toBe('lab-server/two');
  await ask(await models.open());
  expect(server.chats[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(server.chats[0]?.body.model).toBe('two');
  const inode = statSync(path).ino;
  servers.change('lab-server', { label: 'Lab' });
  expect(statSync(path).ino).not.toBe(inode);
  const test = await servers.test({ id: 'lab-server' }, signal);
  const said = [servers.list(), test, await models.list(), models.listConfigured()];
  expect(JSON.stringify(said)).not.toContain(KEY);
});

test('a key stays with its address', async () => {
  const { servers } = await openDesk();
  const [server, thief] = await Promise.all([
    startProviderServer({}),
    startProviderServer({ answers: LIST }),
  ]);
  const { id } = servers.add({ kind: 'openai', address: server.url, key: KEY });
  const moved = { address: thief.url };
  expect(() => servers.change(id, moved)).toThrow('Enter the key again');
  await expect(servers.test({ id, ...moved }, signal)).rejects.toThrow('Enter the key again');
  expect(thief.requests).toEqual([]);
  expect(servers.change(id, { ...moved, key: null })).toMatchObject({ key: 'none' });
  await servers.test({ id }, signal);
  expect(JSON.stringify(thief.requests)).not.toContain(KEY);
});

test('settings of the time when servers were called connections are taken over', async () => {
  const { home, path, servers, models } = await openDesk();
  const lab = { label: 'Lab', kind: 'vllm', address: 'http://127.0.0.1:9/v1', apiKey: KEY, models: ['one'] };
  const former = { default: 'lab/one', connections: { lab }, removed: {} };
  writeFileSync(join(home, 'connections.json'), JSON.stringify(former), { mode: 0o600 });
  expect(servers.list()).toMatchObject({ servers: [{ id: 'lab', key: 'saved' }], defaultId: 'lab/one' });
  expect((await models.open()).info.id).toBe('lab/one');
  servers.change('lab', { label: 'Laboratory' });
  // A key that is removed later is nowhere else then.
  expect(readdirSync(home)).toEqual(['model-servers.json']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ servers: { lab: { label: 'Laboratory' } } });
  servers.remove('lab');
  expect(servers.list().servers).toEqual([]);
});

test('a removed server is named where it is used, and its ID goes to no other', async () => {
  const own = { name: null, baseUrl: 'http://127.0.0.1:9/v1' };
  const { servers, models, path } = await openDesk({ providers: toConfig([own]).providers });
  const server = await startProviderServer({ answers: LIST });
  const { id } = servers.add({ kind: 'vllm', address: server.url, key: KEY });
  const running = await models.open(`${id}/one`);
  servers.remove(id);
  expect(readFileSync(path, 'utf8')).not.toContain(KEY);
  await ask(running);
  expect(server.chats).toHaveLength(1);
  await expect(models.open(`${id}/one`)).rejects.toMatchObject({
    code: 'bad-request',
    message: 'The model server “vLLM” was removed, so its model one cannot answer. Choose another model.',
  });
  expect(servers.listRemoved()).toEqual([{ id, label: 'vLLM' }]);
  expect(servers.add({ kind: 'vllm', address: 'http://127.0.0.1:9' }).id).toBe(`${id}-2`);
  expect(servers.add({ kind: 'vllm', address: server.url }).id).toBe(id);
  expect(servers.listRemoved()).toEqual([]);
  expect(() => servers.remove('gone')).toThrow('No model server has the ID “gone”');
});

test('a removal can be undone while the key is kept in memory, and by this process only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { servers, path, open } = await openDesk();
  const draft = { address: 'http://127.0.0.1:9', key: KEY, models: ['one', 'two'], isDefault: true };
  const { id } = servers.add({ kind: 'vllm', ...draft });
  const before = readFileSync(path, 'utf8');
  servers.remove(id);
  expect(readFileSync(path, 'utf8')).not.toContain(KEY);
  expect(servers.list()).toMatchObject({
    restorable: [{ id, label: 'vLLM', undoMs: UNDO_MS }],
    defaultId: 'builtin',
  });
  expect(open().servers.list().restorable).toEqual([]);
  expect(() => open().servers.restore(id)).toThrow('can no longer be restored');
  expect(servers.restore(id)).toMatchObject({ id, key: 'saved' });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(before));

  // The default follows the model that takes the place of its own, and leaves with `false`.
  servers.change(id, { models: ['three', 'two'] });
  expect(servers.list().defaultId).toBe(`${id}/three`);
  servers.change(id, { isDefault: false });
  expect(servers.list().defaultId).toBe('builtin');

  servers.remove(id);
  expect(open().servers.add({ kind: 'vllm', address: draft.address })).toMatchObject({ id, key: 'none' });
  expect(servers.list().restorable).toEqual([]);
  expect(() => servers.restore(id)).toThrow('can no longer be restored');
  servers.remove(id);
  vi.advanceTimersByTime(UNDO_MS);
  expect(servers.list().restorable).toEqual([]);
  expect(() => servers.restore(id)).toThrow('can no longer be restored');
});

test('what the environment and models.json say comes first and is not changed here', async () => {
  const fixed = toConfig([
    { name: null, models: { m: {} } },
    { name: 'lab', baseUrl: 'http://127.0.0.1:9/v1' },
  ]);
  const { servers, models } = await openDesk(fixed);
  expect(servers.list().servers).toMatchObject([
    { id: '', kind: 'openai', key: 'environment', keyVariable: 'P_KEY', setBy: 'environment' },
    { id: 'lab', setBy: 'models-file' },
  ]);
  expect(() => servers.change('lab', { label: 'x' })).toThrow('models.json');
  expect(models.listConfigured().map(({ id }) => id)).toEqual(['builtin', 'm']);
});

test('the default is what a variable says, then what the user chose, then what models.json says', async () => {
  const server = await startProviderServer({ answers: LIST });
  const lab = { name: 'lab', baseUrl: `${server.url}/v1`, models: { one: {}, two: {} } };
  const file = { ...toConfig([lab]), defaultId: 'lab/one' };
  const { servers, models, path } = await openDesk(file);
  const chosen = createServerDesk({ ...file, serversPath: path });
  expect(models.listConfigured()[0]?.id).toBe('lab/one');
  expect(() => servers.add({ kind: 'ollama', address: server.url })).toThrow('saves no model servers');
  await chosen.servers.chooseDefault('lab/two');
  expect(chosen.models.listConfigured()[0]?.id).toBe('lab/two');
  await expect(chosen.servers.chooseDefault('lab/none')).rejects.toMatchObject({ code: 'bad-request' });
  await chosen.servers.chooseDefault('builtin');
  expect((await chosen.models.open()).info.id).toBe('builtin');
  const decided = createServerDesk({ ...file, isDefaultFixed: true, serversPath: path });
  expect(decided.servers.list()).toMatchObject({ defaultId: 'lab/one', isDefaultFixed: true });
  await expect(decided.servers.chooseDefault('builtin')).rejects.toMatchObject({ code: 'conflict' });
});

test('a damaged file is reported and never overwritten, and one that others can read is closed to them', async () => {
  const { servers, models, path } = await openDesk();
  writeFileSync(path, `{"servers": "${KEY}`, { mode: 0o644 });
  expect(servers.list()).toMatchObject({ servers: [], problem: expect.stringContaining('damaged') });
  expect(models.listConfigured()).toMatchObject([{ id: 'builtin' }]);
  let thrown: unknown;
  try {
    servers.add({ kind: 'ollama', address: 'http://127.0.0.1:9' });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'conflict' });
  expect(String(thrown) + JSON.stringify(thrown)).not.toContain(KEY);
  expect(readFileSync(path, 'utf8')).toContain(KEY);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ['127.0.0.1:8000', 'http://127.0.0.1:8000/v1'],
  ['https://models.example.com/', 'https://models.example.com/v1'],
  ['https://models.example.com/api/v3/chat/completions', 'https://models.example.com/api/v3'],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ],
  ['https://x.openai.azure.com/?api-version=2024-10-21', 'https://x.openai.azure.com/'],
])('the address %s is saved as %s', async (typed, saved) => {
  const { servers } = await openDesk();
  expect(servers.add({ kind: 'compatible', address: typed }).address).toBe(saved);
});

test.each([
  ['ftp://example.com', 'not an address'],
  ['http://', 'not an address'],
  ['http://user:pass@example.com', 'contains a password or a key'],
  ['https://example.com/v1?key=abc', 'contains a password or a key'],
  ['http://169.254.169.254/latest', 'reserved'],
  ['http://[fe80::1]/v1', 'reserved'],
])('the address %s is refused', async (address, message) => {
  const { servers } = await openDesk();
  expect(() => servers.add({ kind: 'compatible', address })).toThrow(message);
});

test('a key is what a header can carry', () => {
  const parse = (key: string) => NewServer.safeParse({ kind: 'openai', address: 'x', key });
  expect(parse(` ${KEY}\n`).data?.key).toBe(KEY);
  expect(parse('sk-…').success).toBe(false);
  expect(parse('a\r\nx-other: b').success).toBe(false);
});

async function testServer(options: ProviderServerOptions, draft: Record<string, string> = {}) {
  const { servers } = await openDesk();
  const server = await startProviderServer(options);
  const tested = await servers.test({ address: server.url, key: KEY, ...draft }, signal);
  expect(JSON.stringify(tested)).not.toContain(KEY);
  return { server, tested };
}

test('a test lists the models, asks one, and says what its server says about it', async () => {
  const priced = {
    id: 'qwen/qwen3-coder',
    name: 'Qwen3 Coder',
    context_length: 262144,
    architecture: { input_modalities: ['text'] },
    supported_parameters: ['tools'],
    pricing: { prompt: '0.0000003', completion: '0.0000012' },
  };
  const list = { 'GET /api/v1/models': { data: [{ id: 'a/first' }, priced] } };
  const { tested } = await testServer(
    { answers: list },
    { kind: 'openrouter', address: (await startProviderServer({ answers: list })).url.concat('/api/v1') },
  );
  expect(tested).toMatchObject({
    kind: 'openrouter',
    models: [{ id: 'a/first' }, { label: 'Qwen3 Coder' }],
    model: {
      id: 'qwen/qwen3-coder',
      contextTokens: 262144,
      vision: false,
      nativeTools: true,
      prices: { inputPerMTok: 0.3, outputPerMTok: 1.2 },
    },
    answer: { text: 'Hello.', usage: { promptTokens: 1000 } },
  });
});

test('Azure is asked by deployment, with its key header and api-version', async () => {
  const { server, tested } = await testServer(
    {},
    { kind: 'azure', apiVersion: '2024-10-21', model: 'my gpt' },
  );
  expect(tested).toMatchObject({ kind: 'azure', models: [], answer: { text: 'Hello.' } });
  expect(tested.listProblem).toContain('does not list deployments');
  expect(server.chats[0]?.path).toBe('/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21');
  expect(server.chats[0]?.headers).toMatchObject({ 'api-key': KEY });
  expect(server.chats[0]?.headers.authorization).toBeUndefined();
});

test('Anthropic’s and Google’s lists are asked with the headers of their own APIs', async () => {
  const claude = {
    id: 'claude-sonnet-5',
    display_name: 'Claude Sonnet 5',
    max_input_tokens: 200000,
    capabilities: { image_input: { supported: true } },
  };
  const anthropic = await testServer(
    { answers: { 'GET /v1/models': { data: [{ id: 'claude-haiku-5' }, claude] } } },
    { kind: 'anthropic' },
  );
  expect(anthropic.server.requests[0]?.headers).toMatchObject({
    'x-api-key': KEY,
    'anthropic-version': '2023-06-01',
  });
  expect(anthropic.tested).toMatchObject({
    model: { id: 'claude-sonnet-5', label: 'Claude Sonnet 5', contextTokens: 200000, vision: true },
    answer: {},
  });
  expect(anthropic.tested.model).not.toHaveProperty('prices');
  const gemini = { id: 'models/gemini-3-flash', display_name: 'Gemini 3 Flash' };
  const google = await testServer(
    {
      answers: {
        'GET /v1/models': { data: [gemini, { id: 'models/embedding-001' }] },
        'GET /v1beta/models/gemini-3-flash': { inputTokenLimit: 1048576 },
      },
    },
    { kind: 'google' },
  );
  expect(google.tested).toMatchObject({
    models: [{ id: 'gemini-3-flash', label: 'Gemini 3 Flash' }],
    model: { contextTokens: 1048576 },
  });
  expect(google.server.chats[0]?.body.model).toBe('gemini-3-flash');
});

test('Ollama is recognized by its answers', async () => {
  const { tested } = await testServer(OLLAMA);
  expect(tested).toMatchObject({
    kind: 'ollama',
    model: { id: 'gemma3:4b', vision: true, nativeTools: false },
  });
});

const status = (code: number, message: string): ProviderServerOptions => ({
  answers: LIST,
  refuse: () => ({ status: code, message }),
});

test.each<[string, ProviderServerOptions, RegExp]>([
  ['a wrong key', status(401, `Incorrect API key provided: ${KEY}`), /rejected the API key\. Enter it again/],
  [
    'a wrong key, as Google says it',
    status(400, 'API key not valid. Please pass one.'),
    /rejected the API key/,
  ],
  ['an unknown model', status(404, 'The model does not exist'), /has no model "one"\. Choose one it offers/],
  ['a model that is loading', status(503, 'Loading model'), /is still loading one\. Wait/],
  [
    'a model that is not loaded',
    status(400, 'No models loaded. Please load a model.'),
    /Load the model there/,
  ],
  [
    'a model that is not there',
    status(404, 'model "one" not found, try pulling it first'),
    /ollama pull one/,
  ],
  ['an empty account', status(429, `You exceeded your quota, ${KEY}`), /or look at its quota.*quota, …/],
])('%s is one sentence', async (_, options, problem) => {
  const { tested } = await testServer(options);
  expect(tested.answer).toBeUndefined();
  expect(tested.problem).toMatch(problem);
});

test.each([
  ['no server', 'http://127.0.0.1:9', /does not answer\. Make sure that it runs/],
  ['no such host', 'http://no-such-host.invalid', /no host has that name/],
])('%s is one sentence', async (_, address, problem) => {
  const { servers } = await openDesk();
  const tested = await servers.test({ address, key: KEY }, signal);
  expect(tested).toMatchObject({ models: [], listProblem: expect.stringMatching(problem) });
  expect(tested.problem).toBeUndefined();
});

test.each([
  ['a web page', 200, '<!doctype html><title>Hi</title>', /not like an OpenAI-compatible API/],
  ['JSON of another API', 200, '{"ok":true}', /not like an OpenAI-compatible API/],
  ['a rejected key', 401, '{"error":{"message":"no"}}', /rejected the API key/],
])('an address with %s is one sentence', async (_, code, body, problem) => {
  const address = await serveHttp((__, response) => response.writeHead(code).end(body));
  const { servers } = await openDesk();
  const tested = await servers.test({ address, key: KEY }, signal);
  expect(tested.listProblem).toMatch(problem);
  const secure = await servers.test({ address: address.replace('http:', 'https:'), key: KEY }, signal);
  expect(secure.listProblem).toMatch(/does not use HTTPS/);
});

test('every way a connection fails is told apart, as Node and OpenSSL name it', () => {
  const fail = (cause: object) => Object.assign(new TypeError('fetch failed'), { cause });
  const by = (code: string) => toObstacle(fail(Object.assign(new Error(code), { code })));
  expect(by('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('untrusted-certificate');
  expect(by('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe('untrusted-certificate');
  expect(by('CERT_HAS_EXPIRED')).toBe('expired-certificate');
  expect(by('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('certificate-of-another-host');
  expect(by('UND_ERR_CONNECT_TIMEOUT')).toBe('timeout');
  expect(by('ECONNRESET')).toBe('broken');
  expect(toObstacle(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(
    'timeout',
  );
  expect(toObstacle('nothing known')).toBe('broken');
});

test('a test that is stopped says so', async () => {
  const controller = new AbortController();
  const address = await serveHttp(({ url = '' }, response) => {
    if (url.endsWith('/models')) response.end(JSON.stringify(LIST['GET /v1/models']));
    else if (url.endsWith('/chat/completions')) controller.abort();
  });
  const { servers } = await openDesk();
  const tested = await servers.test({ kind: 'compatible', address }, controller.signal);
  expect(tested.problem).toBe('The test was stopped.');
});
