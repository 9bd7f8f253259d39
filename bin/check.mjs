#!/usr/bin/env node
/** `npm run check`: every static check there is, all of them even when one fails, two at a time. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './check/check-boundaries.mjs';
import { checkFileSize } from './check/check-file-size.mjs';
import { checkLinks } from './check/check-links.mjs';
import { checkModuleState } from './check/check-module-state.mjs';
import { checkPaths } from './check/check-paths.mjs';
import { checkPythonCycles } from './check/check-python-cycles.mjs';
import { checkTokens } from './check/check-tokens.mjs';
import { checkWords } from './check/check-words.mjs';
import { checkApiReference } from './docs/api-reference.mjs';
import { checkNotices } from './docs/third-party-notices.mjs';
import { findPythonTool } from './setup/python-tools.mjs';
import { rootDir } from './setup/root-dir.mjs';

/** Each resolves to what is wrong, as text, or to null when all is well. Those that take longest are first. */
const CHECKS = {
  biome: () => runTool('biome', ['check', '--error-on-warnings', '.']),
  typescript: () => runTool('tsc', ['--noEmit']),
  knip: () => runTool('knip', []),
  'ruff format': () => runPython('ruff', ['format', '--check', '--quiet', '.']),
  ruff: () => runPython('ruff', ['check', '--quiet', '.']),
  mypy: () => runPython('mypy', []),
  boundaries: () => report(checkBoundaries(rootDir)),
  'Python cycles': () => report(checkPythonCycles(rootDir)),
  'file size': () => report(checkFileSize(rootDir)),
  'module state': () => report(checkModuleState(rootDir)),
  'API reference': () => report(checkApiReference(rootDir)),
  notices: () => report(checkNotices(rootDir)),
  tokens: () => report(checkTokens(rootDir)),
  links: () => report(checkLinks(rootDir)),
  paths: () => report(checkPaths(rootDir)),
  words: () => report(checkWords(rootDir)),
};

const CHECKS_AT_ONCE = 2;

const names = Object.keys(CHECKS);
const failed = [];
const waiting = names.values();
await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runWaiting));
for (const name of names) if (failed.includes(name)) console.error(`✗ ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** What a check says is printed when it ends, so that nothing of another check is in between. */
async function runWaiting() {
  for (const name of waiting) {
    const problems = await CHECKS[name]();
    console.log(`— ${name}`);
    if (problems === null) continue;
    console.error(problems.trimEnd());
    failed.push(name);
  }
}

function runTool(name, args) {
  const binaries = join(rootDir, 'node_modules', '.bin');
  const command = join(binaries, process.platform === 'win32' ? `${name}.cmd` : name);
  if (!existsSync(command)) return `${name} is not installed: run \`node bin/setup.mjs\` first.`;
  return run(command, args, { shell: process.platform === 'win32' });
}

function runPython(tool, args) {
  const found = findPythonTool(rootDir, tool, args);
  return 'problem' in found ? found.problem : run(found.command, found.args, { env: found.env });
}

function run(command, args, options) {
  const { promise, resolve } = Promise.withResolvers();
  const child = spawn(command, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  child.once('error', (error) => resolve(`${command} did not start: ${error.message}`));
  child.once('close', (code) => resolve(code === 0 ? null : printed));
  return promise;
}

function report(problems) {
  return problems.length === 0 ? null : problems.join('\n');
}
