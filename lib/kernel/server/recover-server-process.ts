/** Takes over a Jupyter server whose owner crashed, by the door that supervise.py keeps open for a while. */
import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { FAREWELL, type ServerProcess } from './server-process.ts';

/** A supervisor that has an owner already does not answer. */
const GREETING_TIMEOUT_MS = 2_000;
const EXIT_TIMEOUT_MS = 5_000;
const Greeting = z.object({ pid: z.number().int().positive() });

/** Resolves to the process in that scratch folder, now ours to end, or to null when there is none to be had. */
export async function recoverServerProcess(scratch: string): Promise<ServerProcess | null> {
  if (!(await isPrivate(scratch))) return null;
  const socket = connect(join(scratch, 'owner.sock'));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const pid = await readPid(socket);
  if (pid === null) {
    socket.destroy();
    return null;
  }
  return {
    pid,
    exited: closed.then(() => rm(scratch, { recursive: true, force: true }).catch(() => {})),
    bind: () => void socket.write(FAREWELL),
    end: async () => {
      const timer = setTimeout(() => socket.destroy(), EXIT_TIMEOUT_MS);
      socket.end(FAREWELL);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Whether the folder is still the one we made: its path may be someone else's by now. */
async function isPrivate(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o77) === 0;
}

async function readPid(socket: Socket): Promise<number | null> {
  const lines = createInterface({ input: socket });
  try {
    const signal = AbortSignal.timeout(GREETING_TIMEOUT_MS);
    const [line] = await Promise.race([once(lines, 'line', { signal }), once(socket, 'close', { signal })]);
    return Greeting.parse(JSON.parse(String(line))).pid;
  } catch {
    return null;
  } finally {
    // Closing the interface pauses the socket, whose end would go unnoticed then.
    lines.close();
    socket.resume();
  }
}
