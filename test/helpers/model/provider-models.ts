/** The models of scripted providers, and a call to one. */
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import type { ModelConfig, ProviderConfig } from '../../../lib/config/read-model-config.ts';
import { createModels } from '../../../lib/model/catalog/create-models.ts';
import type { Model, ModelEvent, ModelProfile, ModelRequest } from '../../../lib/model/model.ts';
import { createSession } from '../../../lib/session/session.ts';
import { type ProviderServerOptions, startProviderServer } from './provider-server.ts';

export const KEY = 'secret-key-42';

export function toConfig(providers: Partial<ProviderConfig>[], rest: Partial<ModelConfig> = {}): ModelConfig {
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
    isDefaultFixed: false,
    serversPath: null,
    discover: [],
    review: null,
    ...rest,
  };
}

/** One provider, `p`, and all models with it. */
export async function startProvider(options: ProviderServerOptions, provider: Partial<ProviderConfig> = {}) {
  const server = await startProviderServer(options);
  const models = createModels(toConfig([{ baseUrl: `${server.url}/v1`, ...provider }]), [], createAnalyst());
  const list = async () => (await models.list())[0];
  return { server, models, list };
}

/** `onEvent` sees what comes of a call that fails. */
export async function ask(
  model: Model,
  request: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
  onEvent: (event: ModelEvent) => unknown = () => {},
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const messages: ModelRequest['messages'] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ];
  const whole = { messages, tools: [], session: createSession('s'), runId: 'r', ...request };
  if ('plan' in model) throw new Error(`${model.info.label} takes no prompt.`);
  for await (const event of model.stream(whole, signal)) {
    events.push(event);
    onEvent(event);
  }
  return events;
}

export function profileOf({ nativeTools, vision, contextTokens, prices }: Model): ModelProfile {
  return { nativeTools, vision, contextTokens, prices };
}

/** Answers of an Ollama with two models, one of them loaded. */
export const OLLAMA: ProviderServerOptions = {
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
