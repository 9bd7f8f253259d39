/** All models that can answer: of configured servers, of servers found on this machine, and the built-in analyst. */

import type { ModelConfig, ProviderConfig } from '../../config/read-model-config.ts';
import type { ModelProvider } from '../../protocol/models/model-catalog.ts';
import { NO_KEY } from '../../protocol/models/provider-kind.ts';
import type { ModelInfo } from '../../protocol/runs/run.ts';
import { AppError } from '../../util/app-error.ts';
import type { Model, Models } from '../model.ts';
import { recognizeProfile } from '../profiles/find-profile.ts';
import { createProbe } from '../profiles/server-probe.ts';
import { toEndpoint } from '../provider/endpoint.ts';
import { createProvider, type Provider } from '../provider/model-provider.ts';
import { createServers, type Servers } from '../servers/servers.ts';

/** Longest wait for a server on this machine. One that is not there refuses at once; one that is may be busy loading a model. */
const DISCOVERY_TIMEOUT_MS = 3_000;
const DISCOVERY_AGE_MS = 30_000;

/**
 * `given` are models that need no server; the first of them is the default. `servers` are read each time, as the user
 * may change them. Asks no server before it must.
 */
export function createModels(
  config: ModelConfig,
  given: readonly Model[],
  analyst: Model,
  servers: Pick<Servers, 'listProviders' | 'readDefault' | 'listRemoved'> = createServers(config),
): Models {
  const fixed = config.providers.map((provider) => createProvider(provider));
  const listSaved = createSavedProviders(servers);
  const listOwn = () => [...fixed, ...listSaved()];
  let found: { at: number; providers: Promise<Provider[]> } | null = null;
  const known = new Map<string, Provider>();

  function findLocal(fresh = false): Promise<Provider[]> {
    if (!found || fresh || Date.now() - found.at > DISCOVERY_AGE_MS) {
      found = { at: Date.now(), providers: lookAround() };
    }
    return found.providers;
  }

  async function lookAround(): Promise<Provider[]> {
    const wanted = config.discover.filter(
      (address) => !fixed.some((provider) => isSameServer(address, toAddress(provider))),
    );
    const each = await Promise.all(
      wanted.map(async (address) => [address, await recognize(address)] as const),
    );
    return each.flatMap(([address, profile]) => {
      if (!profile) return [];
      const name = isTaken(profile.id, address) ? `${profile.id}-local` : profile.id;
      const kept = known.get(address);
      const provider =
        kept?.name === name ? kept : createProvider(toFoundConfig(name, profile.label, address), { profile });
      known.set(address, provider);
      return [provider];
    });
  }

  /** Whether another server, which is connected or once was, has this name. */
  function isTaken(name: string, address: string): boolean {
    const others = listOwn().map((provider) => ({ id: provider.name, address: toAddress(provider) }));
    return [...others, ...servers.listRemoved()].some(
      (each) => each.id === name && !isSameServer(each.address, address),
    );
  }

  /** Providers on this machine that are not connected. */
  async function findOthers(fresh = false): Promise<Provider[]> {
    const saved = listSaved();
    const isSaved = (found: Provider) =>
      saved.some((each) => isSameServer(toAddress(found), toAddress(each)));
    return (await findLocal(fresh)).filter((found) => !isSaved(found));
  }

  /** The provider that a model's id names and what it calls the model, or null. */
  async function resolve(id: string): Promise<[Provider, string] | null> {
    const named = findNamed(listOwn(), id);
    if (named) return named;
    const plain = fixed.find(({ name }) => name === null);
    const isPlain = plain && (id === config.defaultId || plain.config.models[id] !== undefined);
    // This machine is looked at only for an id that may come from there.
    const local = isPlain || !id.includes('/') ? null : findNamed(await findOthers(), id);
    if (local) return local;
    if (!isPlain) requireNotRemoved(servers.listRemoved(), id);
    return plain ? [plain, id] : null;
  }

  async function open(modelId?: string): Promise<Model> {
    const id = modelId ?? readDefault().id;
    const atHand = [...given, analyst].find(({ info }) => info.id === id);
    if (atHand) return atHand;
    const [provider, name] = (await resolve(id)) ?? [];
    if (!provider || name === undefined)
      throw unknown(
        id,
        listConfigured().map((each) => each.id),
      );
    if (provider.config.models[name] === undefined && id !== config.defaultId)
      await requireOffered(provider, name, id);
    return provider.open(name);
  }

  /** What a variable says, then what the user chose, then what models.json says. */
  function readDefault(): ModelInfo {
    const saved = config.isDefaultFixed ? null : servers.readDefault();
    const atHand = given[0] ?? (saved === analyst.info.id ? analyst : undefined);
    if (atHand) return atHand.info;
    const own = listOwn();
    return findDefault(own, saved) ?? findDefault(own, config.defaultId) ?? analyst.info;
  }

  function listConfigured(): ModelInfo[] {
    const first = readDefault();
    const configured = [
      ...given.map(({ info }) => info),
      ...listOwn().flatMap((provider) =>
        Object.keys(provider.config.models).map((id) => provider.toInfo(id)),
      ),
      analyst.info,
    ];
    return [first, ...configured.filter(({ id }) => id !== first.id)];
  }

  return {
    listConfigured,
    open,
    list: async ({ fresh = false } = {}) => {
      const local = await findOthers(fresh);
      const answered = await Promise.all([...listOwn(), ...local].map((provider) => provider.list(fresh)));
      return [...answered, toBuiltin([...given, analyst])];
    },
  };
}

/** Providers of the saved servers, each kept, with what it learned, while its settings stay as they are. */
function createSavedProviders({ listProviders }: Pick<Servers, 'listProviders'>): () => Provider[] {
  let kept = new Map<string, Provider>();
  return () => {
    const now = listProviders().map((config) => {
      const settings = JSON.stringify(config);
      return [settings, kept.get(settings) ?? createProvider(config)] as const;
    });
    kept = new Map(now);
    return [...kept.values()];
  };
}

/** Its model must not be asked of another server, which the conversation was not meant for. */
function requireNotRemoved(removed: ReturnType<Servers['listRemoved']>, id: string): void {
  const gone = removed.find((each) => id.startsWith(`${each.id}/`));
  if (gone)
    throw new AppError(
      'bad-request',
      `The model server “${gone.label}” was removed, so its model ${id.slice(gone.id.length + 1)} cannot answer. Choose another model.`,
    );
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

function toAddress({ config }: Provider): string {
  return toEndpoint(config, null).baseUrl;
}

/** A loopback server has several names. */
function isSameServer(one: string, other: string): boolean {
  const [left, right] = [new URL(one), new URL(other)];
  const areLocal = [left, right].every(({ hostname }) => LOOPBACK.has(hostname));
  return left.port === right.port && (areLocal || left.hostname === right.hostname);
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

async function recognize(address: string) {
  const probe = createProbe({ baseUrl: address, headers: {}, timeoutMs: DISCOVERY_TIMEOUT_MS });
  return (await recognizeProfile(probe)).profile;
}

function toFoundConfig(name: string, label: string, baseUrl: string): ProviderConfig {
  return { name, label, baseUrl, apiKey: NO_KEY, apiKeyEnv: null, nativeTools: false, models: {} };
}

function toBuiltin(models: readonly Model[]): ModelProvider {
  const about = { id: 'builtin', label: 'Built in', address: null, isFound: false };
  return { ...about, status: 'ready', models: models.map(({ info }) => ({ ...info })) };
}
