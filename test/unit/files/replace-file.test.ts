import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile, stampFile } from '../../../lib/files/replace-file.ts';
import { becomeOther } from '../../helpers/become-other.ts';
import { mountSmallDisk } from '../../helpers/store/small-disk.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('a file that is as it was seen is replaced, also through a link and if only its time is another', async () => {
  const dir = await createTempDir();
  const path = join(dir, 'a.ipynb');
  expect(await replaceFile(path, 'one', await stampFile(path))).toBe(path);
  const seen = await stampFile(path);
  await utimes(path, 1, 1);
  await symlink(path, join(dir, 'link.ipynb'));
  expect(await replaceFile(join(dir, 'link.ipynb'), 'two', seen)).toBe(join(dir, 'link.ipynb'));
  expect(await readFile(path, 'utf8')).toBe('two');
  expect((await readdir(dir)).sort()).toEqual(['a.ipynb', 'link.ipynb']);
});

test('a file that another program changed, made, or replaced stays, and the content is beside it', async () => {
  const dir = await createTempDir();
  const path = join(dir, 'a.ipynb');
  await writeFile(path, 'one');
  const seen = await stampFile(path);
  // Both have read the same file, as two commands at once.
  expect(await replaceFile(path, 'by A', seen)).toBe(path);
  expect(await replaceFile(path, 'by B', seen)).toBe(join(dir, 'a (2).ipynb'));
  expect(await replaceFile(path, 'by C', null)).toBe(join(dir, 'a (3).ipynb'));
  const names = (await readdir(dir)).sort();
  const contents = await Promise.all(names.map(async (name) => readFile(join(dir, name), 'utf8')));
  expect(contents).toEqual(['by B', 'by C', 'by A']);
  expect(names).toEqual(['a (2).ipynb', 'a (3).ipynb', 'a.ipynb']);
});

test('nothing is left of a draft that cannot be put into its place', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'a'));
  await expect(replaceFile(join(dir, 'a'), 'one', null)).rejects.toThrow('EISDIR');
  expect(await readdir(dir)).toEqual(['a']);
});

/** A file that anybody may write, in a folder that nobody but root may change. */
async function lockFolder(dir: string): Promise<string> {
  const path = join(dir, 'a.ipynb');
  await writeFile(path, 'one, which is longer');
  await chmod(path, 0o666);
  await chmod(dir, 0o755);
  return path;
}

test('a file in a folder that takes no other is written over, unless another program changed it', async (context) => {
  const dir = await createTempDir();
  const path = await lockFolder(dir);
  becomeOther(context);
  const seen = await stampFile(path);
  expect(await replaceFile(path, 'two', seen)).toBe(path);
  expect(await readFile(path, 'utf8')).toBe('two');
  await expect(replaceFile(path, 'three', seen)).rejects.toMatchObject({
    name: 'AppError',
    code: 'conflict',
    message: expect.stringMatching(/Another program changed .*a\.ipynb meanwhile.*takes no other file/),
  });
  expect(await readFile(path, 'utf8')).toBe('two');
  await expect(replaceFile(join(dir, 'b'), 'one', null)).rejects.toThrow('its folder takes no files');
  expect(await readdir(dir)).toEqual(['a.ipynb']);
});

test('what cannot be written over gets its earlier content back', async (context) => {
  const disk = await mountSmallDisk(context);
  const path = await lockFolder(disk.dir);
  await disk.fill();
  becomeOther(context);
  const seen = await stampFile(path);
  await expect(replaceFile(path, 'x'.repeat(100_000), seen)).rejects.toMatchObject({
    code: 'disk-full',
    message: expect.stringMatching(
      /a\.ipynb could not be written\. It has its earlier content\. The disk is full/,
    ),
  });
  expect(await readFile(path, 'utf8')).toBe('one, which is longer');
});
