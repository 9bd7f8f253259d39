/**
 * The file of the connections that the user saved, with their keys: readable by its owner only, and replaced in one step.
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
import { dirname } from 'node:path';
import { z } from 'zod';
import { ProviderKind } from '../../protocol/models/provider-kind.ts';
import { AppError } from '../../util/app-error.ts';

const SavedConnection = z.object({
  label: z.string(),
  kind: ProviderKind,
  address: z.string(),
  apiKey: z.string().optional(),
  apiVersion: z.string().optional(),
  models: z.array(z.string()),
});
export type SavedConnection = z.infer<typeof SavedConnection>;

/** What is left of a connection whose models notebooks may still name. Its ID is never given to another server. */
const RemovedConnection = z.object({ label: z.string(), address: z.string() });

const ConnectionsFile = z.object({
  /** ID of the model that answers where nobody chose one. */
  default: z.string().nullable().default(null),
  connections: z.record(z.string(), SavedConnection).default({}),
  removed: z.record(z.string(), RemovedConnection).default({}),
});
export type SavedConnections = z.infer<typeof ConnectionsFile>;

const EMPTY: SavedConnections = { default: null, connections: {}, removed: {} };

/** Throws AppError `conflict` for a file that cannot be read. `null` holds nothing. */
export function readConnectionsFile(path: string | null): SavedConnections {
  const text = path === null ? null : readText(path);
  if (text === null) return EMPTY;
  try {
    return ConnectionsFile.parse(JSON.parse(text));
  } catch {
    // The cause is left out, because it quotes the text, which may hold a key.
    throw new AppError(
      'conflict',
      `The file ${path} with your model connections is damaged. Fix it, or delete it and connect again.`,
    );
  }
}

/** A reader or a power cut finds the old file or the new one. */
export function writeConnectionsFile(path: string, content: SavedConnections): void {
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
    throw new AppError('conflict', `The file ${path} with your model connections cannot be read.`, {
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
