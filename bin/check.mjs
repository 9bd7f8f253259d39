#!/usr/bin/env node
/** `npm run check`: every static check there is, all of them even when one fails. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries } from './check/check-boundaries.mjs';
import { checkFileSize } from './check/check-file-size.mjs';
import { checkTokens } from './check/check-tokens.mjs';
import { rootDir } from './setup/root-dir.mjs';

const CHECKS = {
  biome: () => runTool('biome', ['check', '--error-on-warnings', '.']),
  typescript: () => runTool('tsc', ['--noEmit']),
  knip: () => runTool('knip', []),
  boundaries: () => report(checkBoundaries(rootDir)),
  'file size': () => report(checkFileSize(rootDir)),
  tokens: () => report(checkTokens(rootDir)),
};

const failed = Object.entries(CHECKS).filter(([name, check]) => {
  console.log(`— ${name}`);
  return !check();
});
for (const [name] of failed) console.error(`✗ ${name}`);
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
