/** Model servers as their documentation describes them, over real sockets: recognised, listed, asked, called. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createAnalyst } from '../../lib/model/analyst/analyst.ts';
import { createModels } from '../../lib/model/create-models.ts';
import type { Model, ModelEvent, ModelRequest } from '../../lib/model/model.ts';
import type { ModelConfig, ProviderConfig } from '../../lib/read-model-config.ts';
import { createSession } from '../../lib/session/session.ts';
import { type ProviderServerOptions, startProviderServer } from '../helpers/provider-server.ts';

const KEY = 'secret-key-42';

function toConfig(providers: Partial<ProviderConfig>[], rest: Partial<ModelConfig> = {}): ModelConfig {
  return {
    providers: providers.map((provider) => ({
      name: 'p',
      baseUrl: undefined,
      apiKey: KEY,
      apiKeyEnv: 'P_KEY',
      nativeTools: false,
      models: {},
      ...provider,
    })),
    defaultId: null,
    discover: [],
    review: null,
    ...rest,
  };
}

async function start(options: ProviderServerOptions, provider: Partial<ProviderConfig> = {}) {
  const server = await startProviderServer(options);
  const models = createModels(toConfig([{ baseUrl: `${server.url}/v1`, ...provider }]), [], createAnalyst());
  const list = async () => (await models.list())[0];
  return { server, models, list };
}

async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const messages: ModelRequest['messages'] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ];
  const whole = { messages, tools: [], session: createSession('s'), runId: 'r', ...request };
  for await (const event of model.stream(whole, new AbortController().signal)) events.push(event);
  return events;
}

const profileOf = ({ nativeTools, vision, contextTokens, prices }: Model) => ({
  nativeTools,
  vision,
  contextTokens,
  prices,
});

const OLLAMA: ProviderServerOptions = {
  answers: {
    'GET /api/version': { version: '0.12.6' },
    'GET /api/tags': { models: [{ name: 'gemma3:4b', model: 'gemma3:4b' }, { name: 'qwen3:latest' }] },
    'POST /api/show': ({ body }: { body: Record<string, unknown> }) => ({
      parameters: body.model === 'qwen3' ? 'temperature 0.6\nnum_ctx                        16384' : '',
      capabilities: body.model === 'qwen3' ? ['completion', 'tools', 'thinking'] : ['completion', 'vision'],
      model_info: { 'general.architecture': 'x', 'x.context_length': 131072 },
    }),
    'GET /api/ps': { models: [{ name: 'qwen3:latest', model: 'qwen3:latest', context_length: 8192 }] },
  },
};

test('Ollama: what is loaded tells the context, else the Modelfile, else the default', async () => {
  const { models, list } = await start(OLLAMA);
  expect(await list()).toMatchObject({
    label: 'p',
    status: 'ready',
    models: [{ id: 'p/gemma3:4b', label: 'gemma3:4b', provider: 'p' }, { id: 'p/qwen3:latest' }],
  });
  expect(profileOf(await models.open('p/qwen3'))).toEqual({
    nativeTools: false,
    vision: false,
    contextTokens: 8192,
    prices: null,
  });
  expect(profileOf(await models.open('p/gemma3:4b'))).toMatchObject({ vision: true, contextTokens: 4096 });
  const idle = await start({ answers: { ...OLLAMA.answers, 'GET /api/ps': { models: [] } } });
  expect(profileOf(await idle.models.open('p/qwen3'))).toMatchObject({ contextTokens: 16384 });
});

test('LM Studio: its own API states what its models take, the newer one first', async () => {
  const loaded = { id: 'q', config: { context_length: 4096 } };
  const { models, list } = await start({
    answers: {
      'GET /api/v1/models': {
        models: [
          { type: 'embedding', key: 'nomic-embed' },
          {
            type: 'llm',
            key: 'google/gemma-3-4b',
            display_name: 'Gemma 3 4B',
            max_context_length: 131072,
            loaded_instances: [loaded],
            capabilities: { vision: true, trained_for_tool_use: false },
          },
        ],
      },
    },
  });
  expect(await list()).toMatchObject({
    models: [{ id: 'p/google/gemma-3-4b', label: 'Gemma 3 4B', contextTokens: 4096, vision: true }],
  });
  expect(profileOf(await models.open('p/google/gemma-3-4b'))).toMatchObject({
    vision: true,
    contextTokens: 4096,
  });
  const older = await start({
    answers: {
      'GET /api/v0/models': {
        object: 'list',
        data: [
          { id: 'qwen2-vl-7b', type: 'vlm', max_context_length: 32768 },
          { id: 'nomic', type: 'embeddings', max_context_length: 2048 },
        ],
      },
    },
  });
  expect(await older.list()).toMatchObject({
    models: [{ id: 'p/qwen2-vl-7b', vision: true, contextTokens: 32768 }],
  });
});

test('llama.cpp: the properties of what it serves', async () => {
  const { models, server } = await start({
    answers: {
      'GET /props': {
        default_generation_settings: { n_ctx: 8192 },
        modalities: { vision: true, audio: false },
        chat_template_caps: { supports_tools: true },
      },
      'GET /v1/models': { data: [{ id: 'gemma.gguf', owned_by: 'llamacpp' }] },
    },
  });
  expect(profileOf(await models.open('p/gemma.gguf'))).toMatchObject({ vision: true, contextTokens: 8192 });
  expect(server.requests.map(({ path }) => path)).toContain('/props?model=gemma.gguf');
});

test('vLLM: the length a model was started with', async () => {
  const { models } = await start({
    answers: {
      'GET /v1/models': {
        data: [{ id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', max_model_len: 40960 }],
      },
    },
  });
  expect(profileOf(await models.open('p/Qwen/Qwen3-8B'))).toMatchObject({
    contextTokens: 40960,
    vision: false,
  });
});

const OPENROUTER_MODEL = {
  id: 'qwen/qwen3-coder',
  name: 'Qwen: Qwen3 Coder',
  context_length: 262144,
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
  pricing: { prompt: '0.0000003', completion: '0.0000012', input_cache_read: '0.00000003' },
  supported_parameters: ['tools', 'max_tokens'],
};

test('OpenRouter: list and prices; the cost it states is the cost', async () => {
  const { models, list } = await start(
    {
      answers: {
        'GET /v1/models': {
          data: [OPENROUTER_MODEL, { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } }],
        },
      },
      usage: { prompt_tokens: 1000, completion_tokens: 100, cost: 0.0123 },
    },
    { profile: 'openrouter', nativeTools: true },
  );
  const prices = { inputPerMTok: 0.3, outputPerMTok: 1.2, cachedInputPerMTok: 0.03 };
  const entry = { id: 'p/qwen/qwen3-coder', label: 'Qwen: Qwen3 Coder', vision: true, nativeTools: true };
  expect(await list()).toMatchObject({
    models: [{ ...entry, contextTokens: 262144, prices }, { id: 'p/openrouter/auto' }],
  });
  expect((await list())?.models[1]).not.toHaveProperty('prices');
  const model = await models.open('p/qwen/qwen3-coder:free');
  expect(profileOf(model)).toEqual({ nativeTools: true, vision: true, contextTokens: 262144, prices });
  expect((await ask(model)).at(-1)).toMatchObject({ usage: { cost: 0.0123 } });
});

test('Azure: key in its own header, deployment and version in the address, or none of them', async () => {
  const azure = { profile: 'azure', models: { 'my gpt': { vision: true } } };
  const server = await startProviderServer({});
  const open = (provider: Partial<ProviderConfig>) =>
    createModels(toConfig([{ ...azure, ...provider }]), [], createAnalyst()).open('p/my gpt');
  await ask(await open({ baseUrl: server.url, apiVersion: '2024-10-21' }));
  await ask(await open({ baseUrl: `${server.url}/openai?api-version=2024-06-01` }));
  await ask(await open({ baseUrl: server.url }), { maxTokens: 50 });
  expect(server.chats.map(({ path }) => path)).toEqual([
    '/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21',
    '/openai/deployments/my%20gpt/chat/completions?api-version=2024-06-01',
    '/openai/v1/chat/completions',
  ]);
  expect(server.chats.map(({ headers }) => [headers['api-key'], headers.authorization])).toEqual(
    Array(3).fill([KEY, undefined]),
  );
  expect(server.chats[2]?.body).toMatchObject({ model: 'my gpt', max_completion_tokens: 50 });
  const [listed] = await createModels(
    toConfig([{ ...azure, baseUrl: server.url, models: {} }]),
    [],
    createAnalyst(),
  ).list();
  expect(listed).toMatchObject({
    status: 'ready',
    models: [],
    reason: expect.stringContaining('models.json'),
  });
});

test('a server of no known kind is used without assumptions, and settings count before what it says', async () => {
  const settings = { vision: true, contextTokens: 1234, prices: { inputPerMTok: 1, outputPerMTok: 2 } };
  const { models } = await start(
    { answers: { 'GET /v1/models': { data: [{ id: 'one' }, { id: 'two' }, { id: 'text-embedding-3' }] } } },
    { models: { two: settings } },
  );
  expect(profileOf(await models.open('p/one'))).toEqual({
    nativeTools: false,
    vision: false,
    contextTokens: null,
    prices: null,
  });
  const two = await models.open('p/two');
  expect(profileOf(two)).toEqual({ nativeTools: false, ...settings });
  expect((await ask(two)).at(-1)).toMatchObject({ usage: { cost: 0.0012 } });
  await expect(models.open('p/three')).rejects.toMatchObject({
    code: 'bad-request',
    message: 'There is no model “p/three” here. Available: p/one, p/two.',
  });
  await expect(models.open('elsewhere/one')).rejects.toMatchObject({ code: 'bad-request' });
});

test.each([
  ['the usage option', 'Unrecognized request argument supplied: stream_options', 'stream_options'],
  ['max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'max_tokens'],
])('a refusal of %s is remembered for every later call', async (_, message, field) => {
  const { server, models } = await start(
    { refuse: (body) => (field in body ? { status: 400, message } : null) },
    { models: { m: {} } },
  );
  await ask(await models.open('p/m'), { maxTokens: 9 });
  await ask(await models.open('p/m'), { maxTokens: 9 });
  expect(server.chats.map(({ body }) => field in body)).toEqual([true, false, false]);
});

test('a model without a system role gets its instructions with the first question', async () => {
  const refuse = (body: Record<string, unknown>) =>
    JSON.stringify(body.messages).includes('"system"')
      ? { status: 400, message: 'System role not supported' }
      : null;
  const { server, models } = await start({ refuse }, { models: { m: {} } });
  await ask(await models.open('p/m'));
  expect(server.chats.at(-1)?.body.messages).toEqual([{ role: 'user', content: 'Be brief.\n\nHello' }]);
});

test.each([
  ['Ollama', 400, 'registry.ollama.ai/library/gemma:latest does not support tools'],
  ['OpenRouter', 404, 'No endpoints found that support tool use. Try disabling "execute_code".'],
  ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ['llama.cpp', 500, 'tools param requires --jinja flag'],
])('%s refuses tools: the model takes none from then on', async (_, status, message) => {
  const tool = { name: 'execute_code', description: 'Runs', parameters: { type: 'object' } };
  const { models } = await start(
    { refuse: ({ tools }) => (tools ? { status, message } : null) },
    { models: { m: { nativeTools: true } } },
  );
  const model = await models.open('p/m');
  await expect(ask(model, { tools: [tool] })).rejects.toThrow();
  expect(model.nativeTools).toBe(false);
  expect((await models.open('p/m')).nativeTools).toBe(false);
  await ask(model);
});

test.each([
  ['llama.cpp', 500, 'image input is not supported - hint: you may need to provide the mmproj'],
  ['vLLM', 400, 'm is not a multimodal model'],
  ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
  ['OpenRouter', 404, 'No endpoints found that support image input'],
])('%s refuses images: the model takes none from then on', async (_, status, message) => {
  const refuse = (body: Record<string, unknown>) =>
    JSON.stringify(body).includes('image_url') ? { status, message } : null;
  const { models } = await start({ refuse }, { models: { m: { vision: true } } });
  const model = await models.open('p/m');
  const image = { type: 'image' as const, mimeType: 'image/png', base64: 'AAAA' };
  await expect(ask(model, { messages: [{ role: 'user', content: [image] }] })).rejects.toThrow();
  expect(model.vision).toBe(false);
});

test('a refusal for another reason teaches nothing', async () => {
  const message = 'Image is too large. Please use a smaller image.';
  const { models } = await start(
    { refuse: () => ({ status: 400, message }) },
    { models: { m: { vision: true } } },
  );
  const model = await models.open('p/m');
  const image = { type: 'image' as const, mimeType: 'image/png', base64: 'AAAA' };
  await expect(ask(model, { messages: [{ role: 'user', content: [image] }] })).rejects.toThrow(/too large/);
  expect(model.vision).toBe(true);
});

test('a provider that cannot be reached says why, and its models can still be named', async () => {
  const models = createModels(
    toConfig([
      { name: 'gone', baseUrl: 'http://127.0.0.1:9/v1', models: { m: {} } },
      { name: 'closed', baseUrl: (await startProviderServer({})).url },
    ]),
    [],
    createAnalyst(),
  );
  const [gone, closed, builtin] = await models.list();
  expect(gone).toMatchObject({
    status: 'unreachable',
    reason:
      'The model server at http://127.0.0.1:9/v1 does not answer. Check that it runs and that its address is right.',
    models: [{ id: 'gone/m' }],
  });
  expect(closed).toMatchObject({
    status: 'unreachable',
    reason: expect.stringContaining('does not list its models'),
  });
  expect(builtin).toMatchObject({ id: 'builtin', models: [{ kind: 'builtin' }] });
  expect((await models.open('gone/m')).contextTokens).toBeNull();
});

test('the key goes to the configured host alone: a redirect is not followed', async () => {
  const thief = await startProviderServer({ answers: { 'GET /v1/models': { data: [{ id: 'm' }] } } });
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `${thief.url}/v1/models` });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const config = toConfig([{ baseUrl: `http://127.0.0.1:${port}/v1`, models: { m: {} } }]);
  const models = createModels(config, [], createAnalyst());
  await expect(ask(await models.open('p/m'))).rejects.toMatchObject({ code: 'model-unreachable' });
  expect((await models.list())[0]).toMatchObject({ status: 'unreachable' });
  expect(thief.requests).toEqual([]);
});

test('a server that runs on this machine is offered, and chosen only by its id', async () => {
  const local = await startProviderServer(OLLAMA);
  const nothing = 'http://127.0.0.1:9/v1';
  const discover = [`${local.url}/v1`, nothing];
  const models = createModels(toConfig([], { discover }), [], createAnalyst());
  expect((await models.open()).info.id).toBe('builtin');
  expect(local.requests).toEqual([]);
  const [found] = await models.list();
  expect(found).toMatchObject({
    id: 'ollama',
    label: 'Ollama',
    isFound: true,
    models: [{ id: 'ollama/gemma3:4b' }, {}],
  });
  expect((await models.open('ollama/qwen3')).info).toMatchObject({ id: 'ollama/qwen3', provider: 'Ollama' });
  expect((await createModels(toConfig([]), [], createAnalyst()).list()).map(({ id }) => id)).toEqual([
    'builtin',
  ]);
});

test('a configured server is not found a second time', async () => {
  const local = await startProviderServer(OLLAMA);
  const address = `${local.url.replace('127.0.0.1', 'localhost')}/v1`;
  const models = createModels(
    toConfig([{ name: null, baseUrl: address }], { discover: [`${local.url}/v1`] }),
    [],
    createAnalyst(),
  );
  expect((await models.list()).map(({ isFound }) => isFound)).toEqual([false, false]);
});
