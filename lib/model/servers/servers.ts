/** The model servers that the user connects: saved, changed, removed, tested. What others configured is listed with them. */

import type { ModelConfig, ProviderConfig } from '../../config/read-model-config.ts';
import type { RemovedProvider } from '../../protocol/models/model-catalog.ts';
import type {
  ModelServer,
  NewServer,
  RestorableServer,
  ServerDraft,
  ServerPatch,
  ServerTest,
} from '../../protocol/models/model-server.ts';
import { NO_KEY, type ProviderKind } from '../../protocol/models/provider-kind.ts';
import { findPreset } from '../../protocol/models/provider-presets.ts';
import { AppError } from '../../util/app-error.ts';
import { toPublicUrl } from '../../util/to-public-url.ts';
import { findKnownProfile } from '../profiles/find-profile.ts';
import { toEndpoint } from '../provider/endpoint.ts';
import { createKeptServers } from './kept-servers.ts';
import { isSameAddress, readServerAddress } from './server-address.ts';
import { readServersFile, type SavedServer, type SavedServers, writeServersFile } from './servers-file.ts';
import { testServer } from './test-server.ts';

export interface Servers {
  /** Saved ones as the catalog takes them. A file that cannot be read holds none; {@link problem} says why. */
  listProviders(): ProviderConfig[];
  /** The saved choice; null: none. */
  readDefault(): string | null;
  listRemoved(): (RemovedProvider & { address: string })[];
  /** Why the file cannot be read, as a sentence; null when it can. */
  problem(): string | null;
  /** Servers of the environment, of models.json, and saved ones. */
  list(): ModelServer[];
  /** Throws AppError `bad-request` for an address that is not valid, and `conflict` where nothing can be saved. */
  add(server: NewServer): ModelServer;
  /** Throws AppError `not-found`, `bad-request` when the address changes and the key does not, and `conflict`. */
  change(id: string, patch: ServerPatch): ModelServer;
  /**
   * Deletes the key from the disk, and a moment later from memory. Notebooks that name its models are shown that it is gone.
   * Throws AppError `not-found`, `conflict`.
   */
  remove(id: string): void;
  /** Undoes a removal, the default included if nothing else was chosen. Throws AppError `not-found` when it is too late, `conflict`. */
  restore(id: string): ModelServer;
  listRestorable(): RestorableServer[];
  saveDefault(modelId: string | null): void;
  /** Asks a server what it offers, and a model one short question. Saves nothing. Throws AppError `bad-request`. */
  test(draft: ServerDraft, signal: AbortSignal): Promise<ServerTest>;
}

export function createServers({ providers, serversPath: path }: ModelConfig): Servers {
  const names = new Set(providers.map(({ name }) => name));
  const kept = createKeptServers();

  /** IDs of models.json win over those that were saved before. */
  function read(): SavedServers {
    const file = readServersFile(path);
    const usable = Object.entries(file.servers).filter(([id]) => !names.has(id));
    return { ...file, servers: Object.fromEntries(usable) };
  }

  function readOr<T>(otherwise: T, pick: (saved: SavedServers) => T): T {
    try {
      return pick(read());
    } catch {
      return otherwise;
    }
  }

  function update(change: (saved: SavedServers) => SavedServers): void {
    if (path === null)
      throw new AppError('conflict', 'This program was given its models, so it saves no model servers.');
    writeServersFile(path, change(readServersFile(path)));
  }

  function find(id: string): SavedServer {
    const found = read().servers[id];
    if (found) return found;
    if (names.has(id)) throw setByFile();
    throw notFound(id, Object.keys(read().servers));
  }

  type ChooseDefault = (saved: SavedServers) => string | null;

  function save(id: string, server: SavedServer, chooseDefault: ChooseDefault): ModelServer {
    update((saved) => {
      const { [id]: _, ...removed } = saved.removed;
      return {
        default: chooseDefault(saved),
        servers: { ...saved.servers, [id]: server },
        removed,
      };
    });
    kept.forget(id);
    return toServer(toProviderConfig(id, server));
  }

  return {
    listProviders: () => readOr([], ({ servers }) => toProviderConfigs(servers)),
    readDefault: () => readOr(null, (saved) => saved.default),
    listRemoved: () =>
      readOr([], ({ removed }) =>
        Object.entries(removed).map(([id, { label, address }]) => ({ id, label, address })),
      ),
    problem: () => {
      try {
        read();
        return null;
      } catch (error) {
        return error instanceof AppError ? error.message : String(error);
      }
    },
    list: () => [
      ...providers.map(toServer),
      ...readOr([], ({ servers }) => toProviderConfigs(servers).map(toServer)),
    ],
    add: ({ kind, label, address, key, apiVersion, models = [], isDefault }) => {
      const { address: where, apiVersion: version = apiVersion } = readServerAddress(address, kind);
      const id = chooseId(read(), { kind, label, address: where, taken: names });
      const server = {
        label: label ?? findPreset(kind)?.label ?? kind,
        kind,
        address: where,
        models,
        ...(key ? { apiKey: key } : {}),
        ...(version ? { apiVersion: version } : {}),
      };
      return save(id, server, (saved) => pickDefault(saved, id, server, isDefault));
    },
    change: (id, patch) => {
      const changed = applyPatch(find(id), patch);
      return save(id, changed, (saved) => pickDefault(saved, id, changed, patch.isDefault));
    },
    remove: (id) => {
      const server = find(id);
      const { label, address } = server;
      const chosen = read().default;
      update(({ default: before, servers: { [id]: _, ...servers }, removed }) => ({
        default: before?.startsWith(`${id}/`) ? null : before,
        servers,
        removed: { ...removed, [id]: { label, address } },
      }));
      kept.keep(id, { server, defaultId: chosen?.startsWith(`${id}/`) ? chosen : null });
    },
    restore: (id) => {
      const found = kept.find(id);
      // Another process may have connected it again.
      if (!found || id in read().servers) throw tooLate();
      return save(id, found.server, (saved) => saved.default ?? found.defaultId);
    },
    listRestorable: () => readOr([], ({ servers }) => kept.list().filter(({ id }) => !(id in servers))),
    saveDefault: (modelId) => update((saved) => ({ ...saved, default: modelId })),
    test: async (draft, signal) => testServer(toTested(draft, findAny), draft.model, signal),
  };

  function findAny(id: string): ProviderConfig {
    const given = providers.find(({ name }) => (name ?? '') === id);
    return given ?? toProviderConfig(id, find(id));
  }
}

function notFound(id: string, ids: readonly string[]): AppError {
  const others = ids.length === 0 ? 'No model server is set up.' : `These are set up: ${ids.join(', ')}.`;
  return new AppError('not-found', `No model server has the ID “${id}”. It may have been removed. ${others}`);
}

/** The default after a change of one server; `isDefault` undefined: as it was. */
function pickDefault(
  saved: SavedServers,
  id: string,
  { models }: SavedServer,
  isDefault: boolean | undefined,
): string | null {
  const before = saved.default;
  if (isDefault && models[0]) return `${id}/${models[0]}`;
  if (!before?.startsWith(`${id}/`)) return before;
  if (isDefault === false) return null;
  const name = before.slice(id.length + 1);
  // The model that took its place.
  const isReplaced = saved.servers[id]?.models[0] === name && !models.includes(name);
  return isReplaced && models[0] ? `${id}/${models[0]}` : before;
}

/** What is tested: a saved server, with what the draft says otherwise, or a new one. */
function toTested(draft: ServerDraft, find: (id: string) => ProviderConfig): ProviderConfig {
  const { id, kind, address, key, apiVersion } = draft;
  const saved = id === undefined ? null : find(id);
  if (address === undefined) {
    if (!saved) throw new AppError('bad-request', 'Enter an address to test.');
    return { ...saved, ...(key ? { apiKey: key } : {}), ...(apiVersion ? { apiVersion } : {}) };
  }
  const { address: baseUrl, apiVersion: version = apiVersion } = readServerAddress(address, kind);
  const isSame = saved !== null && isSameAddress(baseUrl, toEndpoint(saved, null).baseUrl);
  if (saved && !isSame && !key && saved.apiKey !== NO_KEY) throw newAddress();
  return {
    name: null,
    label: undefined,
    profile: kind ?? saved?.profile,
    baseUrl,
    apiKey: key ?? (isSame ? saved.apiKey : NO_KEY),
    apiKeyEnv: null,
    isSaved: true,
    apiVersion: version || undefined,
    nativeTools: false,
    models: {},
  };
}

function setByFile(): AppError {
  return new AppError(
    'conflict',
    'This server is set in models.json. Change it there and start Actbook again.',
  );
}

function tooLate(): AppError {
  return new AppError('not-found', 'This server can no longer be restored. Connect it again.');
}

function newAddress(): AppError {
  return new AppError('bad-request', 'Enter the key again: the saved one belongs to the previous address.');
}

function applyPatch(saved: SavedServer, patch: ServerPatch): SavedServer {
  const { label = saved.label, models = saved.models } = patch;
  const typed = patch.address === undefined ? null : readServerAddress(patch.address, saved.kind);
  const { address } = typed ?? saved;
  const isMoved = !isSameAddress(address, saved.address);
  if (isMoved && saved.apiKey !== undefined && patch.key === undefined) throw newAddress();
  const apiKey = patch.key === undefined ? saved.apiKey : (patch.key ?? undefined);
  const version = patch.apiVersion === undefined ? saved.apiVersion : (patch.apiVersion ?? undefined);
  const { apiVersion = version } = typed ?? {};
  return {
    label,
    kind: saved.kind,
    address,
    models,
    ...(apiKey ? { apiKey } : {}),
    ...(apiVersion ? { apiVersion } : {}),
  };
}

function toProviderConfigs(servers: SavedServers['servers']): ProviderConfig[] {
  return Object.entries(servers).map(([id, server]) => toProviderConfig(id, server));
}

function toProviderConfig(id: string, saved: SavedServer): ProviderConfig {
  const { label, kind, address, apiKey = NO_KEY, apiVersion, models } = saved;
  return {
    name: id,
    label,
    // The profile of another server is not known before it answers.
    profile: kind === 'compatible' ? undefined : kind,
    baseUrl: address,
    apiKey,
    apiKeyEnv: null,
    isSaved: true,
    apiVersion,
    nativeTools: false,
    models: Object.fromEntries(models.map((name) => [name, {}])),
  };
}

/** Shorter keys cannot spare four of their characters. */
const MIN_SHOWN_KEY_LENGTH = 20;

function toServer(config: ProviderConfig): ModelServer {
  const { name, label, profile, apiKey, apiKeyEnv, apiVersion, isSaved = false, models } = config;
  const { baseUrl } = toEndpoint(config, null);
  const kind = profile ?? findKnownProfile(baseUrl)?.id ?? null;
  const hasKey = apiKey !== NO_KEY;
  return {
    id: name ?? '',
    label: label ?? name ?? toLabel(kind),
    kind,
    address: toPublicUrl(baseUrl),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    models: Object.keys(models),
    key: hasKey ? (isSaved ? 'saved' : 'environment') : 'none',
    ...(hasKey && isSaved && apiKey.length >= MIN_SHOWN_KEY_LENGTH ? { keyEnd: apiKey.slice(-4) } : {}),
    ...(apiKeyEnv === null ? {} : { keyVariable: apiKeyEnv }),
    setBy: isSaved ? 'user' : name === null ? 'environment' : 'models-file',
  };
}

function toLabel(kind: ProviderKind | null): string {
  return findPreset(kind ?? 'compatible')?.label ?? '';
}

interface IdChoice {
  kind: ProviderKind;
  label: string | undefined;
  address: string;
  taken: ReadonlySet<string | null>;
}

/**
 * The ID that the same address had before, so that notebooks find their models again; else a new one: what a notebook says
 * to a model must never reach another server because that got the ID.
 */
function chooseId({ servers, removed }: SavedServers, choice: IdChoice): string {
  const { kind, label, address, taken } = choice;
  const isTaken = (id: string) => id in servers || taken.has(id) || RESERVED.has(id);
  const before = Object.entries(removed).find(([id, each]) => each.address === address && !isTaken(id));
  if (before) return before[0];
  const base = (kind === 'compatible' && toSlug(label ?? '')) || kind;
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!isTaken(id) && !(id in removed)) return id;
  }
}

/** Names that mean something else in IDs of models and in the API. */
const RESERVED = new Set(['builtin', 'test']);

function toSlug(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
}
