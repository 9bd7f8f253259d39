/** One Jupyter server as a child process, under the guard that ends it with us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { AppError } from '../../util/app-error.ts';
import type { ServerExit } from './explain-server-exit.ts';
import { toProcessEnv } from './to-process-env.ts';

export interface ServerProcessOptions {
  /** Interpreter that runs the guard. */
  python: string;
  /** Folder of `supervise.py`. */
  scriptsDir: string;
  /** Private folder that goes away with the process. */
  scratch: string;
  /** How long the server outlives a crash of this process, seconds: recover-server-process.ts takes it over. 0 ends it at once. */
  graceS: number;
  /** A Unix socket that the guard opens and the command inherits under this file descriptor. */
  listen?: { path: string; fd: number };
  /** Folders of control groups that the command is in from its first moment. */
  groups?: readonly string[];
  /** Bytes that the command can read from file descriptor {@link INPUT_FD}. */
  input?: Buffer;
  /** Runs `serve.py`, which reads the token from standard input. */
  command: string[];
  token: string;
  cwd: string;
  env: Record<string, string>;
  /** The error of a process that ended, with its last words, before it listened. */
  explainExit: (code: ServerExit, log: string) => AppError;
}

export interface ServerProcess {
  readonly pid: number | undefined;
  /** Resolves when process and scratch folder are gone. */
  readonly exited: Promise<void>;
  /** From now on it ends with this process, also when this process crashes: so does one that was just started. */
  bind(): void;
  /** From now on it waits for another owner when this process crashes. */
  unbind(): void;
  end(): Promise<void>;
}

export interface StartedServerProcess extends ServerProcess {
  /** The server's port, null when it listens on a socket given to it. Rejects with `explainExit`'s error. */
  readonly listening: Promise<number | null>;
}

/** File descriptor of {@link ServerProcessOptions.input}. */
export const INPUT_FD = 3;

/** Tells supervise.py not to wait for another owner. */
export const FAREWELL = 'end\n';
/** Anything after a farewell takes it back. */
export const RETRACTION = '\n';
const READY_TIMEOUT_MS = 60_000;
const EXIT_TIMEOUT_MS = 5_000;
const MAX_LOG_CHARS = 4_000;

/** Short on purpose: it holds Unix sockets, whose paths are limited to about 100 bytes. */
export function createScratchDir(): string {
  return mkdtempSync(toScratchDir('actbook-'));
}

/** The path of a scratch folder with this name. */
export function toScratchDir(name: string): string {
  return join(process.platform === 'darwin' ? '/tmp' : tmpdir(), name);
}

export function startServerProcess(options: ServerProcessOptions): StartedServerProcess {
  const child = spawnGuard(options);
  const bind = () => void child.stdin?.write(FAREWELL);
  const unbind = () => void child.stdin?.write(RETRACTION);
  const end = () => endProcess(child);
  const exited = waitForExit(child)
    // Usually done by supervise.py already; what cannot be removed is the system's to clean up.
    .then(() => rm(options.scratch, { recursive: true, force: true }).catch(() => {}));
  const listening = waitForHandshake(child, options.explainExit);
  listening.catch(() => {});
  child.stdin?.write(`${options.token}\n${FAREWELL}`);
  return { pid: child.pid, listening, exited, bind, unbind, end };
}

function spawnGuard(options: ServerProcessOptions) {
  const { python, scriptsDir, scratch, graceS, listen, groups = [], input, command, cwd, env } = options;
  const grace = graceS > 0 ? ['--grace', String(graceS)] : [];
  const entered = groups.flatMap((folder) => ['--group', folder]);
  const flags = [...grace, ...(listen ? ['--listen', listen.path, String(listen.fd)] : []), ...entered];
  const child: ChildProcess = spawn(
    python,
    ['-I', join(scriptsDir, 'supervise.py'), ...flags, scratch, ...command],
    {
      cwd,
      env: toProcessEnv(env),
      stdio: ['pipe', 'pipe', 'pipe', ...(input ? (['pipe'] as const) : [])],
      windowsHide: true,
    },
  );
  const inputPipe = child.stdio[INPUT_FD];
  // A child that ended early closes the pipes under our writes; its exit is reported anyway.
  for (const pipe of [child.stdin, inputPipe]) pipe?.on('error', () => {});
  if (inputPipe && 'end' in inputPipe) inputPipe.end(input);
  return child;
}

export function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

const Handshake = z.object({ port: z.number().int().positive().nullable() });

/** Resolves to the port serve.py prints; rejects when the process ends first. */
async function waitForHandshake(
  child: ChildProcess,
  explainExit: ServerProcessOptions['explainExit'],
): Promise<number | null> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARS);
  });
  const timer = setTimeout(() => void endProcess(child), READY_TIMEOUT_MS);
  try {
    return await new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) => reject(explainExit(null, error.message)));
      child.once('close', (code) => reject(explainExit(code ?? 'signal', log.trim())));
      if (!child.stdout) return;
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const handshake = parseHandshake(line);
        if (!handshake) return;
        resolve(handshake.port);
        lines.close();
      });
    });
  } finally {
    clearTimeout(timer);
    // What comes now is what kernels print past their own capture: read, or the pipe would fill, and not kept.
    child.stdout?.resume();
  }
}

function parseHandshake(line: string): z.infer<typeof Handshake> | null {
  try {
    return Handshake.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Closes the pipe, and then supervise.py ends the whole tree; kills it when that takes too long. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = waitForExit(child);
  child.stdin?.end(FAREWELL);
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
