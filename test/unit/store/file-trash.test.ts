/** Files that were deleted from a workspace, on a real disk. */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function setUp() {
  const home = await createTempDir();
  const workspaces = createWorkspaces(join(home, 'workspaces'));
  const root = await workspaces.open('s-1');
  return { home, root, workspaces, trash: workspaces.trash };
}

const deleted = (name: string) => ({ name, reason: 'deleted', isAdded: false }) as const;

test('a deleted file comes back with what it held; without its folder, next to what has its name', async () => {
  const { root, trash } = await setUp();
  await mkdir(join(root, 'out'));
  await writeFile(join(root, 'out', 'a.csv'), 'one');
  const id = await trash.put('s-1', root, deleted('out/a.csv'));
  expect(await readdir(join(root, 'out'))).toEqual([]);
  expect(await trash.list('s-1')).toMatchObject([{ id, name: 'out/a.csv', bytes: 3, reason: 'deleted' }]);
  expect(await trash.restore('s-1', id ?? '', root)).toBe('out/a.csv');
  expect(await readFile(join(root, 'out', 'a.csv'), 'utf8')).toBe('one');
  expect(await trash.list('s-1')).toEqual([]);

  const again = await trash.put('s-1', root, deleted('out/a.csv'));
  await rm(join(root, 'out'), { recursive: true });
  await writeFile(join(root, 'a.csv'), 'other');
  const name = await trash.restore('s-1', again ?? '', root);
  expect(name).toMatch(/^[\da-f]{8}-a\.csv$/);
  expect(await readFile(join(root, name), 'utf8')).toBe('one');
  expect(await readFile(join(root, 'a.csv'), 'utf8')).toBe('other');

  // Where a folder has its name, it says so and stays.
  const third = await trash.put('s-1', root, deleted('a.csv'));
  await mkdir(join(root, 'a.csv'));
  await expect(trash.restore('s-1', third ?? '', root)).rejects.toMatchObject({ code: 'conflict' });
  expect(await trash.list('s-1')).toHaveLength(1);
});

test('nothing outside the workspace is moved: no symlink, no folder behind one, no name that leads out', async () => {
  const { home, root, trash } = await setUp();
  await writeFile(join(home, 'secret'), 'secret');
  await symlink(join(home, 'secret'), join(root, 'link'));
  await symlink(home, join(root, 'folder'));
  await mkdir(join(root, 'real'));
  for (const name of ['link', 'folder/secret', '../../secret', 'real', 'missing'])
    expect(await trash.put('s-1', root, deleted(name))).toBeNull();
  expect(await readFile(join(home, 'secret'), 'utf8')).toBe('secret');
  await expect(trash.restore('s-1', '../../secret', root)).rejects.toMatchObject({ code: 'not-found' });
});

test('what was deleted too long ago is removed for good, and all of a session with it', async () => {
  const { root, trash, workspaces } = await setUp();
  for (const name of ['a', 'b']) {
    await writeFile(join(root, name), name);
    await trash.put('s-1', root, deleted(name));
  }
  await trash.purge(Date.now() - 60_000);
  const [last] = await trash.list('s-1');
  await trash.erase('s-1', last?.id ?? '');
  expect(await trash.list('s-1')).toHaveLength(1);
  await trash.purge(Date.now() + 60_000);
  expect(await trash.list('s-1')).toEqual([]);
  await writeFile(join(root, 'c'), 'c');
  await trash.put('s-1', root, deleted('c'));
  await workspaces.remove('s-1');
  expect(await trash.list('s-1')).toEqual([]);
});
