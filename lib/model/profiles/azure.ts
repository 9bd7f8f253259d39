/**
 * Azure OpenAI. A model is called by the name of its deployment, which no list with a key holds: deployments are configured.
 * https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle (addresses with and without `api-version`),
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference#chat-completions (`api-key`, deployments)
 */
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import type { Profile } from './profile.ts';

export const azure: Profile = {
  id: 'azure',
  label: 'Azure OpenAI',
  hosts: /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/,
  keyHeader: 'api-key',
  traits: { ...UNKNOWN_TRAITS, maxTokens: 'max_completion_tokens' },
  nothingListed: 'Azure does not list deployments. Enter the names of yours in Settings, or in models.json.',
  list: async () => [],
};
