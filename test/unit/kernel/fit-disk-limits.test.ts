/** What a box may use of the disk, by what is there before its code runs. */
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fitDiskLimits } from '../../../lib/kernel/box/fit-disk-limits.ts';
import { measureFolder, measureFolderAtRest } from '../../../lib/kernel/box/measure-folder.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const MIB = 1024 ** 2;
const LIMITS = { workspaceBytes: 100 * MIB, workspaceFiles: 1_500 };

/** Files of one byte: half of them are second names of the others, as package managers make them. */
async function fill(count: number): Promise<string> {
  const root = await createTempDir();
  const folder = join(root, 'folder');
  await mkdir(folder);
  for (let index = 0; index < count / 2; index += 1) {
    await writeFile(join(folder, String(index)), 'x');
    await link(join(folder, String(index)), join(folder, `${index}-again`));
  }
  return root;
}

it('the limits stay as they are where little is there', async () => {
  expect(await fitDiskLimits(await fill(20), LIMITS)).toEqual(LIMITS);
});

it('a workspace that is over its limits gets room to tidy up', async () => {
  const root = await fill(1_400);
  await writeFile(join(root, 'large'), Buffer.alloc(60 * MIB, 1));
  const { workspaceBytes, workspaceFiles } = await fitDiskLimits(root, LIMITS);
  expect(workspaceFiles).toBe(2_402);
  expect(workspaceBytes).toBeGreaterThan(124 * MIB);
  expect(workspaceBytes).toBeLessThan(134 * MIB);
});

it('a program counts as the watch does', async () => {
  const root = await fill(1_000);
  const watched = await measureFolder(root);
  const { bytes, files } = await measureFolderAtRest(root);
  expect(files).toBe(watched.files);
  // It counts the folder itself.
  expect(bytes - watched.bytes).toBeGreaterThanOrEqual(0);
  expect(bytes - watched.bytes).toBeLessThan(MIB);
});

it('the limits stay as they are where nothing can be measured', async () => {
  expect(await fitDiskLimits(join(await createTempDir(), 'gone'), LIMITS)).toEqual(LIMITS);
});
