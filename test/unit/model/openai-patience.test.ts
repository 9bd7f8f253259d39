/** How the client waits for a server that does not answer now, and what it does with replies that never end well. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOpenaiModel, type OpenaiModelOptions } from '../../../lib/model/openai/openai-model.ts';
import { planRetry } from '../../../lib/model/openai/openai-retry.ts';
import { type ScriptEntry, startModelServer } from '../../helpers/model/model-server.ts';
import { ask } from '../../helpers/model/provider-models.ts';
import { serveHttp } from '../../helpers/serve-http.ts';

async function open(script: ScriptEntry[], options: Partial<OpenaiModelOptions> = {}) {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const { baseUrl } = server;
  const identity = { apiKey: 'secret-key-42', baseUrl, modelId: 'scripted', nativeTools: false };
  return createOpenaiModel({ ...identity, ...options });
}

const SOON = { 'retry-after-ms': '1' };

test('every wait is told before it is made', async () => {
  const model = await open([
    { status: 429, headers: { 'retry-after': '0.01' } },
    { status: 500, headers: SOON },
    'Here',
  ]);
  const events = await ask(model);
  expect(events.slice(0, 2)).toEqual([
    { type: 'wait', delayMs: 10, reason: 'Its server is not accepting more requests right now.' },
    { type: 'wait', delayMs: 1, reason: 'Its server failed (status 500).' },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', finishReason: 'stop' });
});

test('a server that keeps failing is given up', async () => {
  const failing = { status: 500, headers: SOON };
  const model = await open([failing, failing, failing, failing]);
  await expect(ask(model)).rejects.toMatchObject({ code: 'model-failed' });
});

test('a wait is broken off when the run is cancelled', async () => {
  const model = await open([{ status: 429, headers: { 'retry-after': '50' } }]);
  const controller = new AbortController();
  const asking = ask(model, {}, controller.signal, ({ type }) => type === 'wait' && controller.abort());
  await expect(asking).rejects.toThrow();
});

test.each([
  ['a wait of an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'model-rate-limited'],
  [
    'a used up quota',
    { status: 429, error: { message: 'No', code: 'insufficient_quota' } },
    'model-rate-limited',
  ],
  ['a server that says no', { status: 503, headers: { 'x-should-retry': 'false' } }, 'model-failed'],
  ['a wrong key', { status: 401 }, 'model-auth'],
  ['a filtered prompt', { status: 400, error: { message: 'No', code: 'content_filter' } }, 'model-failed'],
])('%s is not waited for', async (_name, reply, code) => {
  const model = await open([reply]);
  await expect(ask(model)).rejects.toMatchObject({ code });
});

test('a server that takes the request and never begins to answer is given up', async () => {
  const model = await open([{ isMute: true }], { idleTimeoutMs: 200 });
  await expect(ask(model)).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining('did not begin to answer'),
  });
});

test('a server to which no connection comes about is not said to have accepted anything, and is not asked again', async () => {
  const model = await open([]);
  // As undici has it after ten seconds.
  const cause = Object.assign(new Error('Connect Timeout Error (attempted address: 10.0.0.1:80)'), {
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(ask(model)).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringMatching(
      / did not answer in time\. Make sure that it is working and that OPENAI_BASE_URL/,
    ),
  });
});

const EVENTS = 'text/event-stream';
const ROLE = 'data: {"choices":[{"delta":{"role":"assistant"}}]}\n\n';

test.each([
  ['breaks off before its first event', EVENTS, '', 'model-stream-cut', 'ended its reply early'],
  ['breaks off before its first word', EVENTS, ROLE, 'model-stream-cut', 'ended its reply early'],
  ['breaks off in an event', EVENTS, `${ROLE}data: {"cho`, 'model-stream-cut', 'ended its reply early'],
  [
    'is a page',
    'text/html; charset=utf-8',
    '<html>',
    'model-unreachable',
    'not like an OpenAI-compatible API',
  ],
  ['is not streamed', 'application/json', '{"choices":[]}', 'model-unreachable', 'not like an OpenAI'],
])('a reply that %s is described as such', async (_name, type, body, code, words) => {
  const url = await serveHttp((_, response) => {
    response.writeHead(200, { 'content-type': type }).write(body || ': wait\n\n', () => {
      if (type === EVENTS && !body.endsWith('cho')) response.socket?.destroy();
      else response.end();
    });
  });
  const model = await open([], { baseUrl: `${url}/v1` });
  await expect(ask(model)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

const refused = { kind: 'connection', status: undefined, code: undefined, message: '' } as const;
const limited = (headers: Record<string, string>) =>
  ({ ...refused, kind: 'answer', status: 429, headers: new Headers(headers) }) as const;

test('waits grow and stay bounded', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const delays = [0, 1, 2, 10].map((attempt) => planRetry(refused, attempt)?.delayMs);
  expect(delays).toEqual([500, 1000, 2000, 8000]);
});

test('a date says when to come back', () => {
  const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
  const delayMs = planRetry(limited({ 'retry-after': inHalfAMinute }), 0)?.delayMs ?? 0;
  expect(delayMs).toBeGreaterThan(25_000);
  expect(delayMs).toBeLessThanOrEqual(30_000);
  expect(planRetry(limited({ 'retry-after': new Date(0).toUTCString() }), 0)?.delayMs).toBe(0);
});

const circle = 'plt.plot(x, y)\n'.repeat(1000);

test.each<[string, ScriptEntry]>([
  ['text', { text: circle }],
  ['reasoning', { reasoning: circle, text: 'So.' }],
  ['a tool call', { toolCalls: [{ id: 'c', name: 'execute_code', arguments: circle }] }],
])('%s that goes round in circles is cut while it streams', async (_name, reply) => {
  const model = await open([reply]);
  const events = await ask(model);
  const written = events.map((event) => ('text' in event ? event.text : '')).join('');
  expect(written.length).toBeLessThan(7000);
  expect(events.at(-1)).toMatchObject({ type: 'end', finishReason: 'repetition' });
  expect(events.some(({ type }) => type === 'tool-call')).toBe(false);
});

test.each([
  ['rules and rows of a table', `${'-'.repeat(2000)}\n${'| 0 | 0 |\n'.repeat(300)}`],
  ['a long list of numbers', Array.from({ length: 3000 }, (_, index) => index * index).join(', ')],
])('%s are not a circle', async (_name, text) => {
  const model = await open([{ text, chunkLength: 500 }]);
  expect((await ask(model)).at(-1)).toMatchObject({ finishReason: 'stop' });
});
