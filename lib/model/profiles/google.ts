/**
 * Google's OpenAI-compatible end point of the Gemini API. Its list holds IDs; the context is stated by the API of its own
 * next to it.
 * https://ai.google.dev/gemini-api/docs/openai, https://ai.google.dev/api/models
 */
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readObject, readText } from './read-json.ts';
import type { Probe } from './server-probe.ts';

export const google: Profile = {
  id: 'google',
  label: 'Google Gemini',
  hosts: /(^|\.)generativelanguage\.googleapis\.com$/,
  traits: UNKNOWN_TRAITS,
  listHeaders: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  list,
  inspect,
};

/** An ID is `models/gemini-…` in the list, and called by either form. */
async function list(probe: Probe): Promise<ModelFacts[]> {
  const models = await listOpenaiModels(probe, ({ display_name }) => ({ label: readText(display_name) }));
  return models.map((model) => ({ ...model, id: model.id.replace(/^models\//, '') }));
}

async function inspect(probe: Probe, modelId: string): Promise<ModelFacts> {
  const said = readObject(await probe.root(`/v1beta/models/${encodeURIComponent(modelId)}`));
  return { id: modelId, contextTokens: readCount(said.inputTokenLimit) };
}
