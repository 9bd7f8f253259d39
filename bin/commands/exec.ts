import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { executeNotebookFile } from '../../lib/app/create-notebook-executor.ts';
import { readConfig } from '../../lib/config/config.ts';
import { checkOutPath } from '../../lib/files/check-out-path.ts';
import { describeConflict } from '../../lib/files/check-written.ts';
import type { CellFailure, NotebookOutcome } from '../../lib/runtime/notebooks/execute-notebook.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { readParameters } from '../session/read-parameters.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { reportNotebookProgress } from '../terminal/report-notebook-progress.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

interface ExecFlags {
  out?: string;
  timeout?: string;
  allowErrors?: boolean;
  kernel?: string;
  cwd?: string;
  parameter?: string[];
}

const HELP = `
A parameter is set in a cell after the one tagged “parameters”, which gives defaults. Values are read as JSON, or as True,
False, or None, where they are, else as text: -p rate=3 -p name=Ada. Cells tagged “skip-execution” are not run; cells tagged “raises-exception” may fail. The file is replaced in one
step at the end. If a cell fails or is stopped, the file keeps the outputs up to that point. If another program changes
the file meanwhile, it stays as it is, and the result is written beside it.

Exit codes:
  0    executed
  1    a cell failed: its traceback is on stderr; or another program changed the file meanwhile
  2    wrong usage, or not a notebook
  3    a cell ran longer than --timeout
  130  interrupted`;

export function addExecCommand(program: Command): void {
  program
    .command('exec')
    .description('Run a notebook from top to bottom and write its outputs into it.')
    .argument('<notebook.ipynb>', 'the notebook; older formats are upgraded')
    .option('--out <file.ipynb>', 'write the result here; the notebook itself does not change')
    .option('-p, --parameter <name=value...>', 'a value that the notebook starts with, as with papermill')
    .option('--timeout <seconds>', 'time limit of each cell (default: none)')
    .option('--allow-errors', 'continue after a cell that fails')
    .option('--kernel <name>', "kernel to use instead of the notebook's own")
    .option('--cwd <folder>', "where the code runs (default: the notebook's folder)")
    .addHelpText('after', HELP)
    .action(async (notebook: string, flags: ExecFlags) => {
      process.exitCode = await execNotebook(notebook, flags);
    });
}

async function execNotebook(notebook: string, flags: ExecFlags): Promise<number> {
  const { out = notebook, allowErrors = false, kernel, cwd } = flags;
  const timeoutMs = toTimeoutMs(flags.timeout);
  const parameters = readParameters(flags.parameter);
  const found = await stat(notebook).catch(() => null);
  // A notebook that is missing, or that is a folder, is reported as such.
  if (out !== notebook || found?.isFile()) await checkOutPath(out);
  if (cwd !== undefined) await checkFolder(cwd);
  const stop = new AbortController();
  void whenAskedToStop().then(() => stop.abort());
  const progress = reportNotebookProgress(process.stderr);
  const target = resolve(out);
  const { outcome, writtenTo, hasDefaults } = await executeNotebookFile(readConfig(), {
    path: resolve(notebook),
    out: target,
    kernelName: kernel,
    timeoutMs,
    parameters,
    allowErrors,
    ...(cwd === undefined ? {} : { cwd: resolve(cwd) }),
    signal: stop.signal,
    onProgress: progress.report,
  }).finally(progress.end);
  if (Object.keys(parameters).length > 0 && !hasDefaults) process.stderr.write(NO_DEFAULTS);
  if (outcome.status !== 'ok') process.stderr.write(describeFailure(outcome));
  if (writtenTo === target) {
    process.stderr.write(`Notebook: ${out}\n`);
    return toExitCode(outcome);
  }
  process.stderr.write(`${describeConflict(out, writtenTo)}\n`);
  return outcome.status === 'ok' ? EXIT.failed : toExitCode(outcome);
}

const NO_DEFAULTS =
  'No cell is tagged “parameters”, so the values were set before all cells, which may set others.\n';

function toTimeoutMs(timeout: string | undefined): number | undefined {
  if (timeout === undefined) return undefined;
  const seconds = Number(timeout);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
  throw new AppError('bad-request', '--timeout takes a positive number of seconds.');
}

async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new AppError('bad-request', `There is no folder ${path}.`);
  await access(path);
}

function describeFailure({ status, cell, reason, error }: CellFailure): string {
  const title = `Cell ${cell} ${WORDS[status]}.${reason ? ` ${reason}` : ''}\n`;
  if (status !== 'error' || !error) return title;
  return toHarmless(`${title}${error.traceback.join('\n')}\n`);
}

const WORDS: Record<CellFailure['status'], string> = {
  error: 'failed',
  interrupted: 'was interrupted',
  'timed-out': 'was stopped',
  'kernel-died': 'ended the kernel',
  aborted: 'was not run',
};

function toExitCode({ status }: NotebookOutcome): number {
  switch (status) {
    case 'ok':
      return EXIT.ok;
    case 'timed-out':
      return EXIT.stopped;
    case 'interrupted':
      return EXIT.interrupted;
    default:
      return EXIT.failed;
  }
}
