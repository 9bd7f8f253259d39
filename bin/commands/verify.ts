import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { verifyNotebookFile } from '../../lib/app/verify-notebook-file.ts';
import { readConfig } from '../../lib/config/config.ts';
import { checkOutPath } from '../../lib/files/check-out-path.ts';
import type { Verification, VerifyProgress } from '../../lib/protocol/verification/verification.ts';
import { AppError, isAppError } from '../../lib/util/app-error.ts';
import { findSession } from '../session/find-session.ts';
import { settleSandbox } from '../session/settle-sandbox.ts';
import { withContainer } from '../session/with-container.ts';
import { describeVerification } from '../terminal/describe-verification.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { reportVerifyProgress } from '../terminal/report-verify-progress.ts';
import {
  type Annotation,
  annotateFile,
  toAnnotations,
  toWorkflowCommand,
} from '../terminal/to-annotations.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

/** In place of a file. */
const FOR_WORKFLOW = 'github';

interface VerifyFlags {
  json?: boolean;
  allowVarying?: boolean;
  showAside?: boolean;
  annotations?: string;
  timeout?: string;
  kernel?: string;
}

const HELP = `
The code runs in a new kernel, isolated and without network, with a copy of the files in the notebook's folder (of a
session: the files that were added to it). Packages that Actbook's metadata in the file lists are installed first, from
wheels only. The notebook does not change. docs/verification.md has the rules.

Exit codes:
  0    every cell is the same
  1    a cell differs, varies, fails, was not run, or cannot be compared; or there is no code to verify
  2    wrong usage, or not a notebook
  3    a cell ran longer than --timeout, or the folder has too much data
  4    code cannot be isolated on this machine, and you have not allowed it to run without isolation
  130  interrupted`;

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Verify that a notebook gives the same results from a clean start.')
    .argument('<notebook.ipynb|session>', 'a notebook file, or a session ID or the unambiguous start of one')
    .option('--json', 'print the report as JSON')
    .option('--allow-varying', 'exit with 0 when cells vary from run to run, as with random numbers')
    .option('--show-aside', 'list what the comparison put aside')
    .option(
      '--annotations <file>',
      "also write what is not the same as annotations of GitHub's Checks API, or “github” to print them for a workflow; files only",
    )
    .option('--timeout <seconds>', 'time limit of each cell', '600')
    .option('--kernel <name>', "kernel to use instead of the notebook's own; files only")
    .addHelpText('after', HELP)
    .action(async (target: string, flags: VerifyFlags) => {
      process.exitCode = await runVerify(target, flags);
    });
}

async function runVerify(target: string, flags: VerifyFlags): Promise<number> {
  const timeoutMs = toTimeoutMs(flags.timeout);
  if (flags.annotations !== undefined) await checkAnnotationsPath(flags.annotations, target);
  const stop = new AbortController();
  void whenAskedToStop().then(() => stop.abort());
  const progress = reportVerifyProgress(process.stderr);
  const options = { timeoutMs, signal: stop.signal, onProgress: progress.report };
  try {
    const verification = await verify(target, flags, options);
    progress.end();
    if (flags.annotations !== undefined) {
      const { allowVarying = false } = flags;
      const text = await readFile(target, 'utf8');
      const file = { path: toShownPath(target), text, allowVarying };
      await tellAnnotations(flags.annotations, toAnnotations(verification, file), flags);
    }
    const { json = false, showAside: showsAside = false } = flags;
    process.stdout.write(
      json
        ? `${JSON.stringify(verification, null, 2)}\n`
        : describeVerification(verification, { showsAside }),
    );
    return toExitCode(verification, flags);
  } catch (error) {
    progress.end();
    // What cannot be read or run is not the same either, and whoever looks at the file has to know.
    if (isAppError(error) && flags.annotations !== undefined && target.endsWith('.ipynb')) {
      const found = annotateFile(toShownPath(target), 'Not verified', error.message);
      await tellAnnotations(flags.annotations, [found], flags);
    }
    if (!isAppError(error) || error.code !== 'too-large') throw error;
    process.stderr.write(`actbook: ${error.message}\n`);
    return EXIT.stopped;
  }
}

interface Options {
  timeoutMs: number;
  signal: AbortSignal;
  onProgress: (progress: VerifyProgress) => void;
}

async function verify(
  target: string,
  { kernel, annotations }: VerifyFlags,
  options: Options,
): Promise<Verification> {
  const config = await settleSandbox(readConfig());
  const isFile = target.endsWith('.ipynb') || (await stat(target).catch(() => null))?.isFile();
  if (isFile) return verifyNotebookFile(config, { ...options, path: resolve(target), kernelName: kernel });
  if (kernel !== undefined) {
    throw new AppError('bad-request', 'A session runs in its own kernel: leave out --kernel.');
  }
  if (annotations !== undefined) {
    throw new AppError(
      'bad-request',
      'Annotations are of the lines of a notebook file: leave out --annotations.',
    );
  }
  return withContainer(
    async (container) => container.verifySession(await findSession(container, target), options),
    config,
  );
}

/** Throws AppError `bad-request` before the verification, which may take long. */
async function checkAnnotationsPath(path: string, target: string): Promise<void> {
  if (path === FOR_WORKFLOW) return;
  await checkOutPath(path);
  const [place, notebook] = await Promise.all([path, target].map((each) => realpath(each).catch(() => null)));
  if (place && place === notebook)
    throw new AppError('bad-request', `${path} is the notebook itself. Write annotations to another file.`);
}

/** Continuous integration runs in the folder of the repository, which its paths begin with. */
function toShownPath(target: string): string {
  return relative('.', target).split(sep).join('/');
}

async function tellAnnotations(
  file: string,
  annotations: readonly Annotation[],
  { json = false }: VerifyFlags,
): Promise<void> {
  if (file !== FOR_WORKFLOW) return writeFile(file, `${JSON.stringify(annotations, null, 2)}\n`);
  // A runner reads both streams, and the report has the first one.
  const stream = json ? process.stderr : process.stdout;
  for (const each of annotations) stream.write(`${toWorkflowCommand(each)}\n`);
}

function toTimeoutMs(timeout = '600'): number {
  const seconds = Number(timeout);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
  throw new AppError('bad-request', '--timeout takes a positive number of seconds.');
}

function toExitCode({ outcome, cells }: Verification, { allowVarying = false }: VerifyFlags): number {
  const has = (cause: string) => cells.some(({ notRun }) => notRun === cause);
  if (has('interrupted')) return EXIT.interrupted;
  if (has('limit')) return EXIT.stopped;
  const isFine = outcome === 'reproduced' || (allowVarying && outcome === 'varies');
  return isFine ? EXIT.ok : EXIT.failed;
}
