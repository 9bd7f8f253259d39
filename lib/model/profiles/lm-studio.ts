/**
 * LM Studio. Its own API states type, context (of what is loaded, else the longest) and capabilities.
 * https://lmstudio.ai/docs/developer/rest/list (since 0.4), https://lmstudio.ai/docs/developer/rest/endpoints (before)
 */

import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { findModel } from './list-openai-models.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readFlag, readList, readObject, readsWord, readText } from './read-json.ts';
import type { Probe } from './server-probe.ts';

export const lmStudio: Profile = {
  id: 'lm-studio',
  label: 'LM Studio',
  recognize: async (probe) => {
    const [now, before] = await Promise.all([readNow(probe), readBefore(probe).catch(() => [])]);
    return now !== null || before.length > 0;
  },
  traits: UNKNOWN_TRAITS,
  list,
  loadsContext: true,
  inspect: async (probe, modelId) => findModel(await list(probe), modelId),
};

async function list(probe: Probe): Promise<ModelFacts[]> {
  return (await readNow(probe)) ?? readBefore(probe);
}

async function readNow(probe: Probe): Promise<ModelFacts[] | null> {
  const { models } = readObject(await probe.root('/api/v1/models').catch(() => null));
  return Array.isArray(models) ? readList(models).flatMap(readModel) : null;
}

async function readBefore(probe: Probe): Promise<ModelFacts[]> {
  return readList(readObject(await probe.root('/api/v0/models')).data).flatMap(readOldModel);
}

function readModel(model: Record<string, unknown>): ModelFacts[] {
  const id = readText(model.key);
  if (id === undefined || model.type === 'embedding') return [];
  const capabilities = readObject(model.capabilities);
  const loaded = readObject(readList(model.loaded_instances)[0]?.config);
  return [
    {
      id,
      label: readText(model.display_name),
      vision: readFlag(capabilities.vision),
      nativeTools: readFlag(capabilities.trained_for_tool_use),
      contextTokens: readCount(loaded.context_length) ?? readCount(model.max_context_length),
    },
  ];
}

function readOldModel(model: Record<string, unknown>): ModelFacts[] {
  const id = readText(model.id);
  // Others may have something at this path; only LM Studio says what type a model is.
  const isChat = model.type === 'llm' || model.type === 'vlm';
  if (id === undefined || !isChat) return [];
  return [
    {
      id,
      vision: model.type === 'vlm',
      nativeTools: readsWord(model.capabilities, 'tool_use'),
      contextTokens: readCount(model.loaded_context_length) ?? readCount(model.max_context_length),
    },
  ];
}
