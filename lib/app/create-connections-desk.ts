/** Composition of connections to databases, for the web app and the command line alike. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createConnectionHost } from '../connections/connection-host.ts';
import { createConnectionToolbox, type ResultFolder } from '../connections/connection-toolbox.ts';
import { type Connections, createConnections } from '../connections/connections.ts';
import { parseConnections } from '../connections/connections-file.ts';
import { toProcessEnv } from '../kernel/server/to-process-env.ts';
import type { ConnectionInput } from '../protocol/connections/connection.ts';
import { FOLDER, NO_SYMLINK, openInside } from '../store/files/open-inside.ts';
import type { Workspaces } from '../store/store.ts';
import type { Toolbox } from '../tools/host-tool.ts';

/** Where the program that asks databases puts results, in the folder of a session. */
const RESULTS = '.actbook-queries';
/** 6 MB as base64: a stock Jupyter server closes the connection on a message over 10 MiB. */
const PIECE_BYTES = 4_500_000;

export interface ConnectionsDesk {
  connections: Connections;
  /** Ends the program that asks databases. */
  dispose(): Promise<void>;
}

/** `given`: connections of the caller's own, in place of the file. */
export function createConnectionsDesk(
  config: Pick<Config, 'rootDir' | 'python' | 'kernelEnv' | 'connections'>,
  given?: Readonly<Record<string, ConnectionInput>>,
): ConnectionsDesk {
  const { rootDir, python } = config;
  const env = toProcessEnv(config.kernelEnv);
  const { path, readVariable } = config.connections;
  const onLog = (text: string) => console.error(`Connections: ${text}`);
  const host = createConnectionHost({ rootDir, python, env, onLog });
  return {
    connections: createConnections({ source: given ? parseConnections(given) : path, readVariable, host }),
    dispose: host.dispose,
  };
}

export function createDatabaseToolbox(
  connections: Connections,
  workspaces: Pick<Workspaces, 'open'>,
): Toolbox {
  return createConnectionToolbox({ connections, results: createResultFolder(workspaces) });
}

/** Code is at work in the folder: nothing is reached through a link that it may have put there. */
function createResultFolder({ open }: Pick<Workspaces, 'open'>): ResultFolder {
  async function remove(sessionId: string, file: string): Promise<void> {
    await using folder = await openInside(await open(sessionId), RESULTS, FOLDER | NO_SYMLINK);
    if (folder) await rm(join(folder.path, file), { force: true });
  }

  return {
    open,
    remove,
    readPiece: async (sessionId, file, at) => {
      await using folder = await openInside(await open(sessionId), RESULTS, FOLDER | NO_SYMLINK);
      await using opened = folder && (await openInside(folder.path, file, NO_SYMLINK));
      if (!opened) return null;
      const { size: bytes } = await opened.handle.stat();
      const { buffer, bytesRead } = await opened.handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at);
      if (at + bytesRead >= bytes) await remove(sessionId, file);
      return { data: buffer.toString('base64', 0, bytesRead), bytes };
    },
  };
}

/** The tools of all of them. Databases are what any of them describes. */
export function joinToolboxes(toolboxes: readonly Toolbox[]): Toolbox {
  return {
    list: async (sessionId) => {
      const lists = await Promise.all(toolboxes.map((each) => each.list(sessionId)));
      return {
        tools: lists.flatMap(({ tools }) => tools),
        problems: lists.flatMap(({ problems }) => problems),
      };
    },
    describe: async () => (await Promise.all(toolboxes.map((each) => each.describe?.() ?? []))).flat(),
    dispose: async () => void (await Promise.all(toolboxes.map((each) => each.dispose()))),
  };
}
