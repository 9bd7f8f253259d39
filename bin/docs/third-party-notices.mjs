/** `THIRD-PARTY-NOTICES.md`: what Actbook is installed with or has in its page, by name, version and license. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 'THIRD-PARTY-NOTICES.md';

/** Checks, builds and tests only: nothing of them is in the app or its page. */
const TOOLS = new Set([
  '@biomejs/biome',
  '@seriousme/openapi-schema-validator',
  'axe-core',
  'knip',
  'oxc-parser',
  'playwright-core',
  'typescript',
  'vitest',
]);

/** @param {string} rootDir */
export function writeNotices(rootDir) {
  writeFileSync(join(rootDir, PAGE), toNotices(rootDir));
}

/**
 * Only the packages of npm, which are the same on every machine.
 * @param {string} rootDir
 * @returns {string[]} one sentence a fault
 */
export function checkNotices(rootDir) {
  const page = readFileSync(join(rootDir, PAGE), 'utf8');
  return page.includes(toTable(listJavaScript(rootDir)))
    ? []
    : [`${PAGE} differs from package-lock.json: run \`npm run notices\``];
}

/** @param {string} rootDir */
function toNotices(rootDir) {
  return `# Third-party notices

Actbook is installed with these packages, or has them in its page. Each package contains its license text. \`npm run notices\` writes this
file from the installed packages, those of Python as one machine resolves them; \`npm run sbom\` prints a bill of materials (CycloneDX).

## JavaScript

${toTable(listJavaScript(rootDir))}

## Python

${toTable(listPython(rootDir))}
`;
}

/** @param {readonly string[][]} rows */
function toTable(rows) {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return ['| Package | Version | License |', '| --- | --- | --- |', ...lines].join('\n');
}

/**
 * What the packages that are not tools need, as the lock file resolves it.
 * @param {string} rootDir
 */
function listJavaScript(rootDir) {
  const { packages } = readJson(join(rootDir, 'package-lock.json'));
  /** @type {(name: string, from: string) => string | null} */
  const resolve = (name, from) => {
    for (
      let folder = from;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
    ) {
      const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      if (path in packages) return path;
      if (folder === '') return null;
    }
  };
  const root = packages[''];
  const direct = Object.keys({ ...root.dependencies, ...root.devDependencies }).filter(
    (name) => !TOOLS.has(name) && !name.startsWith('@types/'),
  );
  const waiting = direct.map((name) => resolve(name, ''));
  const found = new Set();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === null || found.has(path)) continue;
    found.add(path);
    const {
      dependencies,
      optionalDependencies,
      peerDependencies,
      peerDependenciesMeta = {},
    } = packages[path];
    const peers = Object.keys({ ...peerDependencies }).filter(
      (name) => !peerDependenciesMeta[name]?.optional,
    );
    const needed = Object.keys({ ...dependencies, ...optionalDependencies });
    for (const name of [...needed, ...peers]) waiting.push(resolve(name, path));
  }
  const rows = [...found].map((path) => {
    const { version, license } = packages[path];
    return [path.replace(/^.*node_modules\//, ''), version, license ?? readLicense(rootDir, path)];
  });
  return sortRows(rows);
}

/** @param {string} rootDir @param {string} path */
function readLicense(rootDir, path) {
  const manifest = join(rootDir, path, 'package.json');
  // Old packages have a list.
  const { license, licenses = [] } = existsSync(manifest) ? readJson(manifest) : {};
  const types = licenses.map((/** @type {{ type: string }} */ { type }) => type).join(', ');
  return license ?? (types || 'see the package');
}

/** @param {string} rootDir */
function listPython(rootDir) {
  const script = `
import importlib.metadata as m, json
def license_of(meta):
    given = meta.get("License-Expression") or meta.get("License") or ""
    if given and "\\n" not in given and len(given) < 60: return given
    named = [c.split("::")[-1].strip() for c in meta.get_all("Classifier") or [] if c.startswith("License")]
    return ", ".join(named) or "see the package"
print(json.dumps([[d.metadata["Name"], d.version, license_of(d.metadata)] for d in m.distributions()]))`;
  const folder = join(rootDir, '.venv', process.platform === 'win32' ? 'Scripts' : 'bin');
  const python = join(folder, readdirSync(folder).find((name) => /^python(\.exe)?$/.test(name)) ?? 'python');
  const { stdout, status } = spawnSync(python, ['-I', '-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error('The Python packages cannot be listed. Run `npm start` once.');
  return sortRows(
    JSON.parse(stdout).filter((/** @type {string[]} */ [name]) => name !== 'pip' && name !== 'setuptools'),
  );
}

/** @param {string[][]} rows */
function sortRows(rows) {
  const distinct = new Map(rows.map((row) => [row.join(' ').toLowerCase(), row]));
  return [...distinct].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
