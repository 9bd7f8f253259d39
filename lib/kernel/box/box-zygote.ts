/**
 * The process that all forked boxes come from: `box_zygote.py`, which has imported what servers and kernels need. It is
 * renewed now and then, as boxes of one zygote share a hash seed and a layout of memory.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createScratchDir } from '../server/server-process.ts';
import { toProcessEnv } from '../server/to-process-env.ts';
import { createBoxEnvironment } from './box-arguments.ts';
import { describePython } from './describe-python.ts';

export interface BoxZygotesOptions {
  /** Interpreter with jupyter-server and ipykernel. */
  python: string;
  /** Folder of `box_zygote.py`. */
  scriptsDir: string;
  /** The user's environment, of which boxes have some. */
  kernelEnv: Record<string, string>;
  /** How many boxes come from one, and for how long, milliseconds. */
  renewal?: { boxes: number; ms: number };
}

export interface BoxZygotes {
  /** A connection to a new guard, which makes a box; null when there is no zygote to be had. */
  connect(): Promise<Socket | null>;
  /** Starts one before it is needed. */
  prepare(): void;
  /** The next box is not to come from the one that runs, which is outdated. */
  retire(): void;
  /** The system does not let it make boxes, and will not: there is none from now on. */
  giveUp(reason: string): void;
  /** Why there is none, in the words of the system. */
  readonly failure: string | null;
  /** Forks no more. What was forked goes on, and ends when its owner says so. */
  dispose(): void;
}

interface Zygote {
  socketPath: string;
  startedAt: number;
  boxes: number;
  /** It lets the running boxes go on. */
  end(): void;
}

const READY_TIMEOUT_MS = 30_000;
const RENEWAL = { boxes: 32, ms: 10 * 60_000 };

export function createBoxZygotes({ renewal = RENEWAL, ...options }: BoxZygotesOptions): BoxZygotes {
  let current: Promise<Zygote | null> | null = null;
  let isRenewing = false;
  let isDisposed = false;
  let failure: string | null = null;

  function open(): Promise<Zygote | null> {
    if (failure === null) current ??= keep();
    return current ?? Promise.resolve(null);
  }

  /** One that ends by itself is not kept: the next box starts another. */
  function keep(): Promise<Zygote | null> {
    const forget = () => {
      if (current === starting) current = null;
    };
    const starting: Promise<Zygote | null> = startZygote(options, forget).catch(() => null);
    return starting;
  }

  async function renew(before: Zygote): Promise<void> {
    isRenewing = true;
    const next = await keep();
    isRenewing = false;
    if (!next) return;
    if (isDisposed) return next.end();
    current = Promise.resolve(next);
    before.end();
  }

  function retire(): void {
    void current?.then((zygote) => zygote?.end());
    current = null;
  }

  return {
    connect: async () => {
      const zygote = await open();
      if (!zygote) return null;
      zygote.boxes += 1;
      const isOld = zygote.boxes >= renewal.boxes || Date.now() - zygote.startedAt >= renewal.ms;
      if (isOld && !isRenewing) void renew(zygote);
      return connectTo(zygote.socketPath);
    },
    prepare: () => void open(),
    retire,
    giveUp: (reason) => {
      failure = reason;
      retire();
    },
    get failure() {
      return failure;
    },
    dispose: () => {
      isDisposed = true;
      retire();
    },
  };
}

function connectTo(path: string): Promise<Socket | null> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}

/** Rejects when it ends before it listens. */
async function startZygote(
  { python, scriptsDir, kernelEnv }: BoxZygotesOptions,
  onEnd: () => void,
): Promise<Zygote> {
  const installation = await describePython(python);
  const scratch = createScratchDir();
  const home = join(scratch, 'home');
  mkdirSync(home);
  // What a box has, but for the folders in its own /tmp: in ours, others may write.
  const env = createBoxEnvironment(installation, { mounts: [], env: {} }, kernelEnv);
  const child = spawn(installation.executable, [join(scriptsDir, 'box_zygote.py')], {
    cwd: home,
    env: toProcessEnv({ ...env, HOME: home, MPLCONFIGDIR: home, IPYTHONDIR: home }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  void ended.then(onEnd).then(() => rm(scratch, { recursive: true, force: true }).catch(() => {}));
  const end = () => void child.stdin.end();
  const socketPath = join(scratch, 'zygote.sock');
  child.stdin.write(`${socketPath}\n`);
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      lines.once('line', () => resolve());
      void ended.then(() => reject(new Error('The zygote ended.')));
    });
    return { socketPath, startedAt: Date.now(), boxes: 0, end };
  } finally {
    clearTimeout(timer);
  }
}
