import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function setUp() {
  const dir = await createTempDir();
  const workspaces = createWorkspaces(join(dir, 'workspaces'));
  const root = await workspaces.open('s-1');
  await writeFile(join(dir, 'secret'), 'secret');
  await workspaces.open('s-10');
  await writeFile(join(dir, 'workspaces/s-10/other'), 'other');
  return { dir, root, workspaces };
}

test('a regular file is read whole, also an empty one', async () => {
  const { root, workspaces } = await setUp();
  await writeFile(join(root, 'data.csv'), 'a,b\n1,2\n');
  await writeFile(join(root, 'empty'), '');
  const file = await workspaces.openFile('s-1', 'data.csv');
  expect([file.bytes, await new Response(file.stream).text()]).toEqual([8, 'a,b\n1,2\n']);
  const empty = await workspaces.openFile('s-1', 'empty');
  expect([empty.bytes, await new Response(empty.stream).text()]).toEqual([0, '']);
});

test('a folder is missing only where the disk says so', async () => {
  const { dir, workspaces } = await setUp();
  expect(await workspaces.identify('s-1')).toMatch(/^\d+:\d+$/);
  expect(await workspaces.identify('s-2')).toBeNull();
  await symlink('s-3', join(dir, 'workspaces/s-3'));
  await expect(workspaces.identify('s-3')).rejects.toMatchObject({ code: 'ELOOP' });
});

test('nothing outside the workspace can be opened, by whatever trick', async () => {
  const { dir, root, workspaces } = await setUp();
  await symlink(join(dir, 'secret'), join(root, 'link'));
  await symlink(dir, join(root, 'folder'));
  await mkdir(join(root, 'sub'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  for (const name of [
    'link',
    'folder/secret',
    '../s-10/other',
    '../../secret',
    'sub',
    'pipe',
    'none',
    '/etc/hostname',
  ]) {
    await expect(workspaces.openFile('s-1', name), name).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect(workspaces.open('../x')).rejects.toMatchObject({ code: 'not-found' });
});

test('files are listed folder by folder, without what lies elsewhere or cannot be asked for', async () => {
  const { dir, root, workspaces } = await setUp();
  await mkdir(join(root, 'plots/deep'), { recursive: true });
  for (const name of ['a.csv', 'plots/b.png', 'plots/deep/c.txt', '.hidden', 'a:b', 'plots/\u202egnp.exe'])
    await writeFile(join(root, name), 'x');
  await symlink(join(dir, 'secret'), join(root, 'link'));
  await symlink(dir, join(root, 'plots/folder'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const { files, isCut } = await workspaces.listFiles('s-1');
  expect([files.map(({ name }) => name).sort(), isCut]).toEqual([
    ['a.csv', 'plots/b.png', 'plots/deep/c.txt'],
    false,
  ]);
  expect(files[0]).toMatchObject({ bytes: 1, modifiedAt: expect.any(Number) });
  expect(await workspaces.listFiles('s-none')).toEqual({ files: [], isCut: false });
  for (let index = 0; index < 600; index++) await writeFile(join(root, `n${index}`), '');
  expect(await workspaces.listFiles('s-1')).toMatchObject({ isCut: true });
});

test('files with times of their own are known to have changed, unless only these times count', async () => {
  const { root, workspaces } = await setUp();
  for (const name of ['old.csv', 'moved.csv', 'copied.csv', 'new.csv']) {
    await writeFile(join(root, name), 'x');
    await utimes(join(root, name), 1000, 1000);
  }
  // The clock of a disk is coarse.
  await setTimeout(50);
  const since = Date.now();
  await setTimeout(50);
  await rename(join(root, 'moved.csv'), join(root, 'renamed.csv'));
  await cp(join(root, 'old.csv'), join(root, 'copied.csv'), { preserveTimestamps: true });
  await writeFile(join(root, 'new.csv'), 'y');
  const list = async (isByContent: boolean) =>
    (await workspaces.listChanged('s-1', since, isByContent)).sort();
  expect(await list(false)).toEqual(['copied.csv', 'new.csv', 'renamed.csv']);
  expect(await list(true)).toEqual(['new.csv']);
  expect(await workspaces.listChanged('s-none', 0, false)).toEqual([]);
});

test('only the head of a file is read where no more is wanted', async () => {
  const { root, workspaces } = await setUp();
  await writeFile(join(root, 'data.csv'), 'a,b\n1,2\n');
  const head = await workspaces.openFile('s-1', 'data.csv', 3);
  expect([head.bytes, await new Response(head.stream).text()]).toEqual([8, 'a,b']);
});

test('an upload replaces a planted symlink instead of writing through it', async () => {
  const { dir, root, workspaces } = await setUp();
  const blobs = createFileBlobs(join(dir, 'blobs'));
  await symlink(join(dir, 'secret'), join(root, 'data.csv'));
  const blob = await blobs.put(Buffer.from('new'));
  await blobs.copyTo(blob, join(root, 'data.csv'));
  expect(await new Response((await workspaces.openFile('s-1', 'data.csv')).stream).text()).toBe('new');
  expect((await blobs.get(blob)).toString()).toBe('new');
});

test('an upload past the limit leaves nothing behind', async () => {
  const blobs = createFileBlobs(join(await createTempDir(), 'blobs'));
  async function* chunks() {
    yield Buffer.alloc(600);
    yield Buffer.alloc(600);
  }
  await expect(blobs.putStream(chunks(), 1000)).rejects.toMatchObject({ code: 'too-large' });
  await expect(blobs.get('../../secret')).rejects.toMatchObject({ code: 'not-found' });
});

test('an upload does not take the place of a folder, and leaves nothing behind', async () => {
  const { dir, root } = await setUp();
  const blobs = createFileBlobs(join(dir, 'blobs'));
  await mkdir(join(root, 'data.csv'));
  const blob = await blobs.put(Buffer.from('a'));
  await expect(blobs.copyTo(blob, join(root, 'data.csv'))).rejects.toMatchObject({ code: 'conflict' });
  expect(await readdir(root)).toEqual(['data.csv']);
});

test('files are copied into another session, empty ones and those of folders too', async () => {
  const { root, workspaces } = await setUp();
  await mkdir(join(root, 'plots'));
  await writeFile(join(root, 'plots', 'a.csv'), 'a,b\n');
  await writeFile(join(root, 'empty'), '');
  await workspaces.copy('s-1', 's-2');
  const { files } = await workspaces.listFiles('s-2');
  expect(files.map(({ name, bytes }) => [name, bytes]).sort()).toEqual([
    ['empty', 0],
    ['plots/a.csv', 4],
  ]);
  await expect(workspaces.copy('s-1', 's-3', 3)).rejects.toMatchObject({
    code: 'too-large',
    message:
      'The files of this notebook take 4 B together; at most 3 B can be copied. Remove some of them first.',
  });
  expect(await workspaces.listFiles('s-3')).toMatchObject({ files: [] });
});

test('a file is put into new folders, and never outside the workspace', async () => {
  const { dir, root, workspaces } = await setUp();
  const put = (name: string) => workspaces.putFile('s-1', name, (path) => writeFile(path, 'new'));
  await put('data/raw/a.csv');
  await put('data/b.csv');
  expect(await readdir(join(root, 'data'))).toEqual(['b.csv', 'raw']);
  await symlink(dir, join(root, 'link'));
  await writeFile(join(root, 'plain'), '');
  for (const name of ['link/secret', 'link/deep/x', 'plain/x'])
    await expect(put(name)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readdir(dir)).toEqual(['secret', 'workspaces']);
  // Code renames the folder away, and puts a link in its place, while the file is on its way.
  await workspaces.putFile('s-1', 'data/c.csv', async (path) => {
    await rename(join(root, 'data'), join(root, 'moved'));
    await symlink(dir, join(root, 'data'));
    await writeFile(path, 'new');
  });
  expect([await readdir(join(root, 'moved')), await readdir(dir)]).toEqual([
    ['b.csv', 'c.csv', 'raw'],
    ['secret', 'workspaces'],
  ]);
});
