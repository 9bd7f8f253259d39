/** What a box gets of a person's own kernels, and what it must not get. */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findKernelMounts } from '../../../lib/kernel/box/kernel-mounts.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function write(path: string, content = ''): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, 0o755);
  return path;
}

async function createHome() {
  const home = await createTempDir();
  const addKernel = async (name: string, program: string) =>
    dirname(
      await write(
        join(home, '.local/share/jupyter/kernels', name, 'kernel.json'),
        JSON.stringify({ argv: [program, '{connection_file}'] }),
      ),
    );
  const sources = () => findKernelMounts({ HOME: home }).mounts.map(({ source }) => source);
  return { home, addKernel, sources };
}

test('a program that stands alone is mounted alone', async () => {
  const { home, addKernel, sources } = await createHome();
  const program = await write(join(home, '.deno/bin/deno'));
  const folder = await addKernel('deno', program);
  expect(sources()).toEqual([folder, program]);
});

test('a link to a program is the program under the name of the link', async () => {
  const { home, addKernel } = await createHome();
  const program = await write(join(home, 'apps/deno-2/deno'));
  await mkdir(join(home, 'bin'));
  await symlink(program, join(home, 'bin/deno'));
  await addKernel('deno', join(home, 'bin/deno'));
  const { mounts, env } = findKernelMounts({ HOME: home });
  expect(mounts.at(-1)).toEqual({ source: program, target: join(home, 'bin/deno') });
  expect(env).toEqual({ JUPYTER_PATH: '/run/kernels' });
});

test('R and Conda come with their installation, and R with the packages a person installed', async () => {
  const { home, addKernel, sources } = await createHome();
  const r = await addKernel('ir', await write(join(home, 'opt/R/bin/R')));
  await write(join(home, 'opt/R/library/base/DESCRIPTION'));
  const conda = await addKernel('conda', await write(join(home, 'conda/envs/a/bin/julia')));
  await mkdir(join(home, 'conda/envs/a/conda-meta'));
  await write(join(home, 'R/x86_64-library/4.5/IRkernel/DESCRIPTION'));
  await write(join(home, 'R/my-project/secret.R'));
  expect(sources().sort()).toEqual(
    [r, conda, join(home, 'opt/R'), join(home, 'conda/envs/a'), join(home, 'R/x86_64-library')].sort(),
  );
});

test('no home, no folder in the place of a program, and no kernel that takes the place of ours', async () => {
  const { home, addKernel, sources } = await createHome();
  await mkdir(join(home, 'conda-meta'));
  const alone = await addKernel('alone', await write(join(home, 'bin/alone')));
  const folder = await addKernel('folder', home);
  const gone = await addKernel('gone', join(home, 'gone'));
  await addKernel('python3', '/usr/bin/python3');
  expect(sources().sort()).toEqual([alone, folder, gone, join(home, 'bin/alone')].sort());
});
