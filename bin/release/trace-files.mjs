/** Which files of the installed packages a program reads, so that only these are shipped. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

/** Compiled by `tsconfig.release.json`; workers are started by path. */
const PROGRAMS = [
  'bin/cli.js',
  'lib/index.js',
  'lib/export/html/page-worker.js',
  'lib/store/sqlite/damage-worker.js',
];
/** Next.js traces itself, without what only builds. */
const NOT_TRACED = ['node_modules/next/**'];

/**
 * @param {string} rootDir
 * @param {string} folder holds the compiled programs, below `rootDir`
 * @returns {Promise<string[]>} paths relative to `rootDir`
 */
export async function tracePrograms(rootDir, folder) {
  // The tracer that Next.js builds with; it is not published under a name of its own in this version.
  const { nodeFileTrace } = createRequire(join(rootDir, 'package.json'))('next/dist/compiled/@vercel/nft');
  const programs = PROGRAMS.map((path) => join(folder, path));
  // Imports alone: it would look through the whole checkout for what a program may read by path.
  const analysis = { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: true };
  const { fileList } = await nodeFileTrace(programs, { base: rootDir, ignore: NOT_TRACED, analysis });
  return [...fileList].map(toSlashes);
}

/**
 * @param {string} rootDir
 * @param {string} folder
 * @returns {string[]} declarations that the library's types need, relative to `rootDir`; those of Node are left to the host program
 */
export function listTypes(rootDir, folder) {
  const tsc = join(rootDir, 'node_modules', 'typescript', 'bin', 'tsc');
  const library = join(folder, 'lib', 'index.d.ts');
  const flags = [
    '--ignoreConfig',
    '--listFilesOnly',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--skipLibCheck',
  ];
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...flags, '--types', 'node', library], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The types of the library could not be listed: ${stdout}`);
  const files = stdout.split(/\r?\n/).filter(Boolean);
  return files
    .map((path) => toSlashes(relative(rootDir, path)))
    .filter((path) => !/^node_modules\/(typescript|@typescript|@types\/node|undici-types)\//.test(path));
}

export function toSlashes(path) {
  return path.split(sep).join('/');
}
