#!/usr/bin/env node
/**
 * Builds what is published, into `dist`: `npm run release`. The npm package and the Python wheel have the same version, that
 * of package.json, and fit every platform. With them come a bill of materials (CycloneDX) and the checksums of all.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from './setup/find-python.mjs';
import { requireNpm } from './setup/npm.mjs';
import { productNode } from './setup/private-node.mjs';
import { reportFailure } from './setup/report-failure.mjs';
import { rootDir } from './setup/root-dir.mjs';
import { setUp } from './setup/set-up.mjs';
import { SetupError } from './setup/setup-error.mjs';

const out = join(rootDir, 'dist');
const folder = join(out, 'package');

try {
  await setUp({ rootDir, level: 'release' });
  const node = productNode(rootDir);
  if (node === process.execPath) await release();
  else process.exitCode = spawnSync(node, [import.meta.filename], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.exitCode = reportFailure(error);
}

async function release() {
  // It reads TypeScript, which the Node that set everything up may be too old for.
  const { stagePackage } = await import('./release/stage-package.mjs');
  rmSync(out, { recursive: true, force: true });
  await stagePackage({ rootDir, folder, run });
  const npm = requireNpm(process.env);
  execute(npm.command, [...npm.args, 'pack', '--pack-destination', out], { cwd: folder });
  const [python, ...pythonArgs] = findPython(process.env).command;
  execute(python, [...pythonArgs, '-I', join(rootDir, 'bin', 'release', 'write_wheel.py'), folder, out]);
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  writeFileSync(join(out, 'sbom.cdx.json'), execute(npm.command, [...npm.args, ...sbom]));
  writeChecksums();
}

function run(program, args) {
  execute(process.execPath, [join(rootDir, 'node_modules', 'typescript', 'bin', program), ...args]);
}

function execute(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: rootDir, encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
  if (result.status === 0) return result.stdout;
  throw new SetupError(`${command} ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
}

function writeChecksums() {
  const names = globSync('*.{tgz,whl,json}', { cwd: out }).sort();
  const lines = names.map((name) => {
    const path = join(out, name);
    process.stdout.write(`dist/${name}  ${(statSync(path).size / 1e6).toFixed(1)} MB\n`);
    return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}
