/**
 * The OpenAI API. Its list of models holds ids alone, so what a model takes is configured or learned from refusals.
 * https://platform.openai.com/docs/api-reference/chat/create, …/api-reference/models/list
 */
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { Profile } from './profile.ts';

export const openai: Profile = {
  id: 'openai',
  label: 'OpenAI',
  hosts: /(^|\.)api\.openai\.com$/,
  traits: { ...UNKNOWN_TRAITS, maxTokens: 'max_completion_tokens' },
  list: listOpenaiModels,
};
