/**
 * llama.cpp's `llama-server`: one model, whose properties it states; with several, those of each by name.
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md (“GET /props”, “GET /v1/models”)
 */
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { Profile } from './profile.ts';
import { readCount, readFlag, readObject } from './read-json.ts';

export const llamaCpp: Profile = {
  id: 'llama-cpp',
  label: 'llama.cpp',
  recognize: async (probe) => 'default_generation_settings' in readObject(await probe.root('/props')),
  traits: UNKNOWN_TRAITS,
  list: listOpenaiModels,
  inspect: async (probe, modelId) => {
    const props = readObject(await probe.root(`/props?model=${encodeURIComponent(modelId)}`));
    const { supports_tools } = readObject(props.chat_template_caps);
    return {
      id: modelId,
      contextTokens: readCount(readObject(props.default_generation_settings).n_ctx),
      vision: readFlag(readObject(props.modalities).vision),
      nativeTools: readFlag(supports_tools),
    };
  },
};
