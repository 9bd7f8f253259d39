import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { diagnose } from './diagnose.mjs';
import { productNode } from './private-node.mjs';
import { reportFailure } from './report-failure.mjs';
import { findSetupDir, isPackage, rootDir } from './root-dir.mjs';
import { setUp } from './set-up.mjs';
import { SetupError } from './setup-error.mjs';
import { whenNpmEnds } from './when-npm-ends.mjs';

const CLI_PATH = join(rootDir, 'bin', isPackage(rootDir) ? 'cli.js' : 'cli.ts');
/** SQLite and, in some releases, native TypeScript warn of being experimental at each start. */
const WITHOUT_WARNINGS = '--disable-warning=ExperimentalWarning';
/** Command lines that start a Python of ours, by their first words. */
const WITH_PYTHON = /^(acp|connections (add|test)|exec|export|packages|run|schedule run|verify|ways)( |$)/;

/**
 * Sets up what the command needs and runs it: in this process, or with the private Node when this one is too old.
 *
 * @param {string[]} args the command line without node and script
 */
export async function launch(args) {
  try {
    await setUp({ rootDir, level: levelOf(args) });
  } catch (error) {
    process.exitCode = reportFailure(error);
    if (error instanceof SetupError && wordsOf(args)[0] === 'doctor') await printDiagnosis();
    return;
  }
  const node = isPackage(rootDir) ? process.execPath : productNode(rootDir);
  if (node !== process.execPath) {
    await runWith(node, args);
    return;
  }
  hideExperimentalWarnings();
  module.enableCompileCache(compileCacheDir());
  await import(pathToFileURL(CLI_PATH).href);
}

/**
 * How much a command line needs set up: without a command, the app starts. Anything unknown gets the least, for it only prints
 * its usage.
 *
 * @param {string[]} args
 * @returns {import('./set-up.mjs').Level}
 */
export function levelOf(args) {
  if (args.length === 0) return 'page';
  if (args.includes('--help') || args.includes('-h')) return 'packages';
  const [command, ...rest] = wordsOf(args);
  if (command === 'mcp') return 'page';
  if (command === 'serve') return args.includes('--dev') ? 'kernel' : 'page';
  return WITH_PYTHON.test([command, ...rest].join(' ')) ? 'kernel' : 'packages';
}

/** Compiling again takes half of the time that a command needs to start. */
function compileCacheDir() {
  return join(findSetupDir(rootDir, process.env), '.setup', 'compile-cache');
}

function wordsOf(args) {
  return args.filter((argument) => !argument.startsWith('-'));
}

/** The `ipc` channel tells the child of our death; signals and the exit code pass through. */
async function runWith(node, args) {
  const child = spawn(node, [WITHOUT_WARNINGS, CLI_PATH, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCacheDir(), ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenNpmEnds(() => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.on('error', (error) => resolve(reportFailure(error)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function hideExperimentalWarnings() {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.stack}\n`);
  });
}

async function printDiagnosis() {
  for (const { name, ok, detail, remedy } of await diagnose(rootDir)) {
    console.log(`${ok ? '✓' : '✗'} ${name}: ${detail}${remedy ? ` – ${remedy}` : ''}`);
  }
}
