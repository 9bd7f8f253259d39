/** Asks a model server what it offers, and one of its models a short question, as a run would. */
import { performance } from 'node:perf_hooks';
import type { ProviderConfig } from '../../config/read-model-config.ts';
import type { ModelProvider } from '../../protocol/models/model-catalog.ts';
import type { ServerTest } from '../../protocol/models/model-server.ts';
import { findPreset } from '../../protocol/models/provider-presets.ts';
import { createSession } from '../../session/session.ts';
import { isAppError } from '../../util/app-error.ts';
import type { LanguageModel, ModelRequest } from '../model.ts';
import { createProvider, type Provider } from '../provider/model-provider.ts';

/** A model that thinks first needs some. */
const MAX_ANSWER_TOKENS = 400;
/** How much of the answer is kept, characters: enough to see that it is one. */
const MAX_TEXT_LENGTH = 200;

/** Never throws for what the server does; aborting the signal ends the questions. */
export async function testServer(
  config: ProviderConfig,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ServerTest> {
  const provider = createProvider({ ...config, name: null, isSaved: config.isSaved ?? false });
  const { kind, mayAnswer, provider: listed } = await provider.look();
  const { address, models, reason } = listed;
  const test = { kind, address: address ?? '', models, ...(reason ? { listProblem: reason } : {}) };
  const modelId = wanted ?? chooseModel(listed, kind, config);
  // A server that does not answer, or rejects the key, would say the same again.
  if (modelId === undefined || !mayAnswer) return test;
  return {
    ...test,
    model: await provider.describe(modelId),
    ...(await ask(provider, modelId, config, signal)),
  };
}

function chooseModel(
  { models }: ModelProvider,
  kind: ServerTest['kind'],
  config: ProviderConfig,
): string | undefined {
  const [named] = Object.keys(config.models);
  const ids = models.map(({ id }) => id);
  const [preferred] = (findPreset(kind)?.prefers ?? []).flatMap(
    (pattern) => ids.find((id) => pattern.test(id)) ?? [],
  );
  return named ?? preferred ?? ids[0];
}

async function ask(
  provider: Provider,
  modelId: string,
  { apiKey }: ProviderConfig,
  signal: AbortSignal,
): Promise<Pick<ServerTest, 'answer' | 'problem'>> {
  const startMs = performance.now();
  try {
    const model = await provider.open(modelId, { isOnce: true });
    const answer = await readAnswer(model, signal, startMs);
    // A server may repeat what it was sent.
    const text = apiKey.length >= 8 ? answer.text.replaceAll(apiKey, '…') : answer.text;
    return { answer: { ...answer, text: text.trim().slice(0, MAX_TEXT_LENGTH) } };
  } catch (error) {
    if (signal.aborted) return { problem: 'The test was stopped.' };
    if (isAppError(error))
      return { problem: error.message.replace('Start the run again.', 'Test it again.') };
    throw error;
  }
}

async function readAnswer(model: LanguageModel, signal: AbortSignal, startMs: number) {
  let text = '';
  let firstMs: number | null = null;
  const sinceStart = () => Math.round(performance.now() - startMs);
  for await (const event of model.stream(toQuestion(), signal)) {
    if (event.type === 'text-delta' || event.type === 'reasoning-delta') firstMs ??= sinceStart();
    if (event.type === 'text-delta') text += event.text;
    if (event.type === 'end') {
      const totalMs = sinceStart();
      return { text, firstMs: firstMs ?? totalMs, totalMs, usage: event.usage };
    }
  }
  throw new Error('A stream of a model has no end.');
}

function toQuestion(): ModelRequest {
  return {
    messages: [{ role: 'user', content: 'Reply with one word: ready' }],
    tools: [],
    maxTokens: MAX_ANSWER_TOKENS,
    session: createSession('server-test'),
    runId: 'server-test',
  };
}
