/**
 * How long each way of starting takes, from an empty home to the link, and again: `npm run bench:start`, after `npm run release`.
 * `--write` puts the table into docs/performance.md; `-- uvx` measures this way alone. Everything is downloaded again.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readPipSettings, toUvVariables } from '../../bin/setup/pip-settings.mjs';
import { describeMachine } from '../describe-machine.ts';
import { writeSection } from '../write-section.ts';
import { serveRegistry } from './serve-registry.ts';

const ROOT_DIR = join(import.meta.dirname, '../..');
const SERVE = ['serve', '--port', '0'];

/** The command, its arguments, and the folder to run it in, which `prepare` makes. */
interface Way {
  command: string;
  args: string[];
  prepare?: (home: string) => string;
  /** Searched first for programs: the Node that a package needs may be newer than the system's. */
  path?: string;
}

const WAYS: Record<string, () => Way | Promise<Way>> = {
  'npm start': () => ({
    command: 'npm',
    args: ['start', '--', '--port', '0'],
    prepare: (home) => {
      const folder = join(home, 'checkout');
      execFileSync('git', ['clone', '--quiet', ROOT_DIR, folder]);
      return folder;
    },
  }),
  npx: async () => {
    const registry = await serveRegistry(findPackage('tgz'), join(ROOT_DIR, 'dist/package/package.json'));
    return {
      command: 'npx',
      args: ['--yes', '--registry', registry, 'actbook', ...SERVE],
      path: dirname(process.execPath),
    };
  },
  uvx: () => ({
    command: join(ROOT_DIR, '.setup/uv/bin/uvx'),
    args: ['--find-links', join(ROOT_DIR, 'dist'), 'actbook', ...SERVE],
  }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const startedAt = new Date();
const rows: string[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(WAYS)) {
  const way = await WAYS[name]?.();
  if (!way) throw new Error(`Unknown way “${name}”. Choose from ${Object.keys(WAYS).join(', ')}.`);
  rows.push(await measure(name, way));
  console.log(rows.at(-1));
}
const table = ['| | First start, s | Second, s | On the disk, MB |', '| --- | --: | --: | --: |', ...rows];
if (values.write)
  await writeSection('start', `${table.join('\n')}\n\n${describeMachine(startedAt, 'measured')}`);

async function measure(name: string, { command, args, prepare, path }: Way): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'actbook-start-'));
  try {
    const cwd = prepare?.(home) ?? home;
    const env = createEnvironment(home, path === undefined ? [] : [path]);
    const first = await startOnce(command, args, cwd, env);
    const second = await startOnce(command, args, cwd, env);
    // It complains about files that come and go while the packages of the wheel are compiled, and adds up the rest.
    const kilobytes = Number(spawnSync('du', ['-sk', home], { encoding: 'utf8' }).stdout.split('\t')[0]);
    return `| \`${name}\` | ${first.toFixed(1)} | ${second.toFixed(1)} | ${Math.round(kilobytes / 1024)} |`;
  } finally {
    // The packages of the wheel may still be compiled.
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Seconds until the link is printed; the app is stopped then. */
async function startOnce(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const startMs = performance.now();
  const app = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let seconds: number | undefined;
  for await (const line of createInterface(app.stdout)) {
    if (!line.includes('/login?token=')) continue;
    seconds = (performance.now() - startMs) / 1000;
    app.kill('SIGTERM');
    break;
  }
  if (app.exitCode === null && app.signalCode === null) await once(app, 'exit');
  if (seconds === undefined) throw new Error(`${command} ended without a link.`);
  return seconds;
}

/** Nothing of this checkout and its caches is found. */
function createEnvironment(home: string, path: string[]): NodeJS.ProcessEnv {
  const own = /^(ACTBOOK_|XDG_CACHE_HOME$|UV_CACHE_DIR$|npm_(?!config_registry))/;
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const asPip = toUvVariables(readPipSettings('python3', process.env)).env;
  return {
    NODE_ENV: 'production',
    ...asPip,
    ...rest,
    HOME: home,
    PATH: [...path, ...folders].join(delimiter),
  };
}

function findPackage(extension: string): string {
  const [path] = globSync(join(ROOT_DIR, `dist/actbook-*.${extension}`));
  if (path === undefined) throw new Error('`dist` contains no package. Run `npm run release` first.');
  return path;
}
