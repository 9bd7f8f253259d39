/**
 * The file of the model servers that the user connected, with their keys: readable by its owner only, and replaced in one step.
 * It is read each time, because the command may change it while the app runs.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ProviderKind } from '../../protocol/models/provider-kind.ts';
import { AppError } from '../../util/app-error.ts';

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

/** What the file, and the list in it, were called when a model server was a “connection”. */
const FORMER_NAME = 'connections';

function formerPath(path: string): string {
  return join(dirname(path), `${FORMER_NAME}.json`);
}

function renameList(file: object): object {
  return FORMER_NAME in file ? { servers: file[FORMER_NAME], ...file } : file;
}

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
  const text = path === null ? null : (readText(path) ?? readText(formerPath(path)));
  if (text === null) return EMPTY;
  try {
    return ServersFile.parse(renameList(JSON.parse(text)));
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
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    rmSync(formerPath(path), { force: true });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      closeToOthers(path, fstatSync(file).mode);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new AppError('conflict', `The file ${path} with your model servers cannot be read.`, {
      cause: error,
    });
  }
}

/** A copy or a restored backup may be open to others. */
function closeToOthers(path: string, mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch {
    // Someone else's file; they decide who reads it.
  }
}
