#!/usr/bin/env node
/** Prepares a checkout without starting anything: `node bin/setup.mjs [--build | --check | --test | --contract]`. Run before the tests. */
import { reportFailure } from './setup/report-failure.mjs';
import { rootDir } from './setup/root-dir.mjs';
import { sandboxHint } from './setup/sandbox.mjs';
import { setUp } from './setup/set-up.mjs';

const LEVELS = { '--build': 'page', '--check': 'check', '--test': 'test', '--contract': 'contract' };

try {
  await setUp({ rootDir, level: LEVELS[process.argv[2]] ?? 'kernel' });
  const hint = sandboxHint(process.env);
  if (hint) process.stderr.write(`${hint}\n`);
} catch (error) {
  process.exitCode = reportFailure(error);
}
