/** A box that a zygote forks, and the process outside that guards it: `box_guard.py`. */
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { createInterface, type Interface } from 'node:readline';
import { z } from 'zod';
import { type AppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { WORKSPACE_IN_BOX } from '../kernel.ts';
import type { ServerExit } from '../server/explain-server-exit.ts';
import { hangUp, ownProcess } from '../server/owned-process.ts';
import { FAREWELL, type StartedServerProcess } from '../server/server-process.ts';
import { BOX_HOST_NAME } from './box-arguments.ts';
import { type BoxFile, SCRIPTS_IN_BOX } from './box-files.ts';
import type { BoxLimits } from './box-limits.ts';
import type { BoxZygotes } from './box-zygote.ts';

export interface ForkedBoxOptions {
  /** Private folder that goes away with the box. */
  scratch: string;
  /** Where the guard opens the socket that the box's server listens at. */
  socketPath: string;
  /** How long the box outlives a crash of this process, seconds. */
  graceS: number;
  /** Folders of control groups that the box is in from its first moment. */
  groups: readonly string[];
  /** Null for the uid of this process, which then must not be 0. */
  uid: number | null;
  files: readonly BoxFile[];
  limits: BoxLimits;
  /** The filter of system calls. */
  filter: Buffer;
  env: Record<string, string>;
  /** The name of a kernel that its server starts without being asked. */
  kernel: string | null;
  /** Whether its kernels come from the zygote, too; otherwise each starts cold. */
  forksKernels: boolean;
  token: string;
  /** Gives the box up while its server does not listen yet. */
  signal: AbortSignal;
  /** The error of a box that ended, with its last words, before its server listened. */
  explainExit: (code: ServerExit, log: string) => AppError;
}

const Greeting = z.object({ pid: z.number().int().positive() });
const Ready = z.object({ port: z.null() });
const { errno } = constants;
const Outdated = z.object({ outdated: z.literal(true) });
const Refusal = z.object({ refused: z.string() });
/** Errors that the system will give every time; others, such as too little memory, may pass. */
const LASTING = [errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOSYS].map((code) => `[Errno ${code}]`);
const Failure = z.object({ failed: z.number().int(), log: z.string() });
/** Making a box takes milliseconds. */
const GREETING_TIMEOUT_MS = 15_000;
/** A box without a token runs no code: it is killed at once, unless the process that makes it hangs. */
const GIVE_UP_TIMEOUT_MS = 2_000;
/** This is long enough because everything that the server needs was imported before. */
const READY_TIMEOUT_MS = 20_000;

/**
 * Resolves once its server listens. Resolves to null if the box could not be forked, or was given up and has ended; `scratch`
 * may then not be used again.
 */
export async function startForkedBox(
  options: ForkedBoxOptions,
  zygotes: BoxZygotes,
): Promise<StartedServerProcess | null> {
  const first = await tryToStart(options, zygotes);
  const started = first === 'outdated' ? await tryToStart(options, zygotes) : first;
  return started === null || started === 'outdated' ? null : keepWhatServes(started, options, zygotes);
}

/** Whatever keeps its server from listening may not keep one in a box of bubblewrap's from it. */
async function keepWhatServes(
  started: StartedServerProcess,
  { signal }: ForkedBoxOptions,
  zygotes: BoxZygotes,
): Promise<StartedServerProcess | null> {
  const giveUp = () => void started.end();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    await started.listening;
    zygotes.note(null);
    return started;
  } catch (error) {
    if (!signal.aborted) zygotes.note(toMessage(error));
    await started.exited;
    return null;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Packages that were installed meanwhile make the zygote outdated, and the next one is not. */
async function tryToStart(
  options: ForkedBoxOptions,
  zygotes: BoxZygotes,
): Promise<StartedServerProcess | 'outdated' | null> {
  const { signal } = options;
  const connecting = zygotes.connect();
  const connection = await orAborted(connecting, signal);
  // The guard that a late connection leads to makes no box without a request.
  if (signal.aborted) void connecting.then((late) => late?.socket.destroy());
  if (!connection || signal.aborted) return null;
  const { socket } = connection;
  const lines = createInterface({ input: socket });
  // Without these, a broken connection leaves the next line pending forever, or raises an error that nobody handles.
  lines.on('error', () => {});
  socket.once('close', () => lines.close());
  const timer = setTimeout(() => socket.destroy(), GREETING_TIMEOUT_MS);
  socket.write(`${JSON.stringify(toRequest(options))}\n`);
  const answer = await orAborted(readLine(lines), signal);
  clearTimeout(timer);
  if (signal.aborted) {
    // Without a token, the box ends with this connection.
    await hangUp(socket, '', GIVE_UP_TIMEOUT_MS);
    return null;
  }
  const greeting = Greeting.safeParse(answer);
  if (!greeting.success) {
    socket.destroy();
    if (Outdated.safeParse(answer).success) {
      connection.retire();
      return 'outdated';
    }
    const { refused = 'Nothing came from it.' } = Refusal.safeParse(answer).data ?? {};
    const isLasting = LASTING.some((code) => refused.includes(code));
    if (isLasting) zygotes.giveUp(refused);
    else zygotes.note(refused);
    return null;
  }
  const process = ownProcess(socket, greeting.data.pid, options.scratch);
  socket.write(`${options.token}\n${FAREWELL}`);
  const listening = waitUntilListening(socket, lines, options.explainExit, process.end);
  listening.catch(() => {});
  return { ...process, listening };
}

function toRequest({ token: _, signal: __, explainExit: ___, filter, ...request }: ForkedBoxOptions) {
  return {
    ...request,
    filter: filter.toString('base64'),
    hostName: BOX_HOST_NAME,
    folder: WORKSPACE_IN_BOX,
    programs: SCRIPTS_IN_BOX,
  };
}

async function waitUntilListening(
  socket: Socket,
  lines: Interface,
  explainExit: ForkedBoxOptions['explainExit'],
  end: () => Promise<void>,
): Promise<null> {
  const timer = setTimeout(() => void end(), READY_TIMEOUT_MS);
  try {
    const answer = await readLine(lines);
    if (Ready.safeParse(answer).success) return null;
    const failure = Failure.safeParse(answer).data;
    throw explainExit(failure?.failed ?? 'signal', failure?.log ?? '');
  } finally {
    clearTimeout(timer);
    // Closing the interface pauses the socket, whose end would go unnoticed then.
    lines.close();
    socket.resume();
  }
}

/** The next line as JSON, or null when there is none. */
function readLine(lines: Interface): Promise<unknown> {
  return new Promise((resolve) => {
    lines.once('line', (line) => resolve(parse(line)));
    lines.once('close', () => resolve(null));
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
