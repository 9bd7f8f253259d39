import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkOutPath } from '../../../lib/files/check-out-path.ts';
import { replaceFile } from '../../../lib/files/replace-file.ts';
import { becomeOther } from '../../helpers/become-other.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const LONGEST = `${'a'.repeat(249)}.ipynb`;

test('a path where no file can be is refused, and the sentence says what to do', async () => {
  const dir = await createTempDir();
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'file'), '');
  const refused = [
    ['', 'is empty'],
    ['none/a.ipynb', 'Create it, or choose another place.'],
    ['file/a.ipynb', 'Create it, or choose another place.'],
    ['folder', 'Add a file name.'],
    ['new/', 'Add a file name.'],
    [`a${LONGEST}`, 'Choose a shorter one.'],
  ] as const;
  for (const [path, sentence] of refused) {
    const outcome = checkOutPath(path && `${dir}/${path}`);
    await expect(outcome, path).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(sentence),
    });
  }
  expect(await readdir(dir)).toEqual(['file', 'folder']);
});

test.runIf(process.platform === 'linux')('a folder whose permissions promise what it refuses', async () => {
  const refused = 'Its folder takes no files. Choose another place.';
  await expect(checkOutPath('/proc/a.ipynb')).rejects.toThrow(refused);
});

test('a folder that takes no files is refused, unless the file there can be written over', async (context) => {
  const dir = await createTempDir();
  await writeFile(join(dir, 'mine'), '');
  await writeFile(join(dir, 'locked'), '');
  await chmod(join(dir, 'mine'), 0o666);
  await chmod(dir, 0o755);
  becomeOther(context);
  await checkOutPath(join(dir, 'mine'));
  for (const name of ['new', 'locked'])
    await expect(checkOutPath(join(dir, name)), name).rejects.toThrow('Its folder takes no files.');
});

test('a name of any length that the disk takes can be written, and a link that leads nowhere', async () => {
  const dir = await createTempDir();
  await symlink(join(dir, 'gone'), join(dir, 'link'));
  for (const name of [LONGEST, 'link']) {
    const path = join(dir, name);
    await checkOutPath(path);
    expect(await replaceFile(path, 'one', null)).toBe(path);
  }
  expect((await readdir(dir)).sort()).toEqual([LONGEST, 'link']);
});

test('a folder that is gone by the time of writing is named in a sentence', async () => {
  const path = join(await createTempDir(), 'gone', 'a.ipynb');
  await expect(replaceFile(path, 'one', null)).rejects.toMatchObject({
    code: 'disk-failed',
    message: expect.stringMatching(/gone\/a\.ipynb could not be written\. ENOENT/),
  });
});
