import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { explainFailure } from '../../../../bin/setup/explain-failure.mjs';
import { levelOf } from '../../../../bin/setup/launch.mjs';
import { missingPackages } from '../../../../bin/setup/packages.mjs';
import { isBuilt, pageBuildPhase } from '../../../../bin/setup/page-build.mjs';
import { runsSources } from '../../../../bin/setup/private-node.mjs';
import { createProgress } from '../../../../bin/setup/progress.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

const rootDir = resolve(import.meta.dirname, '../../../..');

it.each([
  [['serve'], 'page'],
  [['serve', '--port', '8000'], 'page'],
  [['serve', '--dev'], 'kernel'],
  [['run', 'How many rows?'], 'kernel'],
  [['run', '--help'], 'packages'],
  [['verify', 'sales.ipynb'], 'kernel'],
  [['ways', 'How many rows?'], 'kernel'],
  [['acp'], 'kernel'],
  [['mcp'], 'page'],
  [['packages', 's-1', 'add', 'lifelines'], 'kernel'],
  [['connections', 'test', 'shop'], 'kernel'],
  [['connections', 'list'], 'packages'],
  [['schedule', 'run', 'c-1'], 'kernel'],
  [['schedule', 'list'], 'packages'],
  [['sessions'], 'packages'],
  [['doctor'], 'packages'],
  [['--version'], 'packages'],
  [[], 'page'],
])('the command line %j needs the %s set up', (args, level) => {
  expect(levelOf(args)).toBe(level);
});

it.each([
  ['20.20.2', false],
  ['22.18.0', false],
  ['23.11.1', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s runs the sources: %s', (version, expected) => {
  expect(runsSources(version)).toBe(expected);
});

it.each([
  [
    false,
    /^Installing packages …\n {2}still installing packages, 15 s: 3 of 8 fetched\n {2}still installing packages, 30 s: 3 of 8 fetched\n✓/,
  ],
  [
    true,
    /⠋ Installing packages \(0\.0 s\)\n.*⠙ Installing packages \(0\.1 s\) 3 of 8 fetched\n.*✓ Installing packages \(32\.0 s\)\n$/s,
  ],
])('a step that takes long shows that it is at work; on a terminal: %s', async (isTTY, expected) => {
  vi.useFakeTimers();
  let written = '';
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
  stream.on('data', (text) => {
    written += text;
  });
  await createProgress(stream).show('Installing packages', (say) => {
    say('3 of 8 fetched');
    return vi.advanceTimersByTimeAsync(32_000);
  });
  vi.useRealTimers();
  expect(written).toMatch(expected);
});

it('a private Node that npm removed while it ran is fetched again, by another Node', async () => {
  const dir = await createTempDir();
  await cp(join(rootDir, 'bin', 'setup'), join(dir, 'bin', 'setup'), { recursive: true });
  const folder = join(dir, 'node_modules', 'private', 'bin');
  await mkdir(folder, { recursive: true });
  const node = join(folder, 'node');
  await link(process.execPath, node).catch(() => copyFile(process.execPath, node));
  const npm = join(dir, 'npm-cli.js');
  await writeFile(npm, '');
  const env = {
    NODE_ENV: 'test' as const,
    PATH: `${folder}:${dirname(process.execPath)}`,
    npm_execpath: npm,
  };
  const code = `
    import { rmSync } from 'node:fs';
    import { findNpm } from '${dir}/bin/setup/npm.mjs';
    import { privateNodePhase } from '${dir}/bin/setup/private-node.mjs';
    rmSync(process.execPath);
    console.log(privateNodePhase.isDone({ rootDir: '${dir}' }), findNpm(process.env).command);`;
  const { stdout } = spawnSync(node, ['--input-type=module', '-e', code], { env, encoding: 'utf8' });
  expect(stdout.trim()).toBe(`false ${join(dirname(process.execPath), 'node')}`);
});

describe('packages', () => {
  async function createInstall(installed: Record<string, { version: string }> | null) {
    const dir = await createTempDir();
    const packages = {
      '': { name: 'x' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b-for-another-system': { version: '1.0.0', optional: true },
    };
    await writeFile(join(dir, 'package-lock.json'), JSON.stringify({ packages }));
    await mkdir(join(dir, 'node_modules', 'a'), { recursive: true });
    if (installed) {
      await writeFile(
        join(dir, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: installed }),
      );
    }
    return dir;
  }

  it.each([
    ['are there', { 'node_modules/a': { version: '1.0.0' } }, []],
    ['are in another version', { 'node_modules/a': { version: '0.9.0' } }, ['node_modules/a']],
    ['were interrupted while installing', null, ['node_modules/a']],
  ])('that %s are told apart', async (_name, installed, missing) => {
    expect(missingPackages(await createInstall(installed))).toEqual(missing);
  });
});

describe('the built page', () => {
  it('is stale after a change of the sources', async () => {
    const dir = await createTempDir();
    await mkdir(join(dir, 'app'));
    await writeFile(join(dir, 'app', 'page.tsx'), 'one');
    expect(isBuilt(dir)).toBe(false);
    await pageBuildPhase.perform({
      rootDir: dir,
      env: {},
      logPath: 'log',
      note: () => {},
      say: () => {},
      run: async () => {
        await mkdir(join(dir, '.next'));
        return { code: 0, output: '' };
      },
    });
    expect(isBuilt(dir)).toBe(true);
    await writeFile(join(dir, 'app', 'page.tsx'), 'two');
    expect(isBuilt(dir)).toBe(false);
  });
});

it.each([
  ['npm error code ECONNREFUSED', /index could not be reached/],
  ["WARNING: Retrying after connection broken by 'NewConnectionError('", /index could not be reached/],
  ['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', /disk is full/],
  ['OSError: [Errno 30] Read-only file system', /not writable/],
  ['npm error code EUSAGE', /run `npm install`/],
  ['ERROR: No matching distribution found for numpy==2.4.6', /ACTBOOK_PYTHON_BASE/],
  ['something else', /Fix the problem shown above/],
  // A file system without a free block.
  ['something that names no cause', /disk is full/, '/proc/a.log'],
])('a failure that prints “%s” ends in its remedy', (output, sentence, logPath = 'a.log') => {
  const error = explainFailure({
    action: 'npm ci',
    result: { code: 1, output },
    workbench: { logPath },
  });
  expect(error.message).toContain(`  | ${output}`);
  expect(error.message.split('\n').at(-1)).toMatch(sentence);
});

describe('the whole setup', () => {
  /** A checkout of the setup alone, with one package to install. */
  async function createCheckout(): Promise<string> {
    const dir = await createTempDir();
    await cp(join(rootDir, 'bin', 'setup'), join(dir, 'bin', 'setup'), { recursive: true });
    await copyFile(join(rootDir, 'bin', 'setup.mjs'), join(dir, 'bin', 'setup.mjs'));
    const manifest = { name: 'x', version: '1.0.0', dependencies: { 'some-package': '1.0.0' } };
    await writeFile(join(dir, 'package.json'), JSON.stringify(manifest));
    const packages = { '': manifest, 'node_modules/some-package': { version: '1.0.0' } };
    const lock = { name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
    await writeFile(join(dir, 'package-lock.json'), JSON.stringify(lock));
    return dir;
  }

  /** Setup with a ready Python, against a registry of our own. */
  function toEnvironment(dir: string, port: number): NodeJS.ProcessEnv {
    return {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      HOME: dir,
      ACTBOOK_PYTHON: '/srv/python',
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(dir, 'cache'),
      npm_config_fetch_retries: '0',
    };
  }

  it('ends in a sentence without a stack when the registry cannot be reached', async () => {
    const dir = await createCheckout();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server.close();
    await once(server, 'close');
    const env = toEnvironment(dir, port);
    const result = spawnSync(process.execPath, ['bin/setup.mjs'], { cwd: dir, env, encoding: 'utf8' });
    expect(result.status).toBe(1);
    expect(result.stderr.trim().split('\n').at(-1)).toMatch(/^The package index could not be reached: /);
    expect(result.stderr).not.toContain('bin/setup/');
    expect(await readFile(join(dir, '.setup', 'setup.log'), 'utf8')).toContain('ECONNREFUSED');
  });

  it('of the tests says how to get a browser before it installs anything', async () => {
    const dir = await createCheckout();
    const env = { ...toEnvironment(dir, 1), CHROMIUM: join(dir, 'none') };
    const result = spawnSync(process.execPath, ['bin/setup.mjs', '--test'], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect(result.status).toBe(1);
    expect(result.stderr).toMatch(
      /^actbook: CHROMIUM names .*, which does not exist\. Install Chromium or Chrome .*\n$/,
    );
  });

  it('can be interrupted, and leaves no lock behind', async () => {
    const dir = await createCheckout();
    // A registry that never answers keeps npm at work until the signal.
    const sockets = new Set<{ destroy(): unknown }>();
    const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const env = toEnvironment(dir, typeof address === 'object' && address ? address.port : 0);
    const child = spawn(process.execPath, ['bin/setup.mjs'], {
      cwd: dir,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const printed = child.stderr.toArray();
    await once(server, 'connection');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(code).toBe(130);
    expect(Buffer.concat(await printed).toString()).toContain('interrupted; the next start resumes it');
    expect(spawnSync('ls', ['-A', join(dir, '.setup')], { encoding: 'utf8' }).stdout.trim()).toBe(
      'setup.log',
    );
  });
});

describe('the shell wrapper', () => {
  it('says that Node is missing', async () => {
    const env = { NODE_ENV: 'test' as const, PATH: await createTempDir() };
    const result = spawnSync('/bin/sh', [join(rootDir, 'bin', 'actbook')], { env, encoding: 'utf8' });
    expect(result.status).toBe(1);
    expect(result.stderr).toBe(
      'actbook: Node.js is missing. Install version 24 or newer from https://nodejs.org and try again.\n',
    );
  });

  it('finds its folder through symbolic links', async () => {
    const dir = await createTempDir();
    await mkdir(join(dir, 'bin'));
    await copyFile(join(rootDir, 'bin', 'actbook'), join(dir, 'bin', 'actbook'));
    await writeFile(join(dir, 'bin', 'actbook.mjs'), 'console.log(process.argv.slice(2).join());');
    await symlink('bin/actbook', join(dir, 'relative'));
    await symlink(join(dir, 'relative'), join(dir, 'absolute'));
    const env = { NODE_ENV: 'test' as const, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const result = spawnSync(join(dir, 'absolute'), ['run', 'a b'], { cwd: '/', env, encoding: 'utf8' });
    expect(result.stdout).toBe('run,a b\n');
  });
});
