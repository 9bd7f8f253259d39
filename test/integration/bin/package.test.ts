/** The package as somebody installs it: packed, unpacked below `node_modules`, run as JavaScript, checked as TypeScript. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findNpm } from '../../../bin/setup/npm.mjs';
import { readConfig } from '../../../lib/config/config.ts';
import { ROOT_DIR, withoutModels } from '../../helpers/app/app.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const run = promisify(execFile);

const PROGRAM = `
import { AppError, createActbook } from 'actbook';

const actbook = await createActbook();
const session = await actbook.createSession();
await session.addFile({ name: 'towns.csv', content: 'town,people\\nA,3\\nB,4\\n' });
const run = await session.run('How many rows?');
const types = new Set();
for await (const event of run) types.add(event.type);
const { answer } = await run.result();
const error = await session.run('').catch((error) => error);
await actbook.dispose();
console.log(JSON.stringify({ answer, types: [...types], code: error instanceof AppError && error.code }));
`;

const TYPED = `
import { type ActbookSession, createActbook, type Event, type RunResult } from 'actbook';

await using actbook = await createActbook({ model: { modelId: 'any', baseUrl: 'http://127.0.0.1:1/v1' } });
const session: ActbookSession = await actbook.createSession();
const run = await session.run('?', { onInput: ({ prompt }) => prompt.toUpperCase() });
for await (const event of run) {
  const { seq }: Event = event;
  if (event.type === 'output-append' && event.output.output_type === 'stream') event.output.text.trim();
  console.log(seq);
}
const { answer, usage }: RunResult = await run.result();
const text: string | null = answer;
// @ts-expect-error The model server must be named with a model.
await createActbook({ model: { baseUrl: 'http://127.0.0.1:1/v1' } });
console.log(text, usage.promptTokens.toFixed());
`;

test('an installed package runs as JavaScript and has types', async () => {
  const folder = await createTempDir();
  await install(folder);
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await writeFile(join(folder, 'typed.mts'), TYPED);

  const { python } = readConfig({ ...process.env });
  const env = { ...withoutModels(process.env), ACTBOOK_PYTHON: python };
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder, env });
  const printed = JSON.parse(stdout);
  expect(printed).toMatchObject({ answer: expect.stringContaining('**2**'), code: 'bad-request' });
  expect(printed.types).toContain('run-end');

  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node'];
  const { stdout: problems } = await run(
    join(ROOT_DIR, 'node_modules/.bin/tsc'),
    [...flags, '--target', 'es2024', '--lib', 'es2024,esnext.disposable,dom', 'typed.mts'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  expect(problems).toBe('');

  const { stderr } = await run(process.execPath, ['node_modules/actbook/bin/actbook.mjs'], {
    cwd: folder,
  }).catch((error: { stderr: string }) => error);
  expect(stderr).toContain('import it in your program');
});

/** As npm would, but for what the package depends on: that is linked, so that nothing is fetched. */
async function install(folder: string): Promise<void> {
  const npm = findNpm(process.env);
  if (!npm) throw new Error('npm is missing.');
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run(npm.command, [...npm.args, ...pack], { cwd: ROOT_DIR });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  await run('tar', ['-xzf', filename], { cwd: folder });
  const target = join(folder, 'node_modules/actbook');
  await mkdir(dirname(target), { recursive: true });
  await cp(join(folder, 'package'), target, { recursive: true });
  const { dependencies } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT_DIR, 'node_modules', name), link);
  }
}
