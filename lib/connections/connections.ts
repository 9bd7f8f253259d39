/** The connections of an app: saved, changed, removed, tested, and asked what is in them. */

import { Catalog } from '../protocol/connections/catalog.ts';
import {
  type Connection,
  type ConnectionList,
  type ConnectionSettings,
  ConnectionTest,
  type KeptConnection,
  type ListedConnection,
} from '../protocol/connections/connection.ts';
import { findNameFault } from '../protocol/connections/find-name-fault.ts';
import { AppError, isAppError } from '../util/app-error.ts';
import type { ConnectionHost, HostProgress, HostRequest } from './connection-host.ts';
import { type KeptConnections, readConnectionsFile, writeConnectionsFile } from './connections-file.ts';
import { createRemovedConnections } from './removed-connections.ts';
import {
  fillSaved,
  findAddressFault,
  type ReadVariable,
  resolveSecrets,
  takePasswordOut,
  toShown,
} from './secrets.ts';

/** How long a catalog counts as known, milliseconds. */
const CATALOG_MS = 300_000;

export interface Connections {
  /** If the file cannot be read, the list is empty and `problem` gives the reason. */
  list(): ConnectionList;
  /** Throws AppError `not-found`, or `conflict` for a file that cannot be read. */
  find(name: string): KeptConnection;
  /** Throws AppError `bad-request` with what is wrong with the name or the settings, and `conflict` where nothing can be saved. */
  save(name: string, settings: ConnectionSettings): Connection;
  /** Keeps it in memory for {@link UNDO_MS}. Throws AppError `not-found`, `conflict`. */
  remove(name: string): void;
  /** Undoes the removal. Throws AppError `not-found` once it is too late, and `conflict` where there is another with its name. */
  restore(name: string): Connection;
  /** Tests these settings, or the saved ones if there are none. Throws AppError `not-found`, `bad-request`. */
  test(name: string, settings: ConnectionSettings | undefined, signal: AbortSignal): Promise<ConnectionTest>;
  /** What was read in the last five minutes, unless `fresh`. Throws AppError `not-found`, `connection-failed`. */
  readCatalog(name: string, options: { fresh?: boolean; signal: AbortSignal }): Promise<Catalog>;
  /** Resolves to what the program that asks databases replies. Throws AppError `not-found`, `connection-failed`. */
  ask(
    name: string,
    request: Pick<HostRequest, 'op' | 'more'>,
    signal: AbortSignal,
    onProgress?: (progress: HostProgress) => void,
  ): Promise<unknown>;
}

export interface ConnectionsOptions {
  /** Path of the file, or a program's own connections, which cannot be changed. */
  source: string | KeptConnections;
  readVariable: ReadVariable;
  host: ConnectionHost;
}

export function createConnections({ source, readVariable, host }: ConnectionsOptions): Connections {
  const catalogs = new Map<string, { catalog: Catalog; settings: string; readAt: number }>();
  const tests = new Map<string, { test: ConnectionTest; settings: string }>();
  const removed = createRemovedConnections();

  const read = () => (typeof source === 'string' ? readConnectionsFile(source) : source);

  function update(change: (connections: KeptConnections) => KeptConnections): void {
    if (typeof source !== 'string')
      throw new AppError('conflict', 'This program passes its own connections, so none can be saved.');
    writeConnectionsFile(source, change(read()));
  }

  function find(name: string): KeptConnection {
    const all = read();
    const found = Object.hasOwn(all, name) ? all[name] : undefined;
    if (found) return found;
    const names = Object.keys(all);
    const others = names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`;
    throw new AppError('not-found', `There is no connection “${name}”. ${others}`);
  }

  async function askHost(
    name: string,
    kept: KeptConnection,
    request: Pick<HostRequest, 'op' | 'more'>,
    ...rest: [AbortSignal, ((progress: HostProgress) => void)?]
  ): Promise<unknown> {
    const { settings, secrets } = resolveSecrets(kept, readVariable);
    return host.ask({ ...request, connection: { name, ...settings }, secrets }, ...rest);
  }

  /** The settings of a request, with what is saved filled in. */
  function complete(name: string, settings: ConnectionSettings): KeptConnection {
    const fault = findNameFault(name);
    if (fault !== null) throw new AppError('bad-request', `${fault}.`);
    checkPlace(settings);
    const all = read();
    return takePasswordOut(fillSaved(settings, Object.hasOwn(all, name) ? all[name] : undefined));
  }

  async function askCatalog(name: string, kept: KeptConnection, signal: AbortSignal): Promise<Catalog> {
    const catalog = Catalog.parse(await askHost(name, kept, { op: 'catalog' }, signal));
    catalogs.set(name, { catalog, settings: JSON.stringify(kept), readAt: Date.now() });
    return catalog;
  }

  function toListed(name: string, kept: KeptConnection): ListedConnection {
    const last = tests.get(name);
    const isSame = last?.settings === JSON.stringify(kept);
    return { ...toShown(name, kept), ...(last && isSame ? { lastTest: last.test } : {}) };
  }

  return {
    find,
    list: () => {
      try {
        const connections = Object.entries(read()).map(([name, each]) => toListed(name, each));
        const restorable = removed.list();
        return { connections, ...(restorable.length === 0 ? {} : { restorable }) };
      } catch (error) {
        if (!isAppError(error)) throw error;
        return { connections: [], problem: error.message };
      }
    },
    save: (name, settings) => {
      const kept = complete(name, settings);
      update((all) => ({ ...all, [name]: kept }));
      removed.forget(name);
      return toShown(name, kept);
    },
    remove: (name) => {
      const kept = find(name);
      update(({ [name]: _, ...others }) => others);
      catalogs.delete(name);
      removed.keep(name, kept);
    },
    restore: (name) => {
      const kept = removed.find(name);
      if (!kept) throw new AppError('not-found', `“${name}” can no longer be restored. Add it again.`);
      if (Object.hasOwn(read(), name))
        throw new AppError('conflict', `There is another connection “${name}” now.`);
      update((all) => ({ ...all, [name]: kept }));
      removed.forget(name);
      return toShown(name, kept);
    },
    test: async (name, settings, signal) => {
      const kept = settings ? complete(name, settings) : find(name);
      const test = await examine(kept, {
        test: () => askHost(name, kept, { op: 'test' }, signal),
        // For a refused user, too: the schemas are what one that only reads must be granted.
        catalog: (isUsable) => askCatalog(name, isUsable ? kept : { ...kept, allowsWriters: true }, signal),
      });
      // A stopped test says nothing about the database.
      if (!signal.aborted) tests.set(name, { test, settings: JSON.stringify(kept) });
      return test;
    },
    readCatalog: async (name, { fresh = false, signal }) => {
      const kept = find(name);
      const settings = JSON.stringify(kept);
      const known = catalogs.get(name);
      const isKnown = known?.settings === settings && Date.now() - known.readAt < CATALOG_MS;
      if (known && isKnown && !fresh) return known.catalog;
      return askCatalog(name, kept, signal);
    },
    ask: async (name, request, ...rest) => askHost(name, find(name), request, ...rest),
  };
}

/** Asks for the user and the tables, which only an accepted user is said to have. */
async function examine(
  { allowsWriters = false }: KeptConnection,
  ask: { test: () => Promise<unknown>; catalog: (isUsable: boolean) => Promise<Catalog> },
): Promise<ConnectionTest> {
  let tested: Omit<ConnectionTest, 'isUsable'>;
  try {
    tested = ConnectionTest.omit({ isUsable: true }).parse(await ask.test());
  } catch (error) {
    return { isUsable: false, writers: [], notEnforced: [], problem: toProblem(error) };
  }
  const isUsable = tested.writers.length === 0 || allowsWriters;
  const refusal = isUsable ? undefined : toRefusal(tested.writers);
  try {
    const { tables } = await ask.catalog(isUsable);
    const schemas = [...new Set(tables.flatMap(({ schema }) => schema ?? []))];
    return { ...tested, isUsable, schemas, ...(refusal ? { problem: refusal } : { tables: tables.length }) };
  } catch (error) {
    const problem = `Its tables could not be listed. ${toProblem(error)}`;
    return { ...tested, isUsable, problem: refusal ?? problem };
  }
}

/** Rethrows errors that are not about the database. */
function toProblem(error: unknown): string {
  if (!isAppError(error) || error.code !== 'connection-failed') throw error;
  return error.message;
}

function checkPlace({ kind, path, host, url, options }: ConnectionSettings): void {
  const isFile = kind === 'sqlite' || kind === 'duckdb';
  if (isFile && !path?.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path ?? ''))
    throw new AppError('bad-request', 'Enter the absolute path of the database file.');
  if (!isFile && host === undefined && url === undefined && options === undefined)
    throw new AppError('bad-request', 'Enter the host of the database, or its address.');
  const fault = url === undefined ? null : findAddressFault(url, false);
  if (fault !== null) throw new AppError('bad-request', `The address ${fault}.`);
}

function toRefusal(writers: readonly string[]): string {
  return `The user of this connection can write (${writers.join('; ')}). Connect as one that can only read, or accept users that can write.`;
}
