/** Which kind of server an address is: what is configured, else what its host says, else what it answers. */
import type { ProviderKind } from '../../protocol/models/provider-kind.ts';
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
import { type Probe, ProbeFailure } from './server-probe.ts';
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

export interface Recognition {
  /** Null when it answers nothing that only one kind of server does. */
  profile: Profile | null;
  /** Whether it answered anything, and not only that it cannot answer now. */
  hasAnswered: boolean;
}

/** Asks the server. Never throws. */
export async function recognizeProfile(probe: Probe): Promise<Recognition> {
  let hasAnswered = false;
  const answers = await Promise.all(
    PROFILES.map(async ({ recognize }) => {
      if (!recognize) return false;
      try {
        const isThis = await recognize(probe);
        hasAnswered = true;
        return isThis;
      } catch (error) {
        hasAnswered ||= error instanceof ProbeFailure && isAnswer(error);
        return false;
      }
    }),
  );
  return { profile: PROFILES[answers.indexOf(true)] ?? null, hasAnswered };
}

/** A server that fails for a moment, as while it loads a model, has not said what it is. */
function isAnswer(error: unknown): boolean {
  return error instanceof ProbeFailure && error.status > 0 && error.status < 500;
}
