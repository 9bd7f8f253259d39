/**
 * The file of the model servers that the user connected, with their keys: readable by its owner only, and replaced in one step.
 * It is read each time, because the command may change it while the app runs.
 */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';
import { ProviderKind } from '../../protocol/models/provider-kind.ts';
import { AppError } from '../../util/app-error.ts';
import { attempt } from '../../util/attempt.ts';

const SavedServer = z.object({
  label: z.string(),
  kind: ProviderKind,
  address: z.string(),
  apiKey: z.string().optional(),
  apiVersion: z.string().optional(),
  models: z.array(z.string()),
});
export type SavedServer = z.infer<typeof SavedServer>;

/** What is left of a server whose models notebooks may still name. Its ID is never given to another. */
const RemovedServer = z.object({ label: z.string(), address: z.string() });

const ServersFile = z.object({
  /** ID of the model that answers where nobody chose one. */
  default: z.string().nullable().default(null),
  servers: z.record(z.string(), SavedServer).default({}),
  removed: z.record(z.string(), RemovedServer).default({}),
});
export type SavedServers = z.infer<typeof ServersFile>;

const EMPTY: SavedServers = { default: null, servers: {}, removed: {} };

/** Throws AppError `conflict` for a file that cannot be read. `null` holds nothing. */
export function readServersFile(path: string | null): SavedServers {
  if (path === null) return EMPTY;
  const text = readText(path);
  if (text === null) return takeOver(path) ?? EMPTY;
  try {
    return ServersFile.parse(JSON.parse(text));
  } catch {
    // The cause is left out, because it quotes the text, which may hold a key.
    throw new AppError(
      'conflict',
      `The file ${path} with your model servers is damaged. Fix it, or delete it and connect again.`,
    );
  }
}

/** A reader or a power cut finds the old file or the new one. */
export function writeServersFile(path: string, content: SavedServers): void {
  writePrivateFile(path, content);
}

function readText(path: string): string | null {
  try {
    return readPrivateFile(path);
  } catch (error) {
    throw new AppError('conflict', `The file ${path} with your model servers cannot be read.`, {
      cause: error,
    });
  }
}

const FormerFile = z.object({ connections: z.record(z.string(), SavedServer) }).loose();

/**
 * Moves the servers of a file from when they were called connections to the present one. Today, a file of the former name has
 * connections to databases, and is left alone. Null where there is nothing to move.
 */
function takeOver(path: string): SavedServers | null {
  const former = join(dirname(path), 'connections.json');
  const json = attempt(() => JSON.parse(readPrivateFile(former) ?? 'null'));
  const { data } = FormerFile.safeParse(json);
  if (!data || Object.keys(data.connections).length === 0) return null;
  const { connections: servers, ...rest } = data;
  const taken = ServersFile.safeParse({ ...rest, servers });
  if (!taken.success) return null;
  writePrivateFile(path, taken.data);
  rmSync(former, { force: true });
  return taken.data;
}
