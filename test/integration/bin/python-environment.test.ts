/** Making a Python environment: uv does it, with what pip is configured with; pip does what uv cannot. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createCommandRunner } from '../../../bin/setup/command-runner.mjs';
import { readPipSettings, toUvVariables } from '../../../bin/setup/pip-settings.mjs';
import { describeEnvironment } from '../../../bin/setup/python-environment.mjs';
import { provideUv } from '../../../bin/setup/uv.mjs';
import { makeVirtualEnvironment } from '../../../bin/setup/virtual-environment.mjs';
import { serveHttp } from '../../helpers/serve-http.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const rootDir = resolve(import.meta.dirname, '../../..');
const BUILD_WHEEL = `
import sys, zipfile
folder, version = sys.argv[1:]
info = f"tiny-{version}.dist-info"
with zipfile.ZipFile(f"{folder}/tiny-{version}-py3-none-any.whl", "w") as wheel:
    wheel.writestr("tiny.py", f"version = '{version}'")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: tiny\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", f"tiny.py,,\\n{info}/METADATA,,\\n{info}/WHEEL,,\\n{info}/RECORD,,\\n")
`;

/** A package index with three versions of one package. `clients`: who asked for it, in order. */
async function startIndex() {
  const folder = await createTempDir();
  const versions = ['1.0', '1.1', '1.2'];
  for (const version of versions) spawnSync('python3', ['-c', BUILD_WHEEL, folder, version]);
  const clients: string[] = [];
  const refused = new Set<string>();
  const origin = await serveHttp(async ({ url = '', headers }, reply) => {
    const [client = ''] = (headers['user-agent'] ?? '').split('/');
    const wheel = /^\/simple\/tiny\/(tiny-[\d.]+-py3-none-any\.whl)$/.exec(url)?.[1];
    if (refused.has(client) || !url.startsWith('/simple/tiny/')) return void reply.writeHead(404).end();
    if (wheel !== undefined) return void reply.end(await readFile(join(folder, wheel)));
    clients.push(client);
    const links = versions.map((version) => `<a href="tiny-${version}-py3-none-any.whl">${version}</a>`);
    reply.setHeader('content-type', 'text/html');
    reply.end(`<!doctype html><html><body>${links.join('\n')}</body></html>`);
  });
  return { url: `${origin}/simple/`, clients, refused };
}

/** That of this checkout; fetched where its environments are older than the use of uv. */
async function findUvFolder(): Promise<string> {
  const python = describeEnvironment(rootDir, process.env).python;
  await provideUv({ rootDir, env: process.env, note: () => {} }, async (args) => {
    await promisify(execFile)(python, ['-m', 'pip', 'install', ...args]);
    return { code: 0 };
  });
  return join(rootDir, '.setup', 'uv');
}

test('packages come from the index of pip, by uv; by pip where uv fails or cannot be had', async () => {
  const [folder, index] = await Promise.all([createTempDir(), startIndex()]);
  const logPath = join(folder, 'setup.log');
  const env: NodeJS.Dict<string> = {
    PATH: process.env.PATH,
    HOME: folder,
    UV_CACHE_DIR: join(folder, 'cache'),
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: index.url,
  };
  await mkdir(join(folder, '.setup'));
  await symlink(await findUvFolder(), join(folder, '.setup', 'uv'));
  const install = async (version: string) => {
    await writeFile(join(folder, 'requirements.txt'), `tiny==${version}\n`);
    index.clients.length = 0;
    const runner = createCommandRunner({ rootDir: folder, env, logPath, onChildren: () => {} });
    const workbench = { rootDir: folder, env, logPath, say: () => {}, ...runner };
    try {
      await makeVirtualEnvironment(workbench, { folder: 'env', requirements: 'requirements.txt' });
    } finally {
      runner.close();
    }
    const code = 'import os, tiny; print(tiny.version, os.path.exists(tiny.__cached__))';
    const { stdout } = await promisify(execFile)(join(folder, 'env', 'bin', 'python'), ['-B', '-c', code]);
    return {
      found: stdout.trim(),
      clients: [...new Set(index.clients)],
      log: await readFile(logPath, 'utf8'),
    };
  };

  expect(await install('1.0')).toMatchObject({ found: '1.0 True', clients: ['uv'] });
  index.refused.add('uv');
  const failed = await install('1.1');
  expect(failed).toMatchObject({ found: '1.1 True', clients: ['pip'] });
  expect(failed.log).toContain('uv failed; pip is used instead.');
  index.refused.clear();
  await rm(join(folder, '.setup', 'uv'));
  const without = await install('1.0');
  expect(without).toMatchObject({ found: '1.0 True', clients: ['pip'] });
  expect(without.log).toContain('uv is not available here; pip is used instead.');
});

test('what pip is configured with is told to uv', () => {
  const settings = readPipSettings('python3', {
    PATH: process.env.PATH,
    PIP_CONFIG_FILE: '/dev/null',
    PIP_INDEX_URL: 'https://user:secret@index.example/simple',
    PIP_EXTRA_INDEX_URL: 'https://a.example/simple\nhttps://b.example/simple',
    PIP_FIND_LINKS: '/wheels /more',
    PIP_CERT: '/etc/ca.pem',
    PIP_DEFAULT_TIMEOUT: '60',
    PIP_NO_BINARY: ':all:',
  });
  expect(toUvVariables(settings)).toEqual({
    env: {
      UV_INDEX_STRATEGY: 'unsafe-best-match',
      UV_SYSTEM_CERTS: '1',
      UV_DEFAULT_INDEX: 'https://user:secret@index.example/simple',
      UV_INDEX: 'https://a.example/simple https://b.example/simple',
      UV_FIND_LINKS: '/wheels,/more',
      SSL_CERT_FILE: '/etc/ca.pem',
    },
    unknown: ['no-binary'],
  });
});
