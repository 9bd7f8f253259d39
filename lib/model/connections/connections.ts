/** The model servers that the user connects: saved, changed, removed, tested. What others configured is listed with them. */

import type { ModelConfig, ProviderConfig } from '../../config/read-model-config.ts';
import type { RemovedProvider } from '../../protocol/models/model-catalog.ts';
import type {
  ConnectionDraft,
  ConnectionPatch,
  ConnectionTest,
  ModelConnection,
  NewConnection,
  RestorableConnection,
} from '../../protocol/models/model-connection.ts';
import { NO_KEY, type ProviderKind } from '../../protocol/models/provider-kind.ts';
import { findPreset } from '../../protocol/models/provider-presets.ts';
import { AppError } from '../../util/app-error.ts';
import { toPublicUrl } from '../../util/to-public-url.ts';
import { findKnownProfile } from '../profiles/find-profile.ts';
import { toEndpoint } from '../provider/endpoint.ts';
import { isSameAddress, readConnectionAddress } from './connection-address.ts';
import {
  readConnectionsFile,
  type SavedConnection,
  type SavedConnections,
  writeConnectionsFile,
} from './connections-file.ts';
import { createKeptConnections } from './kept-connections.ts';
import { testConnection } from './test-connection.ts';

export interface Connections {
  /** Saved ones as the catalog takes them. A file that cannot be read holds none; {@link problem} says why. */
  listProviders(): ProviderConfig[];
  /** The saved choice; null: none. */
  readDefault(): string | null;
  listRemoved(): (RemovedProvider & { address: string })[];
  /** Why the file cannot be read, as a sentence; null when it can. */
  problem(): string | null;
  /** Connections of the environment, of models.json, and saved ones. */
  list(): ModelConnection[];
  /** Throws AppError `bad-request` for an address that is not valid, and `conflict` where nothing can be saved. */
  add(connection: NewConnection): ModelConnection;
  /** Throws AppError `not-found`, `bad-request` when the address changes and the key does not, and `conflict`. */
  change(id: string, patch: ConnectionPatch): ModelConnection;
  /**
   * Deletes the key from the disk, and a moment later from memory. Notebooks that name its models are shown that it is gone.
   * Throws AppError `not-found`, `conflict`.
   */
  remove(id: string): void;
  /** Undoes a removal, the default included if nothing else was chosen. Throws AppError `not-found` when it is too late, `conflict`. */
  restore(id: string): ModelConnection;
  listRestorable(): RestorableConnection[];
  saveDefault(modelId: string | null): void;
  /** Asks a server what it offers, and a model one short question. Saves nothing. Throws AppError `bad-request`. */
  test(draft: ConnectionDraft, signal: AbortSignal): Promise<ConnectionTest>;
}

export function createConnections({ providers, connectionsPath: path }: ModelConfig): Connections {
  const names = new Set(providers.map(({ name }) => name));
  const kept = createKeptConnections();

  /** IDs of models.json win over those that were saved before. */
  function read(): SavedConnections {
    const file = readConnectionsFile(path);
    const usable = Object.entries(file.connections).filter(([id]) => !names.has(id));
    return { ...file, connections: Object.fromEntries(usable) };
  }

  function readOr<T>(otherwise: T, pick: (saved: SavedConnections) => T): T {
    try {
      return pick(read());
    } catch {
      return otherwise;
    }
  }

  function update(change: (saved: SavedConnections) => SavedConnections): void {
    if (path === null)
      throw new AppError('conflict', 'This program was given its models, so it saves no connections.');
    writeConnectionsFile(path, change(readConnectionsFile(path)));
  }

  function find(id: string): SavedConnection {
    const found = read().connections[id];
    if (found) return found;
    if (names.has(id)) throw setByFile();
    throw notFound(id, Object.keys(read().connections));
  }

  type ChooseDefault = (saved: SavedConnections) => string | null;

  function save(id: string, connection: SavedConnection, chooseDefault: ChooseDefault): ModelConnection {
    update((saved) => {
      const { [id]: _, ...removed } = saved.removed;
      return {
        default: chooseDefault(saved),
        connections: { ...saved.connections, [id]: connection },
        removed,
      };
    });
    kept.forget(id);
    return toConnection(toProviderConfig(id, connection));
  }

  return {
    listProviders: () => readOr([], ({ connections }) => toProviderConfigs(connections)),
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
      ...providers.map(toConnection),
      ...readOr([], ({ connections }) => toProviderConfigs(connections).map(toConnection)),
    ],
    add: ({ kind, label, address, key, apiVersion, models = [], isDefault }) => {
      const { address: where, apiVersion: version = apiVersion } = readConnectionAddress(address, kind);
      const id = chooseId(read(), { kind, label, address: where, taken: names });
      const connection = {
        label: label ?? findPreset(kind)?.label ?? kind,
        kind,
        address: where,
        models,
        ...(key ? { apiKey: key } : {}),
        ...(version ? { apiVersion: version } : {}),
      };
      return save(id, connection, (saved) => pickDefault(saved, id, connection, isDefault));
    },
    change: (id, patch) => {
      const changed = applyPatch(find(id), patch);
      return save(id, changed, (saved) => pickDefault(saved, id, changed, patch.isDefault));
    },
    remove: (id) => {
      const connection = find(id);
      const { label, address } = connection;
      const chosen = read().default;
      update(({ default: before, connections: { [id]: _, ...connections }, removed }) => ({
        default: before?.startsWith(`${id}/`) ? null : before,
        connections,
        removed: { ...removed, [id]: { label, address } },
      }));
      kept.keep(id, { connection, defaultId: chosen?.startsWith(`${id}/`) ? chosen : null });
    },
    restore: (id) => {
      const found = kept.find(id);
      // Another process may have connected it again.
      if (!found || id in read().connections) throw tooLate();
      return save(id, found.connection, (saved) => saved.default ?? found.defaultId);
    },
    listRestorable: () =>
      readOr([], ({ connections }) => kept.list().filter(({ id }) => !(id in connections))),
    saveDefault: (modelId) => update((saved) => ({ ...saved, default: modelId })),
    test: async (draft, signal) => testConnection(toTested(draft, findAny), draft.model, signal),
  };

  function findAny(id: string): ProviderConfig {
    const given = providers.find(({ name }) => (name ?? '') === id);
    return given ?? toProviderConfig(id, find(id));
  }
}

function notFound(id: string, ids: readonly string[]): AppError {
  const others = ids.length === 0 ? 'There are none.' : `There are: ${ids.join(', ')}.`;
  return new AppError('not-found', `There is no connection “${id}”. It may have been removed. ${others}`);
}

/** The default after a change of one connection; `isDefault` undefined: as it was. */
function pickDefault(
  saved: SavedConnections,
  id: string,
  { models }: SavedConnection,
  isDefault: boolean | undefined,
): string | null {
  const before = saved.default;
  if (isDefault && models[0]) return `${id}/${models[0]}`;
  if (!before?.startsWith(`${id}/`)) return before;
  if (isDefault === false) return null;
  const name = before.slice(id.length + 1);
  // The model that took its place.
  const isReplaced = saved.connections[id]?.models[0] === name && !models.includes(name);
  return isReplaced && models[0] ? `${id}/${models[0]}` : before;
}

/** What is tested: a saved connection, with what the draft says otherwise, or a new one. */
function toTested(draft: ConnectionDraft, find: (id: string) => ProviderConfig): ProviderConfig {
  const { id, kind, address, key, apiVersion } = draft;
  const saved = id === undefined ? null : find(id);
  if (address === undefined) {
    if (!saved) throw new AppError('bad-request', 'Enter an address to test.');
    return { ...saved, ...(key ? { apiKey: key } : {}), ...(apiVersion ? { apiVersion } : {}) };
  }
  const { address: baseUrl, apiVersion: version = apiVersion } = readConnectionAddress(address, kind);
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
    'This connection is set in models.json. Change it there and start Actbook again.',
  );
}

function tooLate(): AppError {
  return new AppError('not-found', 'This connection can no longer be restored. Connect it again.');
}

function newAddress(): AppError {
  return new AppError('bad-request', 'Enter the key again: the saved one belongs to the address before.');
}

function applyPatch(saved: SavedConnection, patch: ConnectionPatch): SavedConnection {
  const { label = saved.label, models = saved.models } = patch;
  const typed = patch.address === undefined ? null : readConnectionAddress(patch.address, saved.kind);
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

function toProviderConfigs(connections: SavedConnections['connections']): ProviderConfig[] {
  return Object.entries(connections).map(([id, connection]) => toProviderConfig(id, connection));
}

function toProviderConfig(id: string, saved: SavedConnection): ProviderConfig {
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

function toConnection(config: ProviderConfig): ModelConnection {
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
function chooseId({ connections, removed }: SavedConnections, choice: IdChoice): string {
  const { kind, label, address, taken } = choice;
  const isTaken = (id: string) => id in connections || taken.has(id) || RESERVED.has(id);
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
