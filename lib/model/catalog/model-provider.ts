/** One configured or found model server: what it is, what it offers, and its models, ready to be asked. */

import type { ModelSettings, ProviderConfig } from '../../config/read-model-config.ts';
import type { ModelEntry, ModelProvider } from '../../protocol/model-catalog.ts';
import type { ModelInfo } from '../../protocol/run.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toPublicUrl } from '../../util/to-public-url.ts';
import type { Model } from '../model.ts';
import type { Learned } from '../openai/lessons.ts';
import { COMPATIBLE, findKnownProfile, recognizeProfile } from '../profiles/find-profile.ts';
import { findModel } from '../profiles/list-openai-models.ts';
import type { ModelFacts, Profile } from '../profiles/profile.ts';
import { createProbe, type Probe, ProbeFailure } from '../profiles/server-probe.ts';
import { type Endpoint, toEndpoint } from './endpoint.ts';
import { isVisionModel } from './is-vision-model.ts';

export interface Provider {
  /** Before the slash in the ids of its models; null: they have none. */
  readonly name: string | null;
  readonly config: ProviderConfig;
  /** What it offers, at most a minute old unless `fresh`. Never throws. */
  list(fresh?: boolean): Promise<ModelProvider>;
  /** The model that its server knows by this name. */
  open(modelId: string): Promise<Model>;
  toInfo(modelId: string, label?: string): ModelInfo;
}

/** Longest wait for what a server says of itself, and for a list that may be long. */
const INSPECT_TIMEOUT_MS = 2500;
const LIST_TIMEOUT_MS = 8000;
const LIST_AGE_MS = 60_000;

export function createProvider(config: ProviderConfig, found: { profile: Profile } | null = null): Provider {
  const { name } = config;
  let profile = found?.profile ?? findKnownProfile(toEndpoint(config, null).baseUrl, config.profile);
  let offered: { at: number; models: Promise<ModelFacts[]> } | null = null;
  const learned = new Map<string, Learned>();

  async function findProfile(): Promise<Profile> {
    // One that is down now may say later what it is.
    profile ??= await recognizeProfile(toProbe(toEndpoint(config, null), INSPECT_TIMEOUT_MS));
    return profile ?? COMPATIBLE;
  }

  function toInfo(modelId: string, label = config.models[modelId]?.label ?? modelId): ModelInfo {
    const id = name === null ? modelId : `${name}/${modelId}`;
    return {
      id,
      label,
      kind: 'openai',
      provider: config.label ?? name ?? profile?.label ?? COMPATIBLE.label,
    };
  }

  function toEntry({ id, label, ...facts }: ModelFacts): ModelEntry {
    const { label: given, ...settings } = config.models[id] ?? {};
    return { ...toInfo(id, given ?? label), ...withoutUndefined({ ...facts, ...settings }) };
  }

  /** Rejects with why there is no list. */
  async function readOffered(fresh = false): Promise<ModelFacts[]> {
    const kind = await findProfile();
    if (!offered || fresh || Date.now() - offered.at > LIST_AGE_MS) {
      const models = kind.list(toProbe(toEndpoint(config, kind), LIST_TIMEOUT_MS));
      offered = { at: Date.now(), models };
      // A server that is down now may be up at the next look.
      models.catch(() => {
        offered = null;
      });
    }
    return offered.models;
  }

  async function list(fresh = false): Promise<ModelProvider> {
    const kind = await findProfile();
    const configured = Object.keys(config.models).map((id) => ({ id }));
    const about = {
      id: name ?? kind.id,
      label: config.label ?? name ?? kind.label,
      address: toPublicUrl(toEndpoint(config, kind).baseUrl),
      isFound: found !== null,
    };
    try {
      const known = await readOffered(fresh);
      const missing = configured.filter(({ id }) => !known.some((each) => each.id === id));
      const models = [...missing, ...known].map(toEntry);
      const { nothingListed = 'It offers no chat models.' } = kind;
      return { ...about, status: 'ready', ...(models.length > 0 ? {} : { reason: nothingListed }), models };
    } catch (error) {
      const reason = explainFailure(error, config);
      return { ...about, status: 'unreachable', reason, models: configured.map(toEntry) };
    }
  }

  /** What the server says of a model; nothing when it does not answer in time. */
  async function inspect(modelId: string): Promise<Partial<ModelFacts>> {
    const kind = await findProfile();
    const probe = toProbe(toEndpoint(config, kind), INSPECT_TIMEOUT_MS);
    const listed = async () => findModel(await readOffered(), modelId);
    const asked = kind.listsFacts ? listed() : kind.inspect?.(probe, modelId);
    if (!asked) return {};
    const facts = await orAborted(asked, AbortSignal.timeout(INSPECT_TIMEOUT_MS)).catch(() => null);
    return withoutUndefined(facts ?? {});
  }

  async function open(modelId: string): Promise<Model> {
    const kind = await findProfile();
    const endpoint = toEndpoint(config, kind, modelId);
    const settings = config.models[modelId] ?? {};
    const known: ModelSettings = { ...(await inspect(modelId)), ...settings };
    const readContext = async () => (await inspect(modelId)).contextTokens;
    const memory = learned.get(modelId) ?? { traits: {} };
    learned.set(modelId, memory);
    // The client library takes longer to load than the rest of a command takes to run.
    const { createOpenaiModel } = await import('../openai/openai-model.ts');
    return createOpenaiModel({
      apiKey: config.apiKey,
      baseUrl: endpoint.baseUrl,
      query: endpoint.query,
      keyHeader: kind.keyHeader,
      modelId,
      info: toInfo(modelId, known.label),
      // Code comes as text unless the user wants calls and the model is not known to lack them; see docs/models.md.
      nativeTools: settings.nativeTools ?? (config.nativeTools && known.nativeTools !== false),
      vision: known.vision ?? isVisionModel(modelId),
      contextTokens: known.contextTokens,
      readContext: kind.loadsContext && settings.contextTokens === undefined ? readContext : undefined,
      prices: known.prices,
      traits: kind.traits,
      learned: memory,
      words: toWords(config),
    });
  }

  return { name, config, list, open, toInfo };
}

function toProbe({ baseUrl, headers, query }: Endpoint, timeoutMs: number): Probe {
  return createProbe({ baseUrl, headers, query, timeoutMs });
}

/** How the user fixes what is wrong with this server, in the words of where it was configured. */
function toWords({ name, apiKeyEnv, baseUrl }: ProviderConfig) {
  const isOwn = name === null;
  return {
    server: baseUrl === undefined ? 'The OpenAI API' : `The model server at ${toPublicUrl(baseUrl)}`,
    address: isOwn ? 'OPENAI_BASE_URL' : 'its address',
    key:
      apiKeyEnv === null
        ? 'Set apiKeyEnv to the name of a variable that holds a key.'
        : `Set ${apiKeyEnv} to a valid key for it.`,
    model: isOwn ? 'Set ACTBOOK_MODEL to one it offers.' : 'Choose one it offers.',
  };
}

function explainFailure(error: unknown, config: ProviderConfig): string {
  const { server, key, address } = toWords(config);
  const status = error instanceof ProbeFailure ? error.status : 0;
  if (status === 401 || status === 403) return `${server} rejected the API key. ${key}`;
  if (status === 404) return `${server} does not list its models.`;
  return status === 0
    ? `${server} does not answer. Check that it runs and that ${address} is right.`
    : `${server} failed to list its models (status ${status}).`;
}

function withoutUndefined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
