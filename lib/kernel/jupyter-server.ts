/** The private Jupyter server: one child process shared by all kernels, started when first needed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AppError } from '../util/app-error.ts';
import type { JupyterAddress } from './jupyter-api.ts';

export interface RunningServer extends JupyterAddress {
  /** Folder that kernel paths are relative to, symlinks resolved; null when the server is not ours. */
  rootDir: string | null;
  /** Resolves when the server's process has ended; never for one that is not ours. */
  exited: Promise<void>;
}

export interface JupyterServer {
  /** The running server, started if need be. Throws AppError `kernel-unavailable`. */
  connect(): Promise<RunningServer>;
  /** Ends the server and every process under it. */
  dispose(): Promise<void>;
}

export interface LocalServerOptions {
  /** Interpreter with jupyter-server and ipykernel. */
  python: string;
  /** Folder of `supervise.py` and `serve.py`. */
  scriptsDir: string;
  workspacesDir: string;
  kernelEnv: Record<string, string>;
}

const READY_TIMEOUT_MS = 60_000;
const EXIT_TIMEOUT_MS = 5_000;
const MAX_LOG_CHARS = 4_000;
/** Exit code of serve.py when a Python package is not installed; its name is on standard error. */
const EXIT_PACKAGE_MISSING = 3;

export function createLocalServer(options: LocalServerOptions): JupyterServer {
  let running: Promise<RunningServer> | null = null;
  /** Children that have not ended, and what is left to do when they have. */
  const children = new Map<ChildProcess, Promise<void>>();

  async function start(): Promise<RunningServer> {
    const scratch = createScratchDir();
    const token = randomBytes(24).toString('hex');
    const rootDir = prepareRoot(options.workspacesDir);
    const child = spawnServer(options, scratch, rootDir);
    const exited = waitForExit(child)
      // Usually done by supervise.py already; what cannot be removed is the system's to clean up.
      .then(() => rm(scratch, { recursive: true, force: true }).catch(() => {}))
      .then(() => void children.delete(child));
    children.set(child, exited);
    const listening = waitForPort(child, options.python);
    child.stdin?.write(`${token}\n`);
    return { url: `http://127.0.0.1:${await listening}/`, token, rootDir, exited };
  }

  return {
    connect: () => {
      if (running) return running;
      const starting = start();
      const forget = () => {
        if (running === starting) running = null;
      };
      running = starting;
      starting.then((server) => server.exited).then(forget, forget);
      return starting;
    },
    dispose: async () => {
      for (const [child, exited] of children) {
        await endServer(child);
        await exited;
      }
    },
  };
}

/** A server that somebody else runs. */
export function createExternalServer({ url, token }: JupyterAddress): JupyterServer {
  const address = { url: url.endsWith('/') ? url : `${url}/`, token };
  const server = { ...address, rootDir: null, exited: new Promise<void>(() => {}) };
  return { connect: async () => server, dispose: async () => {} };
}

/** Short on purpose: it will hold Unix sockets, whose paths are limited to about 100 bytes. */
function createScratchDir(): string {
  return mkdtempSync(join(process.platform === 'darwin' ? '/tmp' : tmpdir(), 'actbook-'));
}

function prepareRoot(workspacesDir: string): string {
  mkdirSync(workspacesDir, { recursive: true });
  return realpathSync(workspacesDir);
}

function spawnServer(options: LocalServerOptions, scratch: string, rootDir: string): ChildProcess {
  const { python, scriptsDir, kernelEnv } = options;
  const command = [python, join(scriptsDir, 'serve.py'), rootDir];
  const child = spawn(python, [join(scriptsDir, 'supervise.py'), scratch, ...command], {
    cwd: rootDir,
    env: createEnvironment(kernelEnv, python, scratch),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // A child that ended early closes the pipe under our write; its exit is reported anyway.
  child.stdin?.on('error', () => {});
  return child;
}

/** The server's environment, which kernels inherit: private folders, no personal Jupyter or IPython set-up. */
function createEnvironment(env: Record<string, string>, python: string, scratch: string): NodeJS.ProcessEnv {
  return {
    ...env,
    // So that `!pip` and `!python` in a cell are the kernel's own.
    PATH: [isAbsolute(python) ? dirname(python) : '', env.PATH].filter(Boolean).join(delimiter),
    JUPYTER_NO_CONFIG: '1',
    JUPYTER_CONFIG_DIR: join(scratch, 'config'),
    JUPYTER_DATA_DIR: join(scratch, 'data'),
    JUPYTER_RUNTIME_DIR: join(scratch, 'run'),
    IPYTHONDIR: join(scratch, 'ipython'),
    // Of no use to Python, but a required member of the type.
    NODE_ENV: 'production',
  };
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

const Handshake = z.object({ port: z.number().int().positive() });

/** Resolves to the port serve.py prints; throws AppError `kernel-unavailable` when it ends first. */
async function waitForPort(child: ChildProcess, python: string): Promise<number> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARS);
  });
  const timer = setTimeout(() => void endServer(child), READY_TIMEOUT_MS);
  try {
    return await new Promise<number>((resolve, reject) => {
      const fail = (message: string, cause?: unknown) =>
        reject(new AppError('kernel-unavailable', message, { cause }));
      child.once('error', (error) => fail(toMissingSentence(python), error));
      child.once('close', (code) => fail(toExitSentence(code, log.trim(), python)));
      if (!child.stdout) return;
      // Later lines are what kernels print past their own capture; reading them keeps the pipe from filling.
      createInterface({ input: child.stdout }).on('line', (line) => {
        const handshake = parseHandshake(line);
        if (handshake) resolve(handshake.port);
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

function parseHandshake(line: string): z.infer<typeof Handshake> | null {
  try {
    return Handshake.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function toMissingSentence(python: string): string {
  return `There is no Python at ${python}. Set ACTBOOK_PYTHON to one with the packages of kernels/requirements.txt.`;
}

function toExitSentence(code: number | null, log: string, python: string): string {
  if (code === EXIT_PACKAGE_MISSING) {
    return `${python} lacks the package ${log}. Install kernels/requirements.txt there, or set ACTBOOK_PYTHON.`;
  }
  return `The Jupyter server did not start (exit code ${code}). Its last words: ${log || 'none'}`;
}

/** Closes the pipe, upon which supervise.py ends the whole tree; kills it when that takes too long. */
async function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = waitForExit(child);
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
