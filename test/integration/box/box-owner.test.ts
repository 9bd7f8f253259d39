/** A workspace becomes that of its box's user, with all that is in it and nothing that it leads to. */
import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareWorkspace } from '../../../lib/kernel/box/box-owner.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const ownUid = process.getuid?.() ?? 0;
/** Only root can give files away; others give them to themselves. */
const uid = ownUid === 0 ? 61_184 : ownUid;

it.each(['flat', 'deep', 'many'])('a %s one', async (kind) => {
  const folder = await createTempDir();
  const outside = join(folder, 'outside');
  await writeFile(outside, '');
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  const paths = [join(workspace, 'data.csv'), Buffer.from(`${workspace}/\xff`, 'latin1')];
  if (kind === 'many') for (let index = 0; index < 100; index++) paths.push(join(workspace, `${index}`));
  if (kind === 'deep') {
    await mkdir(join(workspace, 'folder'));
    paths.push(join(workspace, 'folder/deeper.csv'));
  }
  for (const path of paths) await writeFile(path, '');
  await symlink(outside, join(workspace, 'link'));

  await prepareWorkspace(workspace, uid);
  const owners = await Promise.all(
    [workspace, ...paths, join(workspace, 'link')].map(async (path) => (await lstat(path)).uid),
  );
  expect(new Set(owners)).toEqual(new Set([uid]));
  expect((await lstat(outside)).uid).toBe(ownUid);
});
