/** Folders of checks that a process left when it crashed. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAsideId, removeAsideLeftovers } from '../../../lib/runtime/kernels/aside-folders.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

it('those of processes that have ended are removed, with their files, and no others', async () => {
  const workspaces = await createTempDir();
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const kept = [`aside-${process.ppid}-x`, 'session-1'];
  const removed = [`aside-${ended}-x`, createAsideId(), 'aside-of-an-earlier-version'];
  for (const name of [...kept, ...removed]) {
    await mkdir(join(workspaces, name));
    await writeFile(join(workspaces, name, 'data.csv'), 'a');
  }
  await removeAsideLeftovers(workspaces);
  expect((await readdir(workspaces)).toSorted()).toEqual(kept.toSorted());
});
