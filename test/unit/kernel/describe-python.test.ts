/** A Python is asked once, not for each box. */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rememberPython } from '../../../lib/kernel/box/describe-python.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** A program that answers as a Python would, and notes each time that it ran. */
async function createPython() {
  const folder = await createTempDir();
  const python = join(folder, 'python');
  const notes = join(folder, 'notes');
  const answer = JSON.stringify({ executable: python, folders: [folder] });
  await writeFile(notes, '');
  await writeFile(python, `#!/bin/sh\necho ran >> '${notes}'\necho '${answer}'\n`);
  await chmod(python, 0o755);
  const countRuns = async () => (await readFile(notes, 'utf8')).length / 'ran\n'.length;
  return { folder, python, countRuns };
}

it('asks once, also for many at a time', async () => {
  const { folder, python, countRuns } = await createPython();
  const describe = rememberPython(python);
  const answers = await Promise.all([describe(), describe(), describe()]);
  expect(answers).toEqual(Array(3).fill({ executable: python, folders: [folder] }));
  await describe();
  expect(await countRuns()).toBe(1);
});

it('asks again after a failure, and when the interpreter has moved', async () => {
  const { folder, python, countRuns } = await createPython();
  const elsewhere = join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const describe = rememberPython(python);
  await rename(python, join(elsewhere, 'python'));
  await expect(describe()).rejects.toThrow('There is no Python');
  await rename(join(elsewhere, 'python'), python);
  await describe();
  expect(await countRuns()).toBe(1);
  await rename(python, join(elsewhere, 'python'));
  await expect(describe()).rejects.toThrow('There is no Python');
});
