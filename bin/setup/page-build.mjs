import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { explainFailure } from './explain-failure.mjs';
import { productNode } from './private-node.mjs';
import { readStamp, removeStamp, writeStamp } from './stamp.mjs';

const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.js',
  'package-lock.json',
  'tsconfig.json',
];

/** What Next.js prints of how far it is. */
const SAID = /Creating an optimized|Compiled successfully|Collecting page data|Generating static|Finalizing/;

/** @type {import('./set-up.mjs').Phase} */
export const pageBuildPhase = {
  label: 'Building the page',
  diskMegabytes: 150,
  isDone: ({ rootDir }) => isBuilt(rootDir),
  async perform(workbench) {
    const { rootDir, env } = workbench;
    // Taken before the build: a source changed meanwhile makes the result stale.
    const sources = hashSources(rootDir);
    removeStamp(join(rootDir, '.next'));
    const result = await workbench.run(
      productNode(rootDir),
      [join(rootDir, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'],
      {
        env: { ...env, NODE_ENV: 'production', PATH: withLocalBinaries(rootDir, env) },
        onLine: (line) => SAID.test(line) && workbench.say(line.replace(/^\W+|[ .]+$/g, '')),
      },
    );
    if (result.code !== 0) {
      const remedy =
        'The sources do not build: undo your change to them, or report this with the lines above.';
      throw explainFailure({ action: 'next build', result, workbench, remedy });
    }
    writeStamp(join(rootDir, '.next'), { sources });
  },
};

/**
 * Whether the built page is that of the present sources.
 *
 * @param {string} rootDir
 */
export function isBuilt(rootDir) {
  return readStamp(join(rootDir, '.next'))?.sources === hashSources(rootDir);
}

/** Contents, not times: a checkout that changes only times needs no build. A few megabytes take some 20 ms. */
function hashSources(rootDir) {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(hash, rootDir, source);
  return hash.digest('hex');
}

function addToHash(hash, rootDir, path) {
  const full = join(rootDir, path);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of readdirSync(full).sort()) addToHash(hash, rootDir, `${path}/${name}`);
  } else if (stat) {
    hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full));
  }
}

function withLocalBinaries(rootDir, env) {
  return [join(rootDir, 'node_modules', '.bin'), env.PATH ?? env.Path ?? ''].join(delimiter);
}
