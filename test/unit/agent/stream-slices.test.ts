/** Whatever the pieces in which a reply arrives, down to single bytes of a character, its action is the same. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelReply } from '../../../lib/agent/reply/action.ts';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import type { LanguageModel } from '../../../lib/model/model.ts';
import { createOpenaiModel } from '../../../lib/model/openai/openai-model.ts';
import { createSession } from '../../../lib/session/session.ts';
import { REPLIES } from '../../helpers/model-replies/all-replies.ts';
import { createRandom } from '../../helpers/random.ts';

const random = createRandom(7);
const HIDDEN = 'I could write\n```python\nnever_run()\n```\n<execute>never_run()</execute>';

let slices: Buffer[] = [];
const server = createServer(async (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  for (const slice of slices) {
    if (!response.write(slice)) await once(response, 'drain');
    await new Promise(setImmediate);
  }
  response.end();
});
let model: LanguageModel;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  model = createOpenaiModel({ apiKey: 'none', baseUrl, modelId: 'scripted', nativeTools: false });
});
afterAll(() => server.close());

/** Pieces of random length; the last characters of a piece may be half a surrogate pair. */
function cutText(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const length = 1 + random.int(9);
    pieces.push(text.slice(from, from + length));
    from += length;
  }
  return pieces;
}

function cutBytes(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const length = 1 + random.int(700);
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  return pieces;
}

/** Reasoning between the words, in one field or the other; calls in pieces; every line as servers end theirs. */
function toStream({ text, toolCalls, finishReason }: ModelReply): Buffer {
  const field = random.pick(['reasoning_content', 'reasoning']);
  const reasoning = cutText(HIDDEN).map((piece) => ({ [field]: piece, content: null }));
  const words = cutText(text).map((content) => ({ content }));
  const calls = toolCalls.flatMap(({ id, name, arguments: all }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...cutText(all).map((piece) => ({ tool_calls: [{ index, function: { name: '', arguments: piece } }] })),
  ]);
  const reason = { 'tool-calls': 'tool_calls', 'content-filter': 'content_filter' }[finishReason];
  const chunks = [
    ...[...reasoning, ...words, ...calls].map((delta) => ({ choices: [{ delta, finish_reason: null }] })),
    { choices: [{ delta: {}, finish_reason: reason ?? finishReason }] },
  ];
  const end = random.pick(['\n\n', '\r\n\r\n']);
  // Characters as they are, so that a cut falls within their bytes; half a pair can only be escaped.
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
    (data) => `data: ${data}${end}`,
  );
  return Buffer.from(`: a comment${end}${lines.join('')}`);
}

async function receive(): Promise<ModelReply> {
  const toolCalls: { id: string; name: string; arguments: string }[] = [];
  let [text, finishReason] = ['', ''];
  const request = { messages: [], tools: [], session: createSession('s'), runId: 'r' };
  for await (const event of model.stream(request, new AbortController().signal)) {
    if (event.type === 'text-delta') text += event.text;
    else if (event.type === 'end') finishReason = event.finishReason;
    else if (event.type === 'tool-call') {
      toolCalls.push({ id: event.id, name: event.name, arguments: event.arguments });
    }
  }
  return { text, toolCalls, finishReason };
}

const SENT = REPLIES.filter(({ reply }) => reply.finishReason !== 'repetition');

test.each(SENT)('$shape $name', async ({ reply }) => {
  slices = cutBytes(toStream(reply));
  const received = await receive();
  expect(parseAction(received)).toEqual(parseAction(reply));
  expect(received).toEqual(reply);
});

test('a reply cut at every single byte is the same', async () => {
  const reply = { text: 'Grüße, 世界 😀:\n```python\nprint("é")\n```', toolCalls: [], finishReason: 'stop' };
  slices = Array.from(toStream(reply), (byte) => Buffer.from([byte]));
  expect(await receive()).toEqual(reply);
});
