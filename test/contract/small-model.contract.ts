/**
 * A real language model behind a real server: how replies stream, stop, end, and fail there. It is far too small to answer
 * well, so nothing here is about what it says.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerDesk } from '../../lib/app/create-server-desk.ts';
import type { Model, ModelEvent } from '../../lib/model/model.ts';
import { createSession } from '../../lib/session/session.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { SMALL_MODEL } from './peer.ts';

const CONTEXT_TOKENS = 2048;
const MODEL_ID = 'smollm2-135m-instruct';
const SERVE = join(import.meta.dirname, 'small-model', 'serve.mjs');

let address = '';
let stop = async () => {};

beforeAll(async () => {
  const args = [SERVE, SMALL_MODEL.library, SMALL_MODEL.file, String(CONTEXT_TOKENS)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    address = line.match(/listening on (\S+)/)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error(`The server of the small model did not start:\n${said.join('\n')}`);
  child.stderr.resume();
});
afterAll(() => stop());

async function connect() {
  const serversPath = join(await createTempDir(), 'model-servers.json');
  const config = { providers: [], defaultId: null, isDefaultFixed: false, discover: [], review: null };
  const { models, servers } = createServerDesk({ ...config, serversPath });
  const { id } = servers.add({ kind: 'llama-cpp', address });
  return { servers, model: await models.open(`${id}/${MODEL_ID}`) };
}

interface Asked {
  maxTokens?: number;
  signal?: AbortSignal;
  onEvent?: (event: ModelEvent) => void;
}

async function ask(model: Model, question: string, { maxTokens, signal, onEvent }: Asked = {}) {
  const events: ModelEvent[] = [];
  const request = {
    messages: [{ role: 'user' as const, content: question }],
    tools: [],
    session: createSession('contract'),
    runId: 'contract',
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
  if ('plan' in model) throw new Error('It takes no prompt.');
  for await (const event of model.stream(request, signal ?? new AbortController().signal)) {
    events.push(event);
    onEvent?.(event);
  }
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('The stream has no end.');
  return { end, texts: events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])) };
}

it('a server to it is tested: its models, its context, and an answer', async () => {
  const { servers } = await connect();
  const tested = await servers.test({ address }, new AbortController().signal);
  expect(tested).toMatchObject({
    kind: 'llama-cpp',
    models: [{ id: MODEL_ID }],
    model: { id: MODEL_ID, contextTokens: CONTEXT_TOKENS },
    answer: { usage: { estimated: false } },
  });
  expect(tested.answer?.firstMs).toBeGreaterThan(0);
});

it('a reply streams piece by piece and is cut at the limit of its length', async () => {
  const { model } = await connect();
  const { end, texts } = await ask(model, 'Tell me a long story.', { maxTokens: 12 });
  expect(end).toMatchObject({ finishReason: 'length', usage: { completionTokens: 12, estimated: false } });
  expect(texts.length).toBeGreaterThan(4);
});

it('a reply that is stopped stops the server, which answers the next question', async () => {
  const { model } = await connect();
  const controller = new AbortController();
  const stopped = ask(model, 'Tell me a long story.', {
    signal: controller.signal,
    onEvent: ({ type }) => type === 'text-delta' && controller.abort(),
  });
  await expect(stopped).rejects.toThrow();
  expect((await ask(model, 'Say hello.', { maxTokens: 4 })).end.finishReason).toMatch(/length|stop/);
});

it('a reply that repeats itself without end is ended', async () => {
  const { model } = await connect();
  const question = 'Write a very long poem about the sea, with at least 100 verses.';
  expect((await ask(model, question)).end.finishReason).toBe('repetition');
});

it('a long prompt takes its time before the first word, and one beyond the context is refused as such', async () => {
  const { model } = await connect();
  const startMs = performance.now();
  let firstMs = 0;
  const prompt = 'The quick brown fox jumps over the lazy dog. '.repeat(60);
  const { end } = await ask(model, prompt, {
    maxTokens: 4,
    onEvent: ({ type }) => {
      if (type === 'text-delta') firstMs ||= performance.now() - startMs;
    },
  });
  expect(end.usage.promptTokens).toBeGreaterThan(500);
  expect(firstMs).toBeGreaterThan((performance.now() - startMs) / 2);
  await expect(ask(model, prompt.repeat(5))).rejects.toMatchObject({ code: 'model-context-overflow' });
});
