import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { ModelEvent } from '../../../lib/model/model.ts';
import { createOpenaiModel, type OpenaiModelOptions } from '../../../lib/model/openai/openai-model.ts';
import type { Usage } from '../../../lib/protocol/runs/run.ts';
import { UNKNOWN_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { type ScriptEntry, type ScriptedReply, startModelServer } from '../../helpers/model/model-server.ts';
import { ask as askModel } from '../../helpers/model/provider-models.ts';
import { serveHttp } from '../../helpers/serve-http.ts';

const API_KEY = 'secret-key-42';

async function open(script: ScriptEntry[], options: Partial<OpenaiModelOptions> = {}) {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const model = createOpenaiModel({
    apiKey: API_KEY,
    baseUrl: server.baseUrl,
    modelId: 'scripted',
    nativeTools: false,
    ...options,
  });
  return { server, model, ask: askModel.bind(null, model) };
}

const REPORTED: Usage = { promptTokens: 100, completionTokens: 20, estimated: false, cost: 0 };

const textOf = (events: ModelEvent[], type = 'text-delta') =>
  events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');

test('streams text and reasoning apart and ends with the reported usage', async () => {
  const { server, model, ask } = await open([{ text: 'Grüße, 世界!', reasoning: 'I greet back.' }]);
  const events = await ask();
  expect(textOf(events)).toBe('Grüße, 世界!');
  expect(textOf(events, 'reasoning-delta')).toBe('I greet back.');
  expect(events.at(-1)).toEqual({
    type: 'end',
    finishReason: 'stop',
    usage: { promptTokens: 100, completionTokens: 20, estimated: false },
  });
  expect(model.info).toEqual({ id: 'scripted', label: 'scripted', kind: 'openai' });
  expect(server.requests[0]).toMatchObject({
    model: 'scripted',
    authorization: `Bearer ${API_KEY}`,
    stream_options: { include_usage: true },
  });
});

test('usage is estimated when the server reports none', async () => {
  const { ask } = await open([{ text: 'x'.repeat(40), usage: null }]);
  const end = (await ask()).at(-1);
  expect(end).toMatchObject({ usage: { completionTokens: 10, estimated: true } });
});

test.each([
  { prompt_tokens: -1, completion_tokens: 3 },
  { prompt_tokens: 12.5, completion_tokens: 3 },
])('usage is estimated when the server reports nonsense: %j', async (usage) => {
  const { ask } = await open([{ text: 'x'.repeat(40), usage }]);
  expect((await ask()).at(-1)).toMatchObject({ usage: { completionTokens: 10, estimated: true } });
});

test('a reply without end is stopped, in text and in tool calls', async () => {
  const endless = Array.from({ length: 300_000 }, (_, index) => `line ${index}\n`).join('');
  const toolCalls = [{ id: 'c', name: 'execute_code', arguments: endless }];
  const { ask } = await open([
    { text: endless, chunkLength: 100_000 },
    { toolCalls, chunkLength: 100_000 },
  ]);
  for (const _ of [1, 2]) await expect(ask()).rejects.toMatchObject({ code: 'model-failed' });
});

/** A server that sends this until the client leaves, and how much it got rid of. */
async function startFlood(status: number, head: string, piece: string) {
  const sent = { bytes: 0 };
  const url = await serveHttp(async (request, response) => {
    request.resume();
    response.on('error', () => {});
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    response.write(head);
    const left = once(response, 'close');
    while (!response.closed) {
      sent.bytes += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), left]);
    }
  });
  return { sent, baseUrl: `${url}/v1` };
}

const PIECE = 'x'.repeat(1_000_000);

test.each([
  [
    'a line without end',
    200,
    'data: {"choices":[{"delta":{"content":"',
    PIECE,
    'model-failed',
    /more than 8\.0 MB/,
  ],
  ['an event without end', 200, '', `data: ${PIECE}\n`, 'model-failed', /more than 8\.0 MB/],
  ['pings without end', 200, '', `: ${PIECE}\n\n`, 'model-failed', /more than 128 MB/],
  ['calls without end', 200, '', toCalls(20_000), 'model-failed', /tool calls without end/],
  [
    'a name without end',
    200,
    '',
    toCalls(1, { name: 'n'.repeat(2_000) }),
    'model-failed',
    /ID or name is too long/,
  ],
  [
    'an ID without end',
    200,
    '',
    toCalls(1, { id: 'i'.repeat(100_000) }),
    'model-failed',
    /ID or name is too long/,
  ],
  ['an error without end', 500, '', PIECE, 'model-failed', /status 500.*x{290}$/],
] as const)('%s ends the call while it is read', async (_name, status, head, piece, code, message) => {
  const { sent, baseUrl } = await startFlood(status, head, piece);
  const { ask } = await open([], { baseUrl, maxRetries: 0 });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'AppError', code, message: expect.stringMatching(message) });
  expect(sent.bytes).toBeLessThan(160_000_000);
});

function toCalls(count: number, { id = 'c', name = 'f' } = {}): string {
  const calls = Array.from({ length: count }, (_, index) => ({ id: `${id}${index}`, function: { name } }));
  return `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: calls } }] })}\n\n`;
}

test('nothing of a delta that is too long is passed on', async () => {
  const { ask } = await open([{ text: 'ab '.repeat(800_000), chunkLength: 3_000_000 }]);
  const events: string[] = [];
  const asked = ask({}, undefined, ({ type }) => events.push(type));
  await expect(asked).rejects.toMatchObject({ code: 'model-failed' });
  expect(events).toEqual(['usage']);
});

test.each(['\n\n', '\r\n\r\n', '\r\r'])('events that end in %j are read as they come', async (end) => {
  const events = ['{"content":"A"}', '{"content":"B"}'].map((delta) => `{"choices":[{"delta":${delta}}]}`);
  const last = '{"choices":[{"delta":{},"finish_reason":"stop"}]}';
  const text = [...events, last, '[DONE]'].map((event) => `data: ${event}${end}`).join('');
  const url = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const character of text) response.write(character);
    response.end();
  });
  const { ask } = await open([], { baseUrl: `${url}/v1` });
  expect(textOf(await ask())).toBe('AB');
});

test('tool calls are put together, one without an id gets one', async () => {
  const toolCalls = [
    { id: 'c1', name: 'execute_code', arguments: '{"code": "print(1)"}' },
    { name: 'execute_code', arguments: '{"code": "print(2)"}' },
  ];
  const { ask } = await open([{ toolCalls }]);
  const calls = (await ask()).filter((event) => event.type === 'tool-call');
  expect(calls).toEqual([
    { type: 'tool-call', id: 'c1', name: 'execute_code', arguments: '{"code": "print(1)"}' },
    {
      type: 'tool-call',
      id: expect.stringMatching(/^call-/),
      name: 'execute_code',
      arguments: '{"code": "print(2)"}',
    },
  ]);
});

test('the ID of a tool call may be long: gateways put a signature into it', async () => {
  const id = `call_1__thought__${'A'.repeat(20_000)}`;
  const { ask } = await open([{ toolCalls: [{ id, name: 'execute_code', arguments: '{"code": "1"}' }] }]);
  expect((await ask()).find((event) => event.type === 'tool-call')).toMatchObject({
    id,
    arguments: '{"code": "1"}',
  });
});

test('tool calls, their answers, tools and images are sent in the form of the API', async () => {
  const { server, ask } = await open(['Done']);
  const tool = { name: 'execute_code', description: 'Runs code', parameters: { type: 'object' } };
  await ask({
    messages: [
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'execute_code', arguments: '{}' }] },
      { role: 'tool', toolCallId: 'c1', content: '42' },
      { role: 'user', content: [{ type: 'image', mimeType: 'image/png', base64: 'AAAA', tokens: 85 }] },
    ],
    tools: [tool],
  });
  expect(server.requests[0]?.tools).toEqual([{ type: 'function', function: tool }]);
  const call = { id: 'c1', type: 'function', function: { name: 'execute_code', arguments: '{}' } };
  expect(server.requests[0]?.messages).toEqual([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '42' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
  ]);
});

const overflow = { message: "This model's maximum context length is 8192 tokens." };

test.each<[name: string, reply: ScriptEntry, code: string, message: RegExp]>([
  ['401', { status: 401, error: { message: `Bad ${API_KEY}` } }, 'model-auth', /OPENAI_API_KEY/],
  ['403', { status: 403 }, 'model-auth', /OPENAI_API_KEY/],
  [
    '404',
    { status: 404 },
    'model-not-found',
    /found nothing there \(status 404\).*OPENAI_BASE_URL.*"scripted"/,
  ],
  [
    'an unknown model',
    { status: 404, error: { message: 'The model does not exist' } },
    'model-not-found',
    /has no model "scripted"/,
  ],
  ['429', { status: 429, error: { message: `Slow down, ${API_KEY}` } }, 'model-rate-limited', /Slow down, …/],
  ['500', { status: 500 }, 'model-failed', /status 500/],
  [
    'overflow by message',
    { status: 400, error: overflow },
    'model-context-overflow',
    /too long for scripted/,
  ],
  [
    'overflow by code',
    { status: 400, error: { message: 'No', code: 'context_length_exceeded' } },
    'model-context-overflow',
    /too long/,
  ],
  ['other 400', { status: 400, error: { message: 'Bad temperature' } }, 'model-failed', /Bad temperature/],
  ['connection lost', { text: 'Half of it', cutAfter: 1 }, 'model-stream-cut', /ended its reply early/],
  ['no finish reason', { text: 'Half', finishReason: null }, 'model-stream-cut', /Start the run again/],
  [
    'error inside the stream',
    { text: 'Half', error: { message: 'overloaded' } },
    'model-stream-cut',
    /overloaded/,
  ],
])('%s becomes an error that says what to do', async (_name, reply, code, message) => {
  const { ask } = await open([reply], { maxRetries: 0 });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'AppError', code, message: expect.stringMatching(message) });
  expect(String(error)).not.toContain(API_KEY);
});

test.each<[string, ScriptedReply, Usage[]]>([
  ['was reported before', { text: 'Half of it', cutAfter: 1, reportsEarly: true }, [REPORTED]],
  ['was reported at a useless end', { text: 'Half', finishReason: null }, [REPORTED]],
  ['is unknown', { text: 'Half', error: { message: 'overloaded' } }, [UNKNOWN_USAGE]],
  ['is nothing', { error: { message: 'overloaded' } }, []],
])('what a failed call used %s', async (_name, reply, usages) => {
  const { ask } = await open([reply], { prices: { inputPerMTok: 0, outputPerMTok: 0 } });
  const found: Usage[] = [];
  const asked = ask({}, undefined, (event) => event.type === 'usage' && found.push(event.usage));
  await expect(asked).rejects.toMatchObject({ code: 'model-stream-cut' });
  expect(found).toEqual(usages);
});

test('a silent stream is given up', async () => {
  const { ask } = await open([{ text: 'Half of the reply', hangAfter: 1 }], { idleTimeoutMs: 2000 });
  await expect(ask()).rejects.toMatchObject({
    code: 'model-stream-cut',
    message: expect.stringContaining('stopped responding'),
  });
});

test('aborting ends the request', async () => {
  const { server, ask } = await open([{ text: 'Half of the reply', hangAfter: 1 }]);
  const controller = new AbortController();
  const asked = ask({}, controller.signal);
  await server.whenSent(1);
  controller.abort();
  await expect(asked).rejects.toThrow();
});

test('a key in the address of the server is not shown', async () => {
  const address = 'http://user:secret-word@127.0.0.1:1/v1?api-key=secret-word';
  const { ask } = await open([], { baseUrl: address, maxRetries: 0 });
  const error = await ask().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'model-unreachable' });
  expect(String(error)).toContain('http://127.0.0.1:1/v1');
  expect(String(error)).not.toContain('secret-word');
});
