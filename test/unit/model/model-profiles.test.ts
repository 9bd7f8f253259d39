/** Model servers as their documentation describes them, over real sockets: recognized, listed, asked, called. */
import { expect, test } from 'vitest';
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import type { ProviderConfig } from '../../../lib/config/read-model-config.ts';
import { createModels } from '../../../lib/model/catalog/create-models.ts';
import { ask, KEY, OLLAMA, profileOf, startProvider, toConfig } from '../../helpers/model/provider-models.ts';
import { startProviderServer } from '../../helpers/model/provider-server.ts';

test('Ollama: what is loaded tells the context, else the Modelfile, else the default', async () => {
  const { models, list } = await startProvider(OLLAMA);
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
  let isLoaded = false;
  const ps = () => ({ models: isLoaded ? [{ name: 'qwen3:latest', context_length: 32768 }] : [] });
  const idle = await startProvider({ answers: { ...OLLAMA.answers, 'GET /api/ps': ps } });
  const model = await idle.models.open('p/qwen3');
  expect(model.contextTokens).toBe(16384);
  isLoaded = true;
  await ask(model);
  expect(model.contextTokens).toBe(32768);
});

test('LM Studio: its own API states what its models take, the newer one first', async () => {
  const loaded = { id: 'q', config: { context_length: 4096 } };
  const { models, list } = await startProvider({
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
  const older = await startProvider({
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
  const { models, server } = await startProvider({
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
  const { models } = await startProvider({
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
  const { models, list } = await startProvider(
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
  const azure = { profile: 'azure' as const, models: { 'my gpt': { vision: true } } };
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

test('a server of no known kind is asked what it is once, and not before each question', async () => {
  const { server, models } = await startProvider({});
  await models.open('p/some');
  await models.open('p/some');
  expect(server.requests.filter(({ path }) => path === '/props')).toHaveLength(1);
});
