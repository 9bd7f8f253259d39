/** Files that commands read and write: none takes the place of another without a word. */
import { writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createActbook } from '../../../lib/index.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome } from '../../helpers/bin/cli-home.ts';
import { runHere } from '../../helpers/bin/command-line.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test.each([
  [['--data', 'a/sales.csv', '--data', 'b/sales.csv'], 'a/sales.csv and b/sales.csv would both be sales.csv'],
  [['--data', 'a/x:y.csv', '--data', 'a/x_y.csv'], 'a/x:y.csv and a/x_y.csv would both be x_y.csv'],
  [['--data', 'a/sales.csv', '--out', './a/sales.csv'], './a/sales.csv is read by this run'],
])('files that would replace each other are refused before anything begins: %j', async (flags, sentence) => {
  const { home } = await createCliHome();
  for (const path of ['a/sales.csv', 'b/sales.csv', 'a/x:y.csv', 'a/x_y.csv']) {
    await mkdir(join(home, path, '..'), { recursive: true });
    await writeFile(join(home, path), `${path}\n1\n`);
  }
  const { code, stderr } = await runHere(['run', 'How many rows?', ...flags], { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  expect(await readFile(join(home, 'a/sales.csv'), 'utf8')).toBe('a/sales.csv\n1\n');
  expect(JSON.parse((await runHere(['sessions', '--json'], { home })).stdout)).toEqual([]);
});

test('a file that is too large is named before any of it is read', async () => {
  const { home } = await createCliHome();
  await truncate(join(home, 'cars.csv'), 1024 ** 2 + 1);
  const env = { ACTBOOK_MAX_UPLOAD_MB: '1' };
  const flags = ['--data', 'cars.csv'];
  const { code, stderr } = await runHere(['run', 'How many rows?', ...flags], { home, env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('cars.csv is larger than 1 MB')]);
});

test('one file named twice is one file', async () => {
  const { home, env } = await createCliHome(['```python\nprint(open("cars.csv").read())\n```', 'Read.']);
  const flags = ['--data', 'cars.csv', '--data', './cars.csv'];
  const { code, stderr } = await runCli(['run', 'Read.', ...flags], { home, env });
  expect(code, stderr).toBe(0);
});

test('another file that a notebook will read instead of the session’s is named', async () => {
  const { home } = await createCliHome();
  const session = await fillSession(home);
  const folder = await createTempDir();
  const other = 'Cylinders\n99\n';
  await writeFile(join(folder, 'cars.csv'), other);
  const first = await runCli(['export', session, '--out', 'out.ipynb'], { home, cwd: folder });
  expect(first.stderr).toContain('cars.csv was not copied: another file of that name');
  expect(await readFile(join(folder, 'cars.csv'), 'utf8')).toBe(other);

  await copyFile(join(home, 'cars.csv'), join(folder, 'cars.csv'));
  const second = await runCli(['export', session, '--out', 'out.ipynb'], { home, cwd: folder });
  expect(second.stderr).toBe('Notebook: out.ipynb\n');
});

test('a data file in a folder is copied into that folder beside the notebook', async () => {
  const { home } = await createCliHome();
  const session = await fillSession(home);
  const folder = await createTempDir();
  const { code, stderr } = await runCli(['export', session, '--out', 'out.ipynb'], { home, cwd: folder });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Copied data/more.csv')]);
  expect(await readFile(join(folder, 'data/more.csv'), 'utf8')).toBe('x\n1\n');
});

test('an answer is printed although its notebook cannot be written', async () => {
  const { home, env } = await createCliHome(['Forty-two.']);
  const { code, stdout, stderr } = await runCli(['run', 'What?', '--out', '/dev/full'], { home, env });
  expect([code, stdout]).toEqual([1, 'Forty-two.\n']);
  expect(stderr).toMatch(
    /\/dev\/full could not be written\. The disk is full\..* The session has the notebook: actbook export s\S+ --out FILE\n/,
  );
});

test('a device gets the notebook, and its folder no data', async () => {
  const { home, env } = await createCliHome(['```python\nprint(42)\n```', 'Forty-two.']);
  const folder = await createTempDir();
  await symlink('/dev/null', join(folder, 'sink'));
  const flags = ['--data', 'cars.csv', '--out', join(folder, 'sink')];
  const { code, stderr } = await runCli(['run', 'What?', ...flags], { home, env });
  expect(code, stderr).toBe(0);
  expect(await readdir(folder)).toEqual(['sink']);
});

test('a file that another program changed during the run is not replaced, and the notebook is beside it', async () => {
  const out = join(await createTempDir(), 'out.ipynb');
  await writeFile(out, 'old');
  const { home, env } = await createCliHome([
    () => {
      writeFileSync(out, 'mine');
      return 'Forty-two.';
    },
  ]);
  const { code, stdout, stderr } = await runCli(['run', 'What?', '--out', out], { home, env });
  expect([code, stdout]).toEqual([1, 'Forty-two.\n']);
  expect(stderr).toContain(`Another program changed ${out} meanwhile`);
  expect(await readFile(out, 'utf8')).toBe('mine');
  const beside = stderr.match(/The result is in (.*)\n/)?.[1] ?? '';
  expect(JSON.parse(await readFile(beside, 'utf8'))).toMatchObject({ nbformat: 4 });
});

test('an export without a name of its own replaces no file', async () => {
  const { home } = await createCliHome();
  const session = await fillSession(home);
  const cwd = await createTempDir();
  await writeFile(join(cwd, 'cars.ipynb'), 'mine');
  const refused = await runCli(['export', session], { home, cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cars.ipynb exists already')]);
  expect(await readFile(join(cwd, 'cars.ipynb'), 'utf8')).toBe('mine');
  expect((await runCli(['export', session, '--out', 'cars.ipynb'], { home, cwd })).code).toBe(0);
  expect(JSON.parse(await readFile(join(cwd, 'cars.ipynb'), 'utf8'))).toMatchObject({ nbformat: 4 });
});

/** A session in the home, with `cars.csv` and a file in a folder. */
async function fillSession(home: string): Promise<string> {
  const actbook = await createActbook({ homeDir: home });
  const session = await actbook.createSession({ title: 'Cars' });
  await session.addFile({ name: 'cars.csv', content: await readFile(join(home, 'cars.csv')) });
  await session.addFile({ name: 'data/more.csv', content: 'x\n1\n' });
  await actbook.dispose();
  return session.id;
}
