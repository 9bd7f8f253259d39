/**
 * OpenRouter. Its list states context, prices (US dollars a token, as text), input modalities and parameters.
 * https://openrouter.ai/docs/models, https://openrouter.ai/docs/use-cases/usage-accounting (`usage.cost`)
 */
import type { Prices } from '../../protocol/runs/run.ts';
import { UNKNOWN_TRAITS } from '../openai/traits.ts';
import { listOpenaiModels } from './list-openai-models.ts';
import type { ModelFacts, Profile } from './profile.ts';
import { readCount, readObject, readsWord, readText } from './read-json.ts';
import type { Probe } from './server-probe.ts';

export const openrouter: Profile = {
  id: 'openrouter',
  label: 'OpenRouter',
  hosts: /(^|\.)openrouter\.ai$/,
  traits: { ...UNKNOWN_TRAITS, statesCost: true },
  list,
  listsFacts: true,
};

function list(probe: Probe): Promise<ModelFacts[]> {
  return listOpenaiModels(probe, readFacts);
}

function readFacts(model: Record<string, unknown>): Partial<ModelFacts> {
  const { input_modalities } = readObject(model.architecture);
  return {
    label: readText(model.name),
    contextTokens: readCount(model.context_length),
    vision: readsWord(input_modalities, 'image'),
    nativeTools: readsWord(model.supported_parameters, 'tools'),
    prices: readPrices(readObject(model.pricing)),
  };
}

function readPrices({ prompt, completion, input_cache_read }: Record<string, unknown>): Prices | undefined {
  const [inputPerMTok, outputPerMTok, cachedInputPerMTok] = [prompt, completion, input_cache_read].map(
    toPerMTok,
  );
  // A router's models have no price of their own; theirs is -1.
  if (inputPerMTok === undefined || outputPerMTok === undefined) return undefined;
  return { inputPerMTok, outputPerMTok, ...(cachedInputPerMTok === undefined ? {} : { cachedInputPerMTok }) };
}

function toPerMTok(dollars: unknown): number | undefined {
  const value = readText(dollars) === undefined ? Number.NaN : Number(dollars);
  return value >= 0 ? Number((value * 1e6).toPrecision(12)) : undefined;
}
