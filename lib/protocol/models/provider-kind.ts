/** The kinds of model servers that lib/model/profiles knows. */
import { z } from 'zod';

export const ProviderKind = z.enum([
  'openai',
  'azure',
  'openrouter',
  'anthropic',
  'google',
  'ollama',
  'lm-studio',
  'llama-cpp',
  'vllm',
  'compatible',
]);
export type ProviderKind = z.infer<typeof ProviderKind>;

/** What is sent as the key where there is none: local servers ignore it, and the client library insists on one. */
export const NO_KEY = 'none';
