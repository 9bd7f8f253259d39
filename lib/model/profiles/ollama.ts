/**
 * Ollama. A prompt beyond the context that it gave a model is cut silently, and that context is mostly less than
 * the model's own: what is loaded tells its own, else the Modelfile, else Ollama's default counts.
 * https://docs.ollama.com/api-reference/show-model-details, …/api-reference/ps, …/context-length, …/openai
 */

import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readList, readObject, readsWord, readText } from './read-json.ts';
import type { Probe } from './server-probe.ts';

/** The context with less than 24 GB of video memory and nothing configured. */
const DEFAULT_CONTEXT_TOKENS = 4096;

export const ollama: Profile = {
  id: 'ollama',
  label: 'Ollama',
  recognize: async (probe) => readText(readObject(await probe.root('/api/version')).version) !== undefined,
  traits: UNKNOWN_TRAITS,
  list: async (probe) => {
    const { models } = readObject(await probe.root('/api/tags'));
    return readList(models)
      .flatMap(({ name }) => readText(name) ?? [])
      .map((id) => ({ id }));
  },
  loadsContext: true,
  inspect,
};

async function inspect(probe: Probe, modelId: string): Promise<ModelFacts> {
  const [shown, running] = await Promise.all([
    probe.root('/api/show', { model: modelId }).then(readObject),
    probe
      .root('/api/ps')
      .then(readObject)
      .catch(() => readObject(null)),
  ]);
  const { capabilities } = shown;
  return {
    id: modelId,
    vision: readsWord(capabilities, 'vision'),
    nativeTools: readsWord(capabilities, 'tools'),
    contextTokens: readContext(modelId, shown, readList(running.models)),
  };
}

function readContext(
  modelId: string,
  shown: Record<string, unknown>,
  running: readonly Record<string, unknown>[],
): number | undefined {
  const loaded = running.find(({ name, model }) => [name, model].some((each) => isSame(each, modelId)));
  const given = readText(shown.parameters)?.match(/^num_ctx\s+(\d+)/m)?.[1];
  const [, own] =
    Object.entries(readObject(shown.model_info)).find(([name]) => name.endsWith('.context_length')) ?? [];
  const inForce = readCount(loaded?.context_length) ?? readCount(Number(given)) ?? DEFAULT_CONTEXT_TOKENS;
  return Math.min(inForce, readCount(own) ?? inForce);
}

/** A name without a tag means the tag `latest`. */
function isSame(name: unknown, modelId: string): boolean {
  return name === modelId || name === `${modelId}:latest`;
}
