/** The two packages as `npm run release` builds them, each installed into an empty place and used as a stranger would. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPython } from '../../bin/setup/find-python.mjs';
import { requireNpm } from '../../bin/setup/npm.mjs';
import { readPipSettings, toUvVariables } from '../../bin/setup/pip-settings.mjs';
import { describeEnvironment } from '../../bin/setup/python-environment.mjs';
import { readConfig } from '../../lib/config/config.ts';
import { ROOT_DIR, withoutModels } from '../helpers/app/app.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

const run = promisify(execFile);
const { python } = readConfig({ ...process.env });

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

beforeAll(async () => {
  await run(process.execPath, ['bin/release.mjs'], { cwd: ROOT_DIR, env: withoutModels(process.env) });
}, 600_000);

/** An empty home with a folder of work; nothing of this checkout is on the path. */
async function createEmptyHome() {
  const home = await createTempDir();
  const cwd = join(home, 'work');
  await mkdir(cwd);
  await writeFile(join(cwd, 'towns.csv'), 'town,people\nA,3\nB,4\n');
  const own = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const { XDG_CACHE_HOME, ACTBOOK_HOME, ACTBOOK_PYTHON, ...rest } = withoutModels(process.env);
  return { home, cwd, env: { ...rest, ...own } };
}

type Place = Awaited<ReturnType<typeof createEmptyHome>>;

/** Asks a question on the command line, then opens the app by its link. */
async function useCommand(command: string, { cwd, env }: Pick<Place, 'cwd' | 'env'>): Promise<void> {
  const asked = ['run', 'How many rows?', '--data', 'towns.csv', '--out', 'out.ipynb'];
  const { stdout } = await run(command, asked, { cwd, env });
  expect(stdout).toContain('**2**');

  // Without a command, the app starts.
  const own = { ...env, ACTBOOK_PORT: '0' };
  const app = spawn(command, [], { cwd, env: own, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => end(app));
  let link = '';
  for await (const line of createInterface(app.stdout)) {
    link = line.trim();
    if (link.startsWith('http')) break;
  }
  const login = await fetch(link, { redirect: 'manual' });
  const headers = {
    cookie: login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
  const page = await (await fetch(new URL('/', link), { headers })).text();
  expect(page).toContain('<title>Actbook');
  const [style] = page.match(/\/_next\/static\/[^"]+\.css/) ?? [];
  for (const path of [
    style ?? expect.fail('The page has no style.'),
    '/frame/vendor/plotly.js',
    '/api/sessions',
  ])
    expect(await fetch(new URL(path, link), { headers }), path).toMatchObject({ status: 200 });
  await end(app);
}

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  app.kill('SIGTERM');
  await once(app, 'exit');
}

test('the npm package has the command, the app, and the library with its types', async () => {
  const { home, cwd, env } = await createEmptyHome();
  const npm = requireNpm(process.env);
  const [tarball = expect.fail('The release built no package.')] = globSync(
    join(ROOT_DIR, 'dist/actbook-*.tgz'),
  );
  const install = ['install', '--no-audit', '--no-fund', '--prefix', home, tarball];
  const cache = { npm_config_cache: join(process.env.HOME ?? '', '.npm') };
  await run(npm.command, [...npm.args, ...install], { cwd: home, env: { ...env, ...cache } });

  // The command looks for the environment where the setup makes it.
  const cached = { ...env, XDG_CACHE_HOME: join(home, 'cache') };
  const command = join(home, 'node_modules/.bin/actbook');
  await writeFile(join(cwd, 'old.ipynb'), '{"cells": [], "metadata": {}, "nbformat": 3, "worksheets": []}');
  const made = describeEnvironment(join(home, 'node_modules/actbook'), cached).python;
  await expect(run(command, ['check', 'towns.csv', 'old.ipynb'], { cwd, env: cached })).rejects.toThrow(made);

  const withPython = { ...env, ACTBOOK_PYTHON: python };
  await useCommand(command, { cwd, env: withPython });

  await writeFile(join(home, 'program.mjs'), PROGRAM);
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: home, env: withPython });
  const printed = JSON.parse(stdout);
  expect(printed).toMatchObject({ answer: expect.stringContaining('**2**'), code: 'bad-request' });
  expect(printed.types).toContain('run-end');

  await writeFile(join(home, 'typed.mts'), TYPED);
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
  const types = ['--types', 'node', '--typeRoots', join(ROOT_DIR, 'node_modules/@types')];
  const { stdout: problems } = await run(
    process.execPath,
    [
      join(ROOT_DIR, 'node_modules/typescript/bin/tsc'),
      ...[...flags, ...types, '--lib', 'es2024,esnext.disposable,dom', 'typed.mts'],
    ],
    { cwd: home },
  ).catch((error: { stdout: string }) => error);
  expect(problems).toBe('');
});

test('the wheel has Node and the packages of kernels with it', async () => {
  const { home, cwd, env } = await createEmptyHome();
  const uv = join(ROOT_DIR, '.setup/uv/bin/uv');
  const folder = join(home, 'environment');
  const [wheel = expect.fail('The release built no wheel.')] = globSync(join(ROOT_DIR, 'dist/actbook-*.whl'));
  const asPip = toUvVariables(readPipSettings(python, process.env)).env;
  const options = { env: { ...process.env, ...asPip } };
  const [base = 'python3'] = findPython(process.env).command;
  await run(uv, ['venv', '--python', base, folder], options);
  await run(uv, ['pip', 'install', '--python', join(folder, 'bin/python'), wheel], options);
  // Compiling all packages in the background would take the processors from other tests.
  const [command = expect.fail('The wheel contains no command.')] = globSync(
    join(folder, 'lib/*/site-packages/actbook_command'),
  );
  await writeFile(join(command, 'compiled'), '');
  await useCommand(join(folder, 'bin/actbook'), { cwd, env: { ...env, PATH: '/usr/bin:/bin' } });
});
