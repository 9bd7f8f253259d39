import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSessionFolders } from '../../../lib/runtime/kernels/session-folders.ts';
import { createSession } from '../../../lib/session/session.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const FILES = ['a.csv', 'b.csv'];

/** A session with two added files whose kernel works in its folder. */
async function setUp() {
  const dir = await createTempDir();
  const workspaces = createWorkspaces(dir);
  const ends: string[] = [];
  const disk: { error: Error | null } = { error: null };
  const folders = createSessionFolders({
    workspaces: {
      open: workspaces.open,
      putFile: workspaces.putFile,
      swap: workspaces.swap,
      identify: async (id) => {
        if (disk.error) throw disk.error;
        return workspaces.identify(id);
      },
    },
    blobs: { copyTo: (blob, path) => writeFile(path, blob) },
    logs: {
      readSession: async (id) => ({
        ...createSession(id),
        files: FILES.map((name) => ({ name, blob: 'added', bytes: 5, origin: 'upload' })),
      }),
    },
  });
  const path = await folders.open('s');
  await folders.follow('s');
  const check = () =>
    folders.check('s', async (loss) => {
      ends.push(loss);
      folders.forget('s');
    });
  /** As a backup does it, or code without a box. */
  const replace = async () => {
    await rename(path, `${path}-old`);
    await mkdir(path);
  };
  return { folders, path, check, ends, replace, disk };
}

test('a removed folder is noticed once, and has the added files again', async () => {
  const { check, ends, path } = await setUp();
  await rm(path, { recursive: true });
  expect([await check(), await check(), ends]).toEqual(['removed', null, ['removed']]);
  expect(await readdir(path)).toEqual(FILES);
});

test('a folder that was replaced gets the added files that it lacks', async () => {
  const { check, ends, path, replace } = await setUp();
  await replace();
  await writeFile(join(path, 'a.csv'), 'restored');
  expect([await check(), ends]).toEqual(['replaced', ['replaced']]);
  expect(await readdir(path)).toEqual(FILES);
  expect(await readFile(join(path, 'a.csv'), 'utf8')).toBe('restored');
});

test('a disk that does not answer for a moment says nothing of the folder', async () => {
  const { check, ends, disk, folders } = await setUp();
  disk.error = Object.assign(new Error('EIO'), { code: 'EIO' });
  folders.beginCell('s');
  await folders.endCell('s');
  expect(await check()).toBeNull();
  disk.error = null;
  expect([await check(), ends]).toEqual([null, []]);
});

test('code without a box may remove its folder and create it again', async () => {
  const { check, ends, replace, folders, path } = await setUp();
  folders.beginCell('s');
  await rm(path, { recursive: true });
  // Meanwhile the user looks at the files.
  expect(await check()).toBeNull();
  await mkdir(path);
  await folders.endCell('s');
  expect([await check(), ends]).toEqual([null, []]);
  await replace();
  expect([await check(), ends]).toEqual(['replaced', ['replaced']]);
});
