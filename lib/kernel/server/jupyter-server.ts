/** The Jupyter servers that kernels run on: one of our own shared by all kernels, or one that someone else runs. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Isolation, SandboxStart } from '../../protocol/kernel/kernel-info.ts';
import { AppError } from '../../util/app-error.ts';
import { type JupyterAddress, readJupyterAddress } from '../wire/jupyter-address.ts';
import { explainServerExit } from './explain-server-exit.ts';
import { listPersonKernels } from './installed-kernels.ts';
import { createScratchDir, type ServerProcess, startServerProcess } from './server-process.ts';
import type { SurvivingServer } from './survivor.ts';

export interface RunningServer extends JupyterAddress {
  /** Private folder of a server of ours; null when it is not. */
  scratch: string | null;
  /** Folder that kernel paths are relative to, symlinks resolved; null when the server is not ours. */
  rootDir: string | null;
  isolation: Isolation;
  /** How the sandbox was started, for a server in a box of ours. */
  sandboxStart?: SandboxStart | undefined;
  /** The limits of a server in a box of ours, which stay when another process recovers it. */
  diskLimits?: SurvivingServer['diskLimits'];
  /**
   * Resolves when the server's process has ended, to the sentence that says why if we know; never for one that
   * is not ours.
   */
  exited: Promise<string | null>;
  /** Whether it is being ended for what its code did, which `exited` will tell. */
  isEnding?: () => boolean;
}

export interface JupyterServer {
  /** The running server, started if need be. Throws AppError `kernel-unavailable` or `sandbox-unavailable`. */
  connect(): Promise<RunningServer>;
  /**
   * From now on, no server starts, one that is starting is given up, and one that runs ends with this process, also when
   * this process crashes.
   */
  bind(): void;
  /** The server that runs waits for another owner when this process crashes. Each ends with it until then. */
  unbind(): void;
  /** Says that the one folder it has is now to be found at this path. Absent where it has many. */
  moveTo?(workspace: string): Promise<void>;
  /**
   * Ends the server and every process under it, unless it is held; gives up one that is starting. A `connect` that comes after all
   * starts another.
   */
  dispose(): Promise<void>;
  /** Keeps the server that runs from being ended by {@link dispose}; null when none runs. */
  hold(): HeldServer | null;
}

/** A server for as long as one more kernel uses it. */
export type HeldServer = Pick<JupyterServer, 'bind' | 'unbind'> & {
  /** Ends the server when nobody else uses it. Idempotent. */
  release(): Promise<void>;
  /** The same for yet another kernel. */
  hold(): HeldServer;
};

/** A server's process and what it becomes once it listens. */
export interface StartedServer {
  process: ServerProcess;
  running: Promise<RunningServer>;
}

export interface LocalServerOptions {
  /** Interpreter with jupyter-server and ipykernel. */
  python: string;
  /** Folder of `supervise.py` and `serve.py`. */
  scriptsDir: string;
  workspacesDir: string;
  kernelEnv: Record<string, string>;
  graceS: number;
}

/** A server without a box: code runs with everything its owner may do. */
export function createLocalServer(options: LocalServerOptions, adopted?: RecoveredServer): JupyterServer {
  return keepServer(async () => startLocalServer(options), adopted && toStarted(adopted));
}

function toStarted({ process, address }: RecoveredServer): StartedServer {
  const exited = process.exited.then(() => null);
  return { process, running: Promise.resolve({ ...address, exited }) };
}

/** A server that someone else runs. */
export function createExternalServer(address: JupyterAddress): JupyterServer {
  const exited = new Promise<null>(() => {});
  const place = { scratch: null, rootDir: null, isolation: 'remote' } as const;
  return {
    connect: async () => ({ ...readJupyterAddress(address), ...place, exited }),
    bind: () => {},
    unbind: () => {},
    dispose: async () => {},
    hold: () => null,
  };
}

const GIVEN_UP = 'The kernel was ended before it had started.';

interface KeptServer {
  starting: Promise<StartedServer>;
  /** Whether it listens. */
  isRunning: boolean;
  giveUp: () => void;
  holds: number;
  /** Its owner is done with it. */
  isLeft: boolean;
}

/** A server that an earlier process started, and how it is reached. */
export interface RecoveredServer {
  process: ServerProcess;
  address: SurvivingServer;
}

/**
 * Keeps one server running: started by the first `connect`, and again by the next one after it has ended. One that is
 * `adopted` runs already. Once its signal aborts, `start` must reject soon, leaving nothing behind, unless it has a process.
 */
export function keepServer(
  start: (signal: AbortSignal) => Promise<StartedServer>,
  adopted?: StartedServer | Promise<StartedServer>,
): JupyterServer {
  let current: Promise<RunningServer> | null = null;
  const kept = new Set<KeptServer>();
  let isBound = false;
  if (adopted) void keep(() => Promise.resolve(adopted));

  async function connect(): Promise<RunningServer> {
    if (isBound) throw new AppError('kernel-unavailable', 'Actbook is shutting down.');
    return current ?? keep(start);
  }

  function keep(begin: (signal: AbortSignal) => Promise<StartedServer>): Promise<RunningServer> {
    const controller = new AbortController();
    const starting = begin(controller.signal);
    const running = starting.then((server) => server.running);
    const giveUp = () => controller.abort(new AppError('kernel-unavailable', GIVEN_UP));
    const server: KeptServer = { starting, isRunning: false, giveUp, holds: 0, isLeft: false };
    const forget = () => {
      kept.delete(server);
      if (current === running) current = null;
    };
    current = running;
    kept.add(server);
    running.then(
      () => {
        server.isRunning = true;
      },
      () => {},
    );
    starting.then(({ process }) => process.exited).then(forget, forget);
    return running;
  }

  async function end({ starting, giveUp }: KeptServer): Promise<void> {
    giveUp();
    const { process } = await starting;
    await process.end();
    await process.exited;
  }

  return {
    connect,
    bind: () => {
      isBound = true;
      for (const server of kept) {
        if (!server.isRunning) void end(server).catch(() => {});
        else void server.starting.then(({ process }) => process.bind());
      }
    },
    unbind: () => {
      for (const { starting } of isBound ? [] : kept)
        void starting.then(({ process }) => process.unbind()).catch(() => {});
    },
    dispose: async () => {
      current = null;
      for (const server of kept) server.isLeft = true;
      await Promise.allSettled([...kept].filter(({ holds }) => holds === 0).map(end));
    },
    hold: () => {
      const server = [...kept].findLast(({ isRunning, isLeft }) => isRunning && !isLeft);
      return server ? hold(server, end) : null;
    },
  };
}

function hold(server: KeptServer, end: (server: KeptServer) => Promise<void>): HeldServer {
  let isReleased = false;
  server.holds += 1;
  const tell = (act: 'bind' | 'unbind') => void server.starting.then(({ process }) => process[act]());
  return {
    bind: () => tell('bind'),
    unbind: () => tell('unbind'),
    hold: () => hold(server, end),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      server.holds -= 1;
      if (server.isLeft && server.holds === 0) await end(server);
    },
  };
}

function startLocalServer(options: LocalServerOptions): StartedServer {
  const { python, scriptsDir, kernelEnv, graceS } = options;
  const scratch = createScratchDir();
  const rootDir = prepareRoot(options.workspacesDir);
  const token = createToken();
  linkPersonKernels(kernelEnv, join(scratch, 'data', 'kernels'));
  const process = startServerProcess({
    python,
    scriptsDir,
    scratch,
    graceS,
    command: [python, join(scriptsDir, 'serve.py'), rootDir],
    token,
    cwd: rootDir,
    env: createEnvironment(kernelEnv, python, scratch),
    explainExit: (code, log) => explainServerExit(python, code, log),
  });
  const exited = process.exited.then(() => null);
  const running = process.listening.then(
    (port): RunningServer => ({
      scratch,
      url: `http://127.0.0.1:${port}/`,
      token,
      rootDir,
      isolation: 'none',
      exited,
    }),
  );
  return { process, running };
}

export function createToken(): string {
  return randomBytes(24).toString('hex');
}

function prepareRoot(workspacesDir: string): string {
  mkdirSync(workspacesDir, { recursive: true, mode: 0o700 });
  return realpathSync(workspacesDir);
}

/** Into the server's own data folder, so that none takes the place of the kernel of our environment. */
function linkPersonKernels(env: Record<string, string>, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const { name, folder } of listPersonKernels(env)) symlinkSync(folder, join(target, name));
}

/** The server's environment, which kernels inherit: private folders, no personal Jupyter or IPython setup. */
function createEnvironment(env: Record<string, string>, python: string, scratch: string) {
  return {
    ...env,
    // So that `!pip` and `!python` in a cell are the kernel's own.
    PATH: [isAbsolute(python) ? dirname(python) : '', env.PATH].filter(Boolean).join(delimiter),
    JUPYTER_NO_CONFIG: '1',
    JUPYTER_CONFIG_DIR: join(scratch, 'config'),
    JUPYTER_DATA_DIR: join(scratch, 'data'),
    JUPYTER_RUNTIME_DIR: join(scratch, 'run'),
    IPYTHONDIR: join(scratch, 'ipython'),
  };
}
