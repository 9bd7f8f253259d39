#!/usr/bin/env node
/**
 * `npm test`: checks, Python tests, and all others. `npm test -- FILE...` runs only these.
 *
 * A test that fails runs again alone, after all others. If it passes twice, the run passes, and its last lines name it.
 *
 *   --contract    with kernels on other servers and languages (test/contract)
 *   --bubblewrap  with the boxes that bubblewrap makes, even if their sources have not changed
 *   --quick       checks, Python tests if their sources have changed, unit tests that are not slow, and one run of the
 *                 agent from question to notebook; nothing is run again
 *   --record      writes how long each file took to test/durations.json, and that the boxes of bubblewrap are tested
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDir } from './setup/root-dir.mjs';
import { areTested, recordTested } from './test/tested-sources.mjs';

/** With more failures than these, the product is broken, and running them again is a waste of time. */
const MAX_REPEATED = 20;
const REPEATS = 2;
/** Files that take longer are slow, by test/durations.json, which comes from a run with three workers. */
const SLOW_S = 3;
const VITEST = 'node_modules/vitest/vitest.mjs';
const RECORD_PATH = join(rootDir, '.setup', 'test-run.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contract: { type: 'boolean', default: false },
    bubblewrap: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

process.exitCode = values.quick ? runQuick() : runAll();

function runQuick() {
  if (runNode(['bin/check.mjs']) !== 0) return 1;
  if (!areTested(rootDir, 'python') && !passesPython()) return 1;
  const seconds = JSON.parse(readFileSync(join(rootDir, 'test/durations.json'), 'utf8'));
  const isQuick = (file) => !((seconds[file.replaceAll('\\', '/')] ?? 0) > SLOW_S);
  const files = globSync('test/unit/**/*.test.ts', { cwd: rootDir }).filter(isQuick);
  return runNode([VITEST, 'run', '--project', 'all', 'test/integration/bin/main-job.test.ts', ...files]);
}

function runAll() {
  if (positionals.length === 0) {
    if (runNode(['bin/check.mjs']) !== 0 || !passesPython()) return 1;
  }
  const withBubblewrap = values.bubblewrap || !areTested(rootDir, 'bubblewrap');
  const projects = ['all'];
  if (withBubblewrap) projects.push('bubblewrap');
  if (values.contract) projects.push('contract');
  const run = runTests([...projects.flatMap((name) => ['--project', name]), ...positionals]);
  const flaky = findFlaky(run);
  const isGreen = run.passed > 0 && run.strayErrors === 0 && flaky.length === run.failed.length;
  if (isGreen && values.record && positionals.length === 0) recordRun(run, withBubblewrap);
  summarize(run, flaky);
  return isGreen ? 0 : 1;
}

function passesPython() {
  if (runNode(['bin/test-python.mjs']) !== 0) return false;
  recordTested(rootDir, 'python');
  return true;
}

/** The failed tests that pass alone. */
function findFlaky({ failed }) {
  if (failed.length > MAX_REPEATED) {
    console.error(`${failed.length} tests failed. None of them runs again.`);
    return [];
  }
  return failed.filter(passesAlone);
}

function passesAlone({ project, file, name }) {
  console.log(`\nAgain, alone: ${file}${name ? ` › ${name}` : ''}`);
  const filter = name ? ['-t', `^${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`] : [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const { passed, failed, strayErrors } = runTests(['--project', project, ...filter, file]);
    if (passed === 0 || failed.length > 0 || strayErrors > 0) return false;
  }
  return true;
}

/**
 * @param {string[]} args
 * @returns {import('./test/record-run.mjs').RunRecord}
 */
function runTests(args) {
  rmSync(RECORD_PATH, { force: true });
  const status = runNode(
    [VITEST, 'run', '--reporter=default', '--reporter=./bin/test/record-run.mjs', ...args],
    {
      ACTBOOK_TEST_RECORD: RECORD_PATH,
    },
  );
  /** @type {import('./test/record-run.mjs').RunRecord} */
  const record = JSON.parse(readFileSync(RECORD_PATH, 'utf8'));
  // It failed for a reason that no file of tests has.
  if (status !== 0 && record.failed.length === 0 && record.strayErrors === 0) record.strayErrors = 1;
  return record;
}

function runNode(args, env = {}) {
  const options = { cwd: rootDir, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(process.execPath, args, options).status ?? 1;
}

function recordRun({ seconds }, withBubblewrap) {
  const rounded = Object.entries(seconds).map(([file, each]) => [file, Math.round(each * 10) / 10]);
  const durations = Object.fromEntries(rounded.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(rootDir, 'test/durations.json'), `${JSON.stringify(durations, null, 2)}\n`);
  if (withBubblewrap) recordTested(rootDir, 'bubblewrap');
}

function summarize({ passed, failed, strayErrors }, flaky) {
  const left = failed.filter((test) => !flaky.includes(test));
  console.log('');
  if (strayErrors > 0) console.log(`errors outside of tests: ${strayErrors}`);
  for (const { file, name } of left) console.log(`failed: ${file} › ${name ?? 'the file itself'}`);
  console.log(`${passed + flaky.length} passed, ${left.length} failed`);
  for (const { file, name } of flaky) console.log(`flaky: ${file} › ${name ?? 'the file itself'}`);
}
