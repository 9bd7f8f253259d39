import { createReadStream } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../lib/config.ts';
import type { Container } from '../../lib/container.ts';
import { toFileName } from '../../lib/protocol/file-name.ts';
import { Limits } from '../../lib/protocol/run.ts';
import type { RunRequest } from '../../lib/runtime/runtime.ts';
import { findRun, type Run, type Session } from '../../lib/session/session.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { EXIT } from '../exit-codes.ts';
import { reportProgress } from '../report-progress.ts';
import { settleSandbox } from '../settle-sandbox.ts';
import { openTerminalReader } from '../terminal-reader.ts';
import { whenAskedToStop } from '../when-asked-to-stop.ts';
import { withContainer } from '../with-container.ts';
import { writeNotebook } from '../write-notebook.ts';

interface RunFlags {
  data?: string[];
  out?: string;
  model?: string;
  tools?: string;
  maxSteps?: string;
  timeout?: string;
  cellTimeout?: string;
  kernel?: string;
  allowNetwork?: boolean;
  json?: boolean;
}

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('Answer one question in a new session: progress on stderr, the answer on stdout.')
    .argument('<task>', 'the question')
    .option('--data <file>', 'add a file to the session; may be given more than once', collect)
    .option('--out <file.ipynb>', 'write the run as a notebook')
    .option('--model <id>', 'model id, or “builtin” for the built-in analyst')
    .option('--tools <file.py>', 'Python functions the agent may call')
    .option('--max-steps <number>', 'most model calls')
    .option('--timeout <seconds>', 'limit of the whole run')
    .option('--cell-timeout <seconds>', 'limit of one cell')
    .option('--allow-network', 'open the internet to the code, which may send your data anywhere')
    .option('--kernel <name>', 'kernel to run on; it must speak Python (default: python3)')
    .option('--json', 'print events instead, one JSON object a line')
    .action(async (task: string, flags: RunFlags) => {
      await checkFiles(flags);
      const config = await settleSandbox(readConfig());
      process.exitCode = await withContainer((container) => runTask(container, task, flags), config);
    });
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

/** Mistyped paths are found before anything is started or created. */
async function checkFiles({ data = [], out, tools }: RunFlags): Promise<void> {
  for (const path of [...data, ...(tools ? [tools] : [])]) {
    const found = await stat(path).catch(() => null);
    if (!found) throw new AppError('bad-request', `There is no file ${path}.`);
    if (!found.isFile()) throw new AppError('bad-request', `${path} is not a file.`);
  }
  if (!out) return;
  await access(dirname(resolve(out))).catch(() => {
    throw new AppError('bad-request', `The folder of ${out} does not exist.`);
  });
}

async function runTask(container: Container, task: string, flags: RunFlags): Promise<number> {
  const { runtime } = container;
  const askedToStop = whenAskedToStop();
  const sessionId = await runtime.createSession({ kernelName: flags.kernel });
  const reader = openTerminalReader(runtime, sessionId);
  const runId = await startRun(container, sessionId, task, flags).catch(async (error) => {
    // What could not start leaves no empty session in the list.
    await runtime.deleteSession(sessionId);
    throw error;
  });
  const done = new AbortController();
  const progress = reportProgress(container.store.tail(sessionId, 0, done.signal), {
    runId,
    json: flags.json,
    onEvent: reader?.handle,
  });
  let interrupted = false;
  void askedToStop.then(() => {
    interrupted = true;
    process.stderr.write('Interrupted.\n');
    return runtime.cancelRun(sessionId, runId);
  });
  await runtime.waitForRun(runId);
  await progress;
  reader?.leave();
  done.abort();

  const session = await runtime.readSession(sessionId);
  if (flags.out) await writeNotebook(container, sessionId, flags.out);
  const run = findRun(session, runId);
  if (!flags.json) process.stdout.write(answerOf(session, runId));
  return interrupted ? EXIT.interrupted : toExitCode(run);
}

async function startRun(
  { runtime, allowNetwork }: Container,
  sessionId: string,
  task: string,
  flags: RunFlags,
): Promise<string> {
  if (flags.allowNetwork) await allowNetwork(sessionId, true);
  const files: string[] = [];
  for (const path of flags.data ?? []) {
    const name = toFileName(basename(path));
    await runtime.addFile(sessionId, { name, source: createReadStream(path) });
    files.push(name);
  }
  return runtime.startRun(sessionId, await toRequest(task, files, flags));
}

async function toRequest(text: string, files: string[], flags: RunFlags): Promise<RunRequest> {
  const limits = Limits.partial().safeParse({
    // Nobody comes to a command later: code that asks is answered from this terminal, or not at all.
    inputWaitMs: 0,
    ...(flags.maxSteps === undefined ? {} : { maxSteps: Number(flags.maxSteps) }),
    ...(flags.timeout === undefined ? {} : { runTimeoutMs: Number(flags.timeout) * 1000 }),
    ...(flags.cellTimeout === undefined ? {} : { cellTimeoutMs: Number(flags.cellTimeout) * 1000 }),
  });
  if (!limits.success) {
    throw new AppError('bad-request', '--max-steps, --timeout and --cell-timeout take positive numbers.');
  }
  return {
    text,
    files,
    limits: limits.data,
    ...(flags.model === undefined ? {} : { modelId: flags.model }),
    ...(flags.tools === undefined ? {} : { tools: await readFile(flags.tools, 'utf8') }),
  };
}

function answerOf(session: Session, runId: string): string {
  const answer = session.cells.findLast((cell) => cell.runId === runId && cell.role === 'answer');
  return answer ? `${answer.source.trimEnd()}\n` : '';
}

function toExitCode(run: Run | null): number {
  switch (run?.outcome?.status) {
    case 'answered':
      return EXIT.ok;
    case 'stopped':
      return run.outcome.reason === 'cancelled' ? EXIT.interrupted : EXIT.stopped;
    default:
      return EXIT.failed;
  }
}
