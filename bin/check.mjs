#!/usr/bin/env node
/** `npm run check`: every static check there is, all of them even when one fails. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './check/check-boundaries.mjs';
import { checkFileSize } from './check/check-file-size.mjs';
import { checkLinks } from './check/check-links.mjs';
import { checkLoading } from './check/check-loading.mjs';
import { checkModuleState } from './check/check-module-state.mjs';
import { checkNames } from './check/check-names.mjs';
import { checkPaths } from './check/check-paths.mjs';
import { checkPythonCycles } from './check/check-python-cycles.mjs';
import { checkRoutes } from './check/check-routes.mjs';
import { checkSpreads } from './check/check-spreads.mjs';
import { checkTokens } from './check/check-tokens.mjs';
import { checkWords } from './check/check-words.mjs';
import { checkApiReference } from './docs/api-reference.mjs';
import { runPythonTool } from './setup/python-tools.mjs';
import { rootDir } from './setup/root-dir.mjs';

const CHECKS = {
  biome: () => runTool('biome', ['check', '--error-on-warnings', '.']),
  typescript: () => runTool('tsc', ['--noEmit']),
  knip: () => runTool('knip', []),
  'ruff format': () => runPythonTool(rootDir, 'ruff', ['format', '--check', '--quiet', '.']) === 0,
  ruff: () => runPythonTool(rootDir, 'ruff', ['check', '--quiet', '.']) === 0,
  mypy: () => runPythonTool(rootDir, 'mypy', []) === 0,
  routes: async () => report(await checkRoutes(rootDir)),
  boundaries: () => report(checkBoundaries(rootDir)),
  'Python cycles': () => report(checkPythonCycles(rootDir)),
  'file size': () => report(checkFileSize(rootDir)),
  names: () => report(checkNames(rootDir)),
  spreads: () => report(checkSpreads(rootDir)),
  'module state': () => report(checkModuleState(rootDir)),
  'API reference': () => report(checkApiReference(rootDir)),
  tokens: () => report(checkTokens(rootDir)),
  loading: () => report(checkLoading(rootDir)),
  links: () => report(checkLinks(rootDir)),
  paths: () => report(checkPaths(rootDir)),
  words: () => report(checkWords(rootDir)),
};

const failed = [];
for (const [name, check] of Object.entries(CHECKS)) {
  console.log(`— ${name}`);
  if (!(await check())) failed.push(name);
}
for (const name of failed) console.error(`✗ ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function runTool(name, args) {
  const binaries = join(rootDir, 'node_modules', '.bin');
  const command = join(binaries, process.platform === 'win32' ? `${name}.cmd` : name);
  if (!existsSync(command)) {
    console.error(`${name} is not installed: run \`node bin/setup.mjs\` first.`);
    return false;
  }
  const { status } = spawnSync(command, args, {
    cwd: rootDir,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function report(problems) {
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}
