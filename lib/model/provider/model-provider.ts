/** One configured or found model server: what it is, what it offers, and its models, ready to be asked. */

import type { ModelSettings, ProviderConfig } from '../../config/read-model-config.ts';
import type { ModelEntry, ModelProvider } from '../../protocol/models/model-catalog.ts';
import { NO_KEY, type ProviderKind } from '../../protocol/models/provider-kind.ts';
import type { ModelInfo } from '../../protocol/runs/run.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toPublicUrl } from '../../util/to-public-url.ts';
import type { LanguageModel } from '../model.ts';
import type { Learned } from '../openai/lessons.ts';
import { explainObstacle, isKeyRefusal } from '../openai/obstacle.ts';
import { COMPATIBLE, findKnownProfile, recognizeProfile } from '../profiles/find-profile.ts';
import { findModel } from '../profiles/list-openai-models.ts';
import type { ModelFacts, Profile } from '../profiles/profile.ts';
import { createProbe, type Probe, ProbeFailure } from '../profiles/server-probe.ts';
import { type Endpoint, toEndpoint } from './endpoint.ts';

interface ProviderLook {
  provider: ModelProvider;
  kind: ProviderKind;
  /** Whether its models may answer even if there is no list of them. */
  mayAnswer: boolean;
}

export interface Provider {
  /** What comes before the slash in the ids of its models; null: they have none. */
  readonly name: string | null;
  readonly config: ProviderConfig;
  /** What it offers, at most a minute old unless `fresh`. Never throws. */
  list(fresh?: boolean): Promise<ModelProvider>;
  /** The same, asked now. */
  look(): Promise<ProviderLook>;
  /** The model that its server knows by this name. `isOnce`: a failure is reported at once and not waited out. */
  open(modelId: string, options?: { isOnce?: boolean }): Promise<LanguageModel>;
  /** What its server says about a model, and what is configured. Asks the server. */
  describe(modelId: string): Promise<ModelEntry>;
  toInfo(modelId: string, label?: string): ModelInfo;
}

/** Longest wait for what a server says of itself, and for a list that may be long. */
const INSPECT_TIMEOUT_MS = 2500;
const LIST_TIMEOUT_MS = 8000;
const LIST_AGE_MS = 60_000;
/** A model that loads while it is asked needs most of it. */
const ONCE_TIMEOUT_MS = 90_000;

/** Vendors' own names of models that read images, with any prefix (`openai/…`) and suffix (`:7b`, `-2025-08-07`). */
const VISION_MODELS = [
  /gpt-(?:4o|4\.1|4\.5|4-turbo|4-vision|[5-9])/,
  /(?:^|[/_-])o(?:1|3|4-mini)(?:$|[-:])/,
  /claude-(?:3|[a-z]+-[4-9]|[4-9])/,
  /gemini/,
  /gemma-?3(?!n?[:-](?:1b|270m))/,
  /llama-?4|llama-?3\.2-?vision|llava|bakllava|moondream/,
  /pixtral|mistral-(?:small-?3\.[1-9]|medium-?3)|ministral-3/,
  /qwen[\d.]*-?vl|qvq|[/_-]vl[/_-]/,
  /minicpm-v|internvl|glm-4[\d.]*v|phi-?(?:3(?:\.5)?-vision|4-multimodal)|grok-(?:4|2-vision)|-vision\b/,
];
/** Small or special relatives of the above that read text only. */
const TEXT_ONLY = /o1-mini|o1-preview|o3-mini|gpt-oss|audio|realtime|embedding/;

export function createProvider(config: ProviderConfig, found: { profile: Profile } | null = null): Provider {
  const { name } = config;
  const server = createInquiry(config, found);
  const learned = new Map<string, Learned>();

  function toInfo(modelId: string, label = config.models[modelId]?.label ?? modelId): ModelInfo {
    const id = name === null ? modelId : `${name}/${modelId}`;
    const provider = config.label ?? name ?? server.known()?.label ?? COMPATIBLE.label;
    return { id, label, kind: 'openai', provider };
  }

  function toEntry({ id, label, ...facts }: ModelFacts): ModelEntry {
    const { label: given, ...settings } = config.models[id] ?? {};
    return { ...toInfo(id, given ?? label), ...withoutUndefined({ ...facts, ...settings }) };
  }

  async function look(fresh: boolean): Promise<ProviderLook> {
    const kind = await server.findProfile();
    const configured = Object.keys(config.models).map((id) => ({ id }));
    const about = {
      id: name ?? kind.id,
      label: config.label ?? name ?? kind.label,
      address: toPublicUrl(toEndpoint(config, kind).baseUrl),
      isFound: found !== null,
    };
    try {
      const known = await server.readOffered(fresh);
      const missing = configured.filter(({ id }) => !known.some((each) => each.id === id));
      const models = [...missing, ...known].map(toEntry);
      const { nothingListed = 'It offers no chat models.' } = kind;
      const reason = models.length > 0 ? {} : { reason: nothingListed };
      const provider: ModelProvider = { ...about, status: 'ready', ...reason, models };
      return { provider, kind: kind.id, mayAnswer: true };
    } catch (error) {
      const reason = explainFailure(error, config);
      const models = configured.map(toEntry);
      const provider: ModelProvider = { ...about, status: 'unreachable', reason, models };
      const mayAnswer = error instanceof ProbeFailure && (error.status === 404 || error.status === 405);
      return { provider, kind: kind.id, mayAnswer };
    }
  }

  async function open(modelId: string, { isOnce = false } = {}): Promise<LanguageModel> {
    const kind = await server.findProfile();
    const endpoint = toEndpoint(config, kind, modelId);
    const settings = config.models[modelId] ?? {};
    const known: ModelSettings = { ...(await server.inspect(modelId)), ...settings };
    const readContext = async () => (await server.inspect(modelId)).contextTokens;
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
      ...(isOnce ? { maxRetries: 0, idleTimeoutMs: ONCE_TIMEOUT_MS } : {}),
    });
  }

  return {
    name,
    config,
    look: () => look(true),
    list: async (fresh = false) => (await look(fresh)).provider,
    describe: async (modelId) => toEntry({ ...(await server.inspect(modelId)), id: modelId }),
    open,
    toInfo,
  };
}

/**
 * Whether a model reads images, guessed by its name where its server does not say: the chat completions API has no way to
 * ask. An unknown name counts as blind: a server that cannot take an image fails the whole request.
 */
export function isVisionModel(modelId: string): boolean {
  const name = modelId.toLowerCase();
  return !TEXT_ONLY.test(name) && VISION_MODELS.some((pattern) => pattern.test(name));
}

/** Asks a server about itself, and keeps its list for a minute. */
function createInquiry(config: ProviderConfig, found: { profile: Profile } | null) {
  let profile = found?.profile ?? findKnownProfile(toEndpoint(config, null).baseUrl, config.profile);
  /** A server of no known kind is not asked what it is before each question. */
  let askAgainAt = 0;
  let offered: { at: number; models: Promise<ModelFacts[]> } | null = null;

  async function findProfile(): Promise<Profile> {
    if (profile || Date.now() < askAgainAt) return profile ?? COMPATIBLE;
    const found = await recognizeProfile(toProbe(toEndpoint(config, null), INSPECT_TIMEOUT_MS));
    profile = found.profile;
    // A server that is down now may say later what it is.
    if (found.hasAnswered) askAgainAt = Date.now() + LIST_AGE_MS;
    return profile ?? COMPATIBLE;
  }

  function toOwnProbe(kind: Profile, timeoutMs: number): Probe {
    const endpoint = toEndpoint(config, kind);
    const headers = { ...endpoint.headers, ...kind.listHeaders?.(config.apiKey) };
    return toProbe({ ...endpoint, headers }, timeoutMs);
  }

  /** Rejects with why there is no list. */
  async function readOffered(fresh = false): Promise<ModelFacts[]> {
    const kind = await findProfile();
    if (!offered || fresh || Date.now() - offered.at > LIST_AGE_MS) {
      const models = kind.list(toOwnProbe(kind, LIST_TIMEOUT_MS));
      offered = { at: Date.now(), models };
      // A server that is down now may be up at the next look.
      models.catch(() => {
        offered = null;
      });
    }
    return offered.models;
  }

  /** What the server says of a model; nothing when it does not answer in time. */
  async function inspect(modelId: string): Promise<Partial<ModelFacts>> {
    const kind = await findProfile();
    const listed = async () => findModel(await readOffered(), modelId);
    const asked = kind.listsFacts ? listed() : kind.inspect?.(toOwnProbe(kind, INSPECT_TIMEOUT_MS), modelId);
    if (!asked) return {};
    const facts = await orAborted(asked, AbortSignal.timeout(INSPECT_TIMEOUT_MS)).catch(() => null);
    return withoutUndefined(facts ?? {});
  }

  return { known: () => profile, findProfile, readOffered, inspect };
}

function toProbe({ baseUrl, headers, query }: Endpoint, timeoutMs: number): Probe {
  return createProbe({ baseUrl, headers, query, timeoutMs });
}

/** How the user fixes what is wrong with this server, in the words of where it was configured. */
function toWords({ name, apiKey, apiKeyEnv, baseUrl, isSaved }: ProviderConfig) {
  const isOwn = name === null;
  const server = baseUrl === undefined ? 'The OpenAI API' : `The model server at ${toPublicUrl(baseUrl)}`;
  const model = isOwn && !isSaved ? 'Set ACTBOOK_MODEL to one it offers.' : 'Choose one it offers.';
  if (isSaved) {
    const key = apiKey === NO_KEY ? 'Enter a key for it.' : 'Enter it again, or another one.';
    return { server, address: 'the address', key, model };
  }
  return {
    server,
    address: isOwn ? 'OPENAI_BASE_URL' : 'its address',
    key:
      apiKeyEnv === null
        ? 'Set apiKeyEnv to the name of a variable that holds a key.'
        : `Set ${apiKeyEnv} to a valid key for it.`,
    model,
  };
}

function explainFailure(error: unknown, config: ProviderConfig): string {
  const words = toWords(config);
  const { server } = words;
  if (!(error instanceof ProbeFailure) || error.status === 0)
    return explainObstacle(error instanceof ProbeFailure ? error.obstacle : 'broken', words);
  const { status, message } = error;
  if (isKeyRefusal(status, message))
    return `${server} ${config.apiKey === NO_KEY ? 'wants an API key' : 'rejected the API key'}. ${words.key}`;
  if (status === 404) return `${server} does not list its models.`;
  return `${server} failed to list its models (status ${status}).`;
}

function withoutUndefined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
