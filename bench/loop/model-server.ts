/**
 * The model of the loop bench: an OpenAI-compatible server, a process of its own, whose replies are written beforehand. It
 * measures what is not the loop's: the time it takes itself, and the time the code took, which the code prints.
 * `POST /runs {steps}` begins a run, `GET /runs` tells what it measured. Prints its address.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { type Measured, toReply } from './script.ts';

const Chat = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
const NewRun = z.object({ steps: z.number() });

const CODE_MS = /code_ms ([\d.]+)/g;
/** Characters a chunk: about a token. */
const CHUNK_LENGTH = 4;

let steps = 0;
let measured: Measured = { requests: 0, modelMs: 0, codeMs: 0, promptLength: 0 };

const server = createServer(async (request, response) => {
  if (request.url === '/runs' && request.method === 'GET') {
    response.end(JSON.stringify(measured));
  } else if (request.url === '/runs') {
    ({ steps } = NewRun.parse(await json(request)));
    measured = { requests: 0, modelMs: 0, codeMs: 0, promptLength: 0 };
    response.end();
  } else if (!request.url?.endsWith('/chat/completions')) {
    // What some clients look for before they ask.
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error": {"message": "Not here."}}');
  } else {
    const asked: unknown = await json(request);
    const startedAt = performance.now();
    response.once('finish', () => {
      measured.modelMs += performance.now() - startedAt;
    });
    answer(Chat.parse(asked), response);
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function answer({ model, stream, messages }: z.infer<typeof Chat>, response: ServerResponse): void {
  const prompt = JSON.stringify(messages);
  const last = JSON.stringify(messages.at(-1)?.content ?? '');
  measured.codeMs += [...last.matchAll(CODE_MS)].reduce((sum, [, time]) => sum + Number(time), 0);
  measured.promptLength = prompt.length;
  const text = toReply(measured.requests, steps, model);
  measured.requests += 1;
  const usage = {
    prompt_tokens: Math.ceil(prompt.length / 4),
    completion_tokens: Math.ceil(text.length / 4),
  };
  const total = { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
  if (stream) sendStream(response, model, text, total);
  else send(response, model, text, total);
}

function send(response: ServerResponse, model: string, content: string, usage: object): void {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...envelope(model, 'chat.completion'), choices: [choice], usage }));
}

function sendStream(response: ServerResponse, model: string, text: string, usage: object): void {
  const write = (chunk: object) =>
    response.write(`data: ${JSON.stringify({ ...envelope(model, 'chat.completion.chunk'), ...chunk })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < text.length; at += CHUNK_LENGTH) {
    const delta = { role: 'assistant', content: text.slice(at, at + CHUNK_LENGTH) };
    write({ choices: [{ index: 0, delta, finish_reason: null }] });
  }
  write({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  write({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function envelope(model: string, object: string): object {
  return { id: 'chatcmpl-bench', object, created: 0, model };
}
