/** The tree that both packages hold: the compiled command and library, the built page, and of each npm package what these read. */
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { VENDOR_FILES } from '../../lib/notebook/vendor-files.ts';
import { readJson } from '../setup/stamp.mjs';
import { listTypes, toSlashes, tracePrograms } from './trace-files.mjs';

const COPIED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
  'app/tokens.css',
  'bin/actbook.mjs',
  'bin/setup',
  'docs/library.md',
  'examples',
  'kernels',
  'next.config.js',
  'public',
];
const NOT_COPIED = /(^|\/)(__pycache__|tests|requirements-dev\.txt)$|^examples\/.*\.ts$/;

/** What serves the built page, as Next.js lays it out. */
const STANDALONE = '.next/standalone';

/** Read by path, which no trace of imports can see. */
const READ_BY_PATH = [
  ...Object.values(VENDOR_FILES),
  '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  '@fontsource-variable/source-code-pro/files/source-code-pro-latin-wght-normal.woff2',
].map((file) => `node_modules/${file}`);

/** Installed beside the host program's packages instead of in ours: both must use the same copy. */
const SHARED = '@opentelemetry/api';

/** What is compiled needs less than the sources do, which have `using`. */
const OLDEST_NODE = '>=22.18';

/**
 * @param {{rootDir: string, folder: string, run: (program: string, args: string[]) => void}} place `folder` is where
 *   `tsconfig.release.json` compiles to; `run` throws when the program fails
 */
export async function stagePackage({ rootDir, folder, run }) {
  rmSync(folder, { recursive: true, force: true });
  run('tsc', ['-p', 'tsconfig.release.json']);
  const copy = (from, to = from) =>
    cpSync(join(rootDir, from), join(folder, to), {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(toSlashes(relative(rootDir, path))),
    });
  for (const path of COPIED) copy(path);
  const traced = await tracePrograms(rootDir, folder);
  const types = listTypes(rootDir, folder);
  dropUnread(rootDir, folder, new Set(types));
  for (const path of [...traced, ...types, ...READ_BY_PATH]) {
    if (path.startsWith('node_modules/')) copyWithLicense(rootDir, path, copy);
  }
  copy(`${STANDALONE}/node_modules`, 'node_modules');
  copy(`${STANDALONE}/.next`, '.next');
  copy('.next/static');
  writeManifests(rootDir, folder);
}

/** Declarations of what only the command uses. */
function dropUnread(rootDir, folder, read) {
  for (const path of globSync('{bin,lib}/**/*.d.{ts,mts}', { cwd: folder })) {
    const file = join(folder, path);
    if (!read.has(toSlashes(relative(rootDir, file)))) rmSync(file);
  }
}

/** A file of an npm package, with what must come with it. */
function copyWithLicense(rootDir, path, copy) {
  const [name] = path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/);
  copy(path);
  for (const kept of globSync(`${name}/{package.json,LICEN[CS]E*,licen[cs]e*,NOTICE*}`, { cwd: rootDir }))
    copy(kept);
}

/**
 * Each manifest names only what is in the tree, because npm would fetch the rest: what a package needs for other programs
 * than ours. Ours names what the tree has as bundled, so that all of it comes with one download.
 */
function writeManifests(rootDir, folder) {
  const paths = globSync('node_modules/{*,@*/*}/**/package.json', { cwd: folder });
  const packages = paths
    .map(toSlashes)
    .filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  const names = new Set(packages.map((path) => path.replace(/^.*node_modules\/|\/package\.json$/g, '')));
  const isBundled = ([name]) => names.has(name) && name !== SHARED;
  for (const path of packages) {
    const {
      scripts,
      files,
      devDependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta,
      ...manifest
    } = readJson(join(folder, path));
    writeJson(join(folder, path), {
      ...manifest,
      dependencies: Object.fromEntries(
        Object.entries({ ...peerDependencies, ...manifest.dependencies }).filter(isBundled),
      ),
    });
  }
  const { name, version, description, license, type, bin, dependencies } = readJson(
    join(rootDir, 'package.json'),
  );
  const bundled = Object.entries(dependencies).filter(isBundled);
  writeJson(join(folder, 'package.json'), {
    name,
    version,
    description,
    license,
    type,
    bin,
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
    engines: { node: OLDEST_NODE },
    dependencies: Object.fromEntries([...bundled, [SHARED, dependencies[SHARED]]]),
    bundleDependencies: bundled.map(([name]) => name),
  });
}

function writeJson(path, content) {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}
