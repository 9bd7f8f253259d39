/**
 * Files that were deleted from workspaces: `trash/SESSION/ID/` holds `about.json` and the file itself as `content`. A file
 * is moved, not copied, so that deleting takes no room and no time.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TrashedFile } from '../../protocol/files/trashed-file.ts';
import { AppError } from '../../util/app-error.ts';
import { attempt } from '../../util/attempt.ts';
import { hasCode } from '../../util/has-code.ts';
import type { FileTrash } from '../store.ts';
import { FOLDER, NO_SYMLINK, openInside } from './open-inside.ts';

const ID = /^[a-zA-Z0-9-]{1,64}$/;
const About = TrashedFile.omit({ id: true, bytes: true });

export function createFileTrash(dir: string): FileTrash {
  function toPath(...ids: string[]): string {
    if (!ids.every((id) => ID.test(id))) throw new AppError('not-found', NOT_THERE);
    return join(dir, ...ids);
  }

  async function read(sessionId: string, id: string): Promise<TrashedFile | null> {
    const path = toPath(sessionId, id);
    const [about, content] = await Promise.all([
      readFile(join(path, 'about.json'), 'utf8').catch(() => null),
      lstat(join(path, 'content')).catch(() => null),
    ]);
    const { data } = About.safeParse(attempt(() => JSON.parse(String(about))));
    return data && content?.isFile() ? { id, bytes: content.size, ...data } : null;
  }

  async function list(sessionId: string): Promise<TrashedFile[]> {
    const ids = await readdir(toPath(sessionId)).catch(() => []);
    const all = await Promise.all(ids.filter((id) => ID.test(id)).map((id) => read(sessionId, id)));
    return all.filter((file) => file !== null).sort((one, other) => other.deletedAt - one.deletedAt);
  }

  return {
    list,
    put: async (sessionId, root, { name, reason, isAdded }) => {
      const id = randomUUID();
      const path = toPath(sessionId, id);
      await using folder = await openInside(root, dirname(name), FOLDER);
      const from = folder && join(folder.path, basename(name));
      // A folder, a pipe, or a symlink, whose target is not in the workspace, is not ours to move.
      if (from === null || !(await lstat(from).catch(() => null))?.isFile()) return null;
      await mkdir(path, { recursive: true, mode: 0o700 });
      const about = { name, reason, isAdded, deletedAt: Date.now() };
      await writeFile(join(path, 'about.json'), JSON.stringify(about), { mode: 0o600 });
      await move(from, join(path, 'content'));
      return id;
    },
    open: async (sessionId, id) => {
      const path = join(toPath(sessionId, id), 'content');
      const file = await open(path, constants.O_RDONLY | NO_SYMLINK);
      return file.createReadStream();
    },
    restore: async (sessionId, id, root) => {
      const file = await read(sessionId, id);
      if (!file) throw new AppError('not-found', NOT_THERE);
      await using own = await openInside(root, dirname(file.name), FOLDER);
      // Its folder is gone: it comes back to the workspace itself.
      await using folder = own ?? (await openInside(root, '.', FOLDER));
      if (!folder) throw new AppError('not-found', 'The workspace of this session is missing.');
      const base = basename(file.name);
      const present = await lstat(join(folder.path, base)).catch(() => null);
      if (own && present?.isDirectory()) throw new AppError('conflict', toInTheWay(base));
      const isTaken = !own && present !== null;
      const name = isTaken ? `${id.slice(0, 8)}-${base}` : base;
      await move(join(toPath(sessionId, id), 'content'), join(folder.path, name));
      await rm(toPath(sessionId, id), { recursive: true, force: true });
      return own ? file.name : name;
    },
    erase: (sessionId, id) => rm(toPath(sessionId, id), { recursive: true, force: true }),
    remove: (sessionId) => rm(toPath(sessionId), { recursive: true, force: true }),
    purge: async (before) => {
      for (const sessionId of await readdir(dir).catch(() => [])) {
        if (!ID.test(sessionId)) continue;
        for (const { id, deletedAt } of await list(sessionId))
          if (deletedAt < before) await rm(toPath(sessionId, id), { recursive: true, force: true });
      }
    },
  };
}

const NOT_THERE = 'This file is not in the trash.';
const toInTheWay = (name: string) =>
  `A folder named “${name}” is in the way. Rename the folder and restore the file again.`;

/** Across file systems, where a workspace is on one of its own, the file is copied. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await rm(from);
  }
}
