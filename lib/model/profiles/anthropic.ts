/**
 * Anthropic's OpenAI-compatible end point. Its list of models is that of its own API, which has headers of its own and
 * states the context and what a model takes.
 * https://platform.claude.com/docs/en/api/openai-sdk, https://platform.claude.com/docs/en/api/models/list
 */
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readFlag, readObject, readText } from './read-json.ts';
import type { Probe } from './server-probe.ts';

export const anthropic: Profile = {
  id: 'anthropic',
  label: 'Anthropic',
  hosts: /(^|\.)api\.anthropic\.com$/,
  traits: UNKNOWN_TRAITS,
  listHeaders: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  list,
  listsFacts: true,
};

function list(probe: Probe): Promise<ModelFacts[]> {
  return listOpenaiModels(probe, readFacts, '/models?limit=1000');
}

function readFacts({ display_name, max_input_tokens, capabilities }: Record<string, unknown>) {
  return {
    label: readText(display_name),
    contextTokens: readCount(max_input_tokens),
    vision: readFlag(readObject(readObject(capabilities).image_input).supported),
  };
}
