/** All models that can answer: of configured servers, of servers found on this machine, and the built-in analyst. */

import type { ModelConfig, ProviderConfig } from '../../config/read-model-config.ts';
import type { ModelProvider } from '../../protocol/model-catalog.ts';
import type { ModelInfo } from '../../protocol/run.ts';
import { AppError } from '../../util/app-error.ts';
import type { Model, Models } from '../model.ts';
import { recognizeProfile } from '../profiles/find-profile.ts';
import { createProbe } from '../profiles/server-probe.ts';
import { toEndpoint } from './endpoint.ts';
import { createProvider, type Provider } from './model-provider.ts';

/** Longest wait for a server on this machine. One that is not there refuses at once; one that is may be busy loading a model. */
const DISCOVERY_TIMEOUT_MS = 3_000;
const DISCOVERY_AGE_MS = 30_000;

/** `given` are models that need no server; the first of them is the default. Asks no server before it must. */
export function createModels(
  { providers, defaultId, discover }: ModelConfig,
  given: readonly Model[],
  analyst: Model,
): Models {
  const own = providers.map((config) => createProvider(config));
  const wanted = discover.filter((address) => !providers.some((each) => isSameServer(address, each)));
  let found: { at: number; providers: Promise<Provider[]> } | null = null;
  const known = new Map<string, Provider>();

  function findLocal(fresh = false): Promise<Provider[]> {
    if (!found || fresh || Date.now() - found.at > DISCOVERY_AGE_MS) {
      found = { at: Date.now(), providers: lookAround() };
    }
    return found.providers;
  }

  async function lookAround(): Promise<Provider[]> {
    const each = await Promise.all(
      wanted.map(async (address) => [address, await recognize(address)] as const),
    );
    return each.flatMap(([address, profile]) => {
      if (!profile) return [];
      const isTaken = own.some(({ name }) => name === profile.id);
      const name = isTaken ? `${profile.id}-local` : profile.id;
      const provider =
        known.get(address) ?? createProvider(toFoundConfig(name, profile.label, address), { profile });
      known.set(address, provider);
      return [provider];
    });
  }

  /** The provider that a model's id names and what it calls the model, or null. */
  async function resolve(id: string): Promise<[Provider, string] | null> {
    const named = findNamed(own, id);
    if (named) return named;
    const plain = own.find(({ name }) => name === null);
    const isPlain = plain && (id === defaultId || plain.config.models[id] !== undefined);
    // This machine is looked at only for an id that may come from there.
    const local = isPlain || !id.includes('/') ? null : findNamed(await findLocal(), id);
    return local ?? (plain ? [plain, id] : null);
  }

  async function open(modelId?: string): Promise<Model> {
    const id = modelId ?? defaultInfo.id;
    const atHand = [...given, analyst].find(({ info }) => info.id === id);
    if (atHand) return atHand;
    const [provider, name] = (await resolve(id)) ?? [];
    if (!provider || name === undefined)
      throw unknown(
        id,
        configured.map((each) => each.id),
      );
    if (provider.config.models[name] === undefined && id !== defaultId)
      await requireOffered(provider, name, id);
    return provider.open(name);
  }

  const configured = [
    ...given.map(({ info }) => info),
    ...own.flatMap((provider) => Object.keys(provider.config.models).map((id) => provider.toInfo(id))),
    analyst.info,
  ];
  const defaultInfo = given[0]?.info ?? findDefault(own, defaultId) ?? analyst.info;

  return {
    configured: [defaultInfo, ...configured.filter(({ id }) => id !== defaultInfo.id)],
    open,
    list: async ({ fresh = false } = {}) => {
      const local = await findLocal(fresh);
      const answered = await Promise.all([...own, ...local].map((provider) => provider.list(fresh)));
      return [...answered, toBuiltin([...given, analyst])];
    },
  };
}

function findDefault(own: readonly Provider[], defaultId: string | null): ModelInfo | null {
  if (defaultId === null) return null;
  const [provider, name = defaultId] = findNamed(own, defaultId) ?? [own.find((each) => each.name === null)];
  return provider?.toInfo(name) ?? null;
}

function findNamed(providers: readonly Provider[], id: string): [Provider, string] | null {
  const provider = providers.find(({ name }) => name !== null && id.startsWith(`${name}/`));
  return provider?.name ? [provider, id.slice(provider.name.length + 1)] : null;
}

/** Only a list that is there can prove that a model is not. Tags and variants after a colon are seldom listed. */
async function requireOffered(provider: Provider, name: string, id: string): Promise<void> {
  const { status, models } = await provider.list();
  const stem = (modelId: string) => modelId.split(':')[0];
  const wantedId = provider.toInfo(name).id;
  const isOffered = models.some((model) => stem(model.id) === stem(wantedId));
  if (status === 'ready' && models.length > 0 && !isOffered)
    throw unknown(
      id,
      models.map((model) => model.id),
    );
}

const MAX_NAMED = 8;

function unknown(id: string, available: readonly string[]): AppError {
  const more = available.length > MAX_NAMED ? ` and ${available.length - MAX_NAMED} more` : '';
  const known = `${available.slice(0, MAX_NAMED).join(', ')}${more}`;
  return new AppError('bad-request', `There is no model “${id}”. Available: ${known}.`);
}

function isSameServer(address: string, config: ProviderConfig): boolean {
  const [left, right] = [new URL(address), new URL(toEndpoint(config, null).baseUrl)];
  return left.port === right.port && [left, right].every(({ hostname }) => LOOPBACK.has(hostname));
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

async function recognize(address: string) {
  return recognizeProfile(createProbe({ baseUrl: address, headers: {}, timeoutMs: DISCOVERY_TIMEOUT_MS }));
}

function toFoundConfig(name: string, label: string, baseUrl: string): ProviderConfig {
  return { name, label, baseUrl, apiKey: 'none', apiKeyEnv: null, nativeTools: false, models: {} };
}

function toBuiltin(models: readonly Model[]): ModelProvider {
  const about = { id: 'builtin', label: 'Built in', address: null, isFound: false };
  return { ...about, status: 'ready', models: models.map(({ info }) => ({ ...info })) };
}
