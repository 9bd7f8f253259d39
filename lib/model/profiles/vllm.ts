/**
 * vLLM. Its list states the length that a model was started with; images and tools it refuses aloud.
 * https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html, `ModelCard` in vllm/entrypoints/openai/protocol.py
 */

import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readList, readObject } from './read-json.ts';
import type { Probe } from './server-probe.ts';

export const vllm: Profile = {
  id: 'vllm',
  label: 'vLLM',
  recognize: async (probe) =>
    readList(readObject(await probe.api('/models')).data).some(
      (model) => model.owned_by === 'vllm' || readCount(model.max_model_len) !== undefined,
    ),
  traits: UNKNOWN_TRAITS,
  list,
  listsFacts: true,
};

function list(probe: Probe): Promise<ModelFacts[]> {
  return listOpenaiModels(probe, ({ max_model_len }) => ({ contextTokens: readCount(max_model_len) }));
}
