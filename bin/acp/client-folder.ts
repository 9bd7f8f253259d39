/** The folder that a client works in: a session has copies of its data, and nothing is written there. */
import { constants, readdirSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { type DataFile, findDataFiles } from '../../lib/acp/find-data-files.ts';
import { readPrivateFile, writePrivateFile } from '../../lib/files/private-file.ts';
import { toFileName } from '../../lib/protocol/files/file-name.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import type { RunHost } from '../session/run-host.ts';

/** Data of a folder that comes into a session without being asked for. */
const MAX_FILES = 100;
const MAX_BYTES = 200 * 1000 ** 2;

const Note = z.object({
  cwd: z.string(),
  /** What was copied, by its name in the session: the file as it was then. */
  files: z.record(z.string(), z.object({ bytes: z.number(), changedAt: z.number() })),
});
type Note = z.infer<typeof Note>;

/** Which folder each session belongs to, in files of the home. */
export interface FolderNotes {
  /** Null for a session that no client has opened. */
  read(sessionId: string): Note | null;
  write(sessionId: string, note: Note): void;
  list(): Map<string, string>;
}

export function createFolderNotes(homeDir: string): FolderNotes {
  const folder = join(homeDir, 'acp');
  const toPath = (sessionId: string) => join(folder, `${sessionId}.json`);

  function read(sessionId: string): Note | null {
    const text = readPrivateFile(toPath(sessionId));
    return text === null ? null : (Note.safeParse(parseJson(text)).data ?? null);
  }

  return {
    read,
    write: (sessionId, note) => writePrivateFile(toPath(sessionId), note),
    list: () => {
      const ids = listNames(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
      return new Map(
        ids.flatMap((id) => [read(id)].flatMap((note) => (note ? [[id, note.cwd] as const] : []))),
      );
    },
  };
}

export interface CopiedData {
  /** Names in the session of what was copied now. */
  readonly added: readonly string[];
  /** The names of all that is in the session, by path. */
  readonly names: ReadonlyMap<string, string>;
  /** A sentence on data of the folder that was not copied; empty where all of it was. */
  readonly left: string;
  /** A sentence on data that was to be copied and could not be read; empty where there is none. */
  readonly unread: string;
}

interface CopyOptions {
  host: Pick<RunHost, 'addFile'>;
  sessionId: string;
  notes: Pick<FolderNotes, 'read' | 'write'>;
  /** The question: a file whose name is in it is copied in any case. */
  task: string;
}

/** Copies the data files that the session does not have as they are now. Of a folder with all that a user has, only those named. */
export async function copyFolder(
  cwd: string,
  { host, sessionId, notes, task }: CopyOptions,
): Promise<CopiedData> {
  const found = await findDataFiles(cwd);
  const { taken, left } = choose(found, task, isHome(cwd) ? 0 : MAX_BYTES);
  const known = notes.read(sessionId)?.files ?? {};
  const added: string[] = [];
  const unread: string[] = [];
  const names = new Map(taken.map(({ name, path }) => [path, toSessionPath(name)]));
  for (const { path, bytes, changedAt } of taken) {
    const name = names.get(path) ?? path;
    if (known[name]?.bytes === bytes && known[name].changedAt === changedAt) continue;
    try {
      await host.addFile(sessionId, { name, path });
    } catch (error) {
      if (await isReadable(path)) throw error;
      names.delete(path);
      unread.push(name);
      continue;
    }
    known[name] = { bytes, changedAt };
    notes.write(sessionId, { cwd, files: known });
    added.push(name);
  }
  return { added, names, left: describeLeft(left), unread: describeUnread(unread) };
}

/** The nearest path that a session takes, of a relative one. */
export function toSessionPath(relative: string): string {
  return relative.split('/').map(toFileName).join('/');
}

function choose(found: readonly DataFile[], task: string, maxBytes: number) {
  const isNamed = ({ name }: DataFile) => task.includes(basename(name));
  const taken = found.filter(isNamed);
  const left: DataFile[] = [];
  let bytes = 0;
  // Small ones first: a single large file does not keep the others out.
  for (const file of found.toSorted((one, other) => one.bytes - other.bytes)) {
    if (isNamed(file)) continue;
    const fits = taken.length < MAX_FILES && bytes + file.bytes < maxBytes;
    if (fits) bytes += file.bytes;
    (fits ? taken : left).push(file);
  }
  return { taken, left };
}

/** The home folder of the user, or one that it is in. */
function isHome(cwd: string): boolean {
  return !relative(cwd, homedir()).startsWith('..');
}

function describeLeft(left: readonly DataFile[]): string {
  if (left.length === 0) return '';
  const names = left.slice(0, 5).map(({ name }) => name);
  const more = left.length > names.length ? ', …' : '';
  return `${pluralize(left.length, 'data file')} of the folder ${left.length === 1 ? 'is' : 'are'} not in the notebook: ${names.join(', ')}${more}. Name a file in a question to add it.`;
}

function describeUnread(names: readonly string[]): string {
  return names.length === 0 ? '' : `Not copied, because it cannot be read: ${names.join(', ')}.`;
}

/** False also for a file that has gone meanwhile. */
function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
