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
import { z } from 'zod';
import { toMessage } from '../../util/app-error.ts';
import { isWithin } from '../../util/is-within.ts';
import { createScratchDir, waitForExit } from '../server/server-process.ts';
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
  /** How long a box waits for one that is not ready yet before it does without, milliseconds. Default 500. */
  patienceMs?: number | undefined;
  /**
   * How many boxes do without before one is worth its start, which the last of them begins, unless `prepare` has begun
   * it. Default 0: the first box begins it, and waits.
   */
  boxesWithout?: number | undefined;
}

export interface GuardConnection {
  /** Leads to a new guard, which makes a box. */
  socket: Socket;
  /** The next box is not to come from the same zygote, which is outdated. */
  retire(): void;
}

export interface BoxZygotes {
  /** Null when no zygote can be started, or none is ready soon. */
  connect(): Promise<GuardConnection | null>;
  /** Starts one before it is needed. Resolves once it is ready, or cannot be started. */
  prepare(): Promise<void>;
  /** The system does not let it make boxes, for a reason in its own words: from now on, there is none. */
  giveUp(reason: string): void;
  /** Why a box that was made cannot be used; null if it can. After three such boxes in a row, none is made. */
  note(failure: string | null): void;
  /** Why no box is made, or why the latest one cannot be used; null otherwise. */
  readonly failure: string | null;
  /**
   * What a zygote could not do once for all boxes, by its name in `rehearse.py`, and why. The next ones do not try it
   * again, until packages have changed.
   */
  readonly rehearsalFailures: Readonly<Record<string, string>>;
  /** Forks no more. What was forked ends when its owner says so, should have ended before this, and is killed soon after. */
  dispose(): Promise<void>;
}

interface Zygote {
  socketPath: string;
  startedAt: number;
  boxes: number;
  rehearsalFailures: Record<string, string>;
  /** It lets the running boxes go on. */
  end(): void;
}

const READY_TIMEOUT_MS = 30_000;
const Ready = z.object({ ready: z.literal(true), failures: z.record(z.string(), z.string()) });
/** A zygote ends quickly, because everything that it forked has ended before. */
const END_TIMEOUT_MS = 2_000;
/** Bubblewrap starts a box in a second or two, where a zygote needs longer than that. */
const PATIENCE_MS = 500;
/** Each that was renewed stays for as long as its boxes do. */
const RENEWAL = { boxes: 32, ms: 60 * 60_000 };
/** One may fail because the machine is busy. */
const MAX_FAILURES = 3;
const MAX_LOG_CHARS = 1_000;

export function createBoxZygotes({
  renewal = RENEWAL,
  patienceMs = PATIENCE_MS,
  boxesWithout = 0,
  ...options
}: BoxZygotesOptions): BoxZygotes {
  let current: Promise<Zygote | null> | null = null;
  let isRenewing = false;
  let isDisposed = false;
  let asked = 0;
  let failure: string | null = null;
  /** In a row. */
  let failures = 0;
  let isGivenUp = false;
  let rehearsalFailures: Record<string, string> = {};
  const closing = new AbortController();
  const running = new Set<RunningZygote>();

  function open(): Promise<Zygote | null> {
    if (!isGivenUp && !isDisposed) current ??= keep();
    return current ?? Promise.resolve(null);
  }

  /** A zygote that ends by itself is not kept: the next box starts another. */
  function keep(): Promise<Zygote | null> {
    const forget = () => {
      if (current === starting) current = null;
    };
    const leftOut = Object.keys(rehearsalFailures);
    const start = { ...options, leftOut, running, closing: closing.signal, onEnd: forget };
    const starting: Promise<Zygote | null> = startZygote(start).then(
      (zygote) => {
        rehearsalFailures = { ...rehearsalFailures, ...zygote.rehearsalFailures };
        return zygote;
      },
      (error: unknown) => {
        note(toMessage(error));
        forget();
        return null;
      },
    );
    return starting;
  }

  async function renew(before: Zygote): Promise<void> {
    isRenewing = true;
    const renewed = keep();
    const next = await renewed;
    isRenewing = false;
    if (!next) return;
    if (isDisposed || isGivenUp) return next.end();
    current = renewed;
    before.end();
  }

  function note(reason: string | null): void {
    failure = reason;
    failures = reason === null ? 0 : failures + 1;
    if (failures >= MAX_FAILURES) giveUp(reason);
  }

  function giveUp(reason: string | null): void {
    failure = reason;
    isGivenUp = true;
    retire(current);
  }

  /** Another may have taken its place meanwhile, and stays. */
  function retire(outdated: Promise<Zygote | null> | null): void {
    void outdated?.then((zygote) => zygote?.end());
    if (current === outdated) current = null;
  }

  /** Packages have changed, and with them perhaps what failed. */
  function retireOutdated(outdated: Promise<Zygote | null>): void {
    rehearsalFailures = {};
    retire(outdated);
  }

  return {
    connect: async () => {
      asked += 1;
      const hasBegun = current !== null;
      if (!hasBegun && asked < boxesWithout) return null;
      const opened = open();
      if (!hasBegun && asked <= boxesWithout) return null;
      if (!(await isWithin(patienceMs, opened))) return null;
      const zygote = await opened;
      if (!zygote) return null;
      zygote.boxes += 1;
      const isOld = zygote.boxes >= renewal.boxes || performance.now() - zygote.startedAt >= renewal.ms;
      if (isOld && !isRenewing) void renew(zygote);
      const socket = await connectTo(zygote.socketPath);
      return socket && { socket, retire: () => retireOutdated(opened) };
    },
    prepare: async () => void (await open()),
    giveUp,
    note,
    get failure() {
      return failure;
    },
    get rehearsalFailures() {
      return rehearsalFailures;
    },
    dispose: async () => {
      isDisposed = true;
      closing.abort();
      retire(current);
      await endInTime([...running]);
    },
  };
}

/** Waits until all have ended, and kills those that hang. */
async function endInTime(zygotes: RunningZygote[]): Promise<void> {
  const ended = Promise.all(zygotes.map((zygote) => zygote.ended));
  if (await isWithin(END_TIMEOUT_MS, ended)) return;
  for (const { kill } of zygotes) kill();
  await ended;
}

function connectTo(path: string): Promise<Socket | null> {
  const socket = connect(path);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}

interface RunningZygote {
  /** Resolves when its process and its folder are gone. */
  ended: Promise<void>;
  /** Ends what it forked, too. */
  kill: () => void;
}

interface ZygoteStart extends Pick<BoxZygotesOptions, 'python' | 'scriptsDir' | 'kernelEnv'> {
  /** Rehearsals that are left out. */
  leftOut: readonly string[];
  /** It is in there until it has ended. */
  running: Set<RunningZygote>;
  /** Ends one that is not ready yet: nothing has come from it. */
  closing: AbortSignal;
  onEnd: () => void;
}

/** Rejects when it ends before it listens. */
async function startZygote(start: ZygoteStart): Promise<Zygote> {
  const { python, scriptsDir, kernelEnv, leftOut, running, closing, onEnd } = start;
  const installation = await describePython(python);
  closing.throwIfAborted();
  const scratch = createScratchDir();
  const home = join(scratch, 'home');
  mkdirSync(home);
  // The environment is that of a box, except for the folders in its own /tmp: others may write in ours.
  const env = createBoxEnvironment(installation, { mounts: [], env: {} }, kernelEnv);
  const child = spawn(installation.executable, [join(scriptsDir, 'box_zygote.py'), ...leftOut], {
    cwd: home,
    env: toProcessEnv({ ...env, HOME: home, MPLCONFIGDIR: home, IPYTHONDIR: home }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_CHARS);
  });
  const kill = () => void child.kill('SIGKILL');
  const own: RunningZygote = {
    kill,
    ended: waitForExit(child)
      .then(onEnd)
      .then(() => rm(scratch, { recursive: true, force: true }).catch(() => {}))
      .finally(() => running.delete(own)),
  };
  running.add(own);
  const end = () => void child.stdin.end();
  const socketPath = join(scratch, 'zygote.sock');
  child.stdin.write(`${socketPath}\n`);
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(kill, READY_TIMEOUT_MS);
  closing.addEventListener('abort', kill);
  if (closing.aborted) kill();
  try {
    const line = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      const fail = () => reject(new Error(`It ended before it was ready. ${lastLine(log)}`.trim()));
      child.once('error', fail);
      // `close` comes when the last words of the process are in the log.
      child.once('close', fail);
    });
    const { failures } = Ready.parse(JSON.parse(line));
    return { socketPath, startedAt: performance.now(), boxes: 0, rehearsalFailures: failures, end };
  } catch (error) {
    kill();
    throw error;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', kill);
  }
}

function lastLine(log: string): string {
  return log.trimEnd().split('\n').at(-1) ?? '';
}
