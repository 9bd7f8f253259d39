/** Which kind of server an address is: what is configured, else what its host says, else what it answers. */
import type { ProviderKind } from '../../protocol/provider-kind.ts';
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { anthropic } from './anthropic.ts';
import { azure } from './azure.ts';
import { google } from './google.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import { llamaCpp } from './llama-cpp.ts';
import { lmStudio } from './lm-studio.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openrouter } from './openrouter.ts';
import type { Profile } from './profile.ts';
import type { Probe } from './server-probe.ts';
import { vllm } from './vllm.ts';

/** Any other server of the OpenAI API. */
export const COMPATIBLE: Profile = {
  id: 'compatible',
  label: 'OpenAI-compatible server',
  traits: UNKNOWN_TRAITS,
  list: listOpenaiModels,
};

/** In the order of trust: what answers as several is the first of them. */
const PROFILES: readonly Profile[] = [
  openai,
  azure,
  openrouter,
  anthropic,
  google,
  ollama,
  lmStudio,
  llamaCpp,
  vllm,
];

/** The profile that needs no question, or null. */
export function findKnownProfile(baseUrl: string, profileId?: ProviderKind): Profile | null {
  if (profileId !== undefined) return [...PROFILES, COMPATIBLE].find(({ id }) => id === profileId) ?? null;
  const host = new URL(baseUrl).hostname;
  return PROFILES.find(({ hosts }) => hosts?.test(host)) ?? null;
}

/** Asks the server. Never throws: null when it answers nothing that only one kind of server does. */
export async function recognizeProfile(probe: Probe): Promise<Profile | null> {
  const answers = await Promise.all(
    PROFILES.map(async (profile) => (await profile.recognize?.(probe).catch(() => false)) ?? false),
  );
  return PROFILES[answers.indexOf(true)] ?? null;
}
