/** Takes over a Jupyter server whose owner crashed, by the door that supervise.py keeps open for a while. */
import { once } from 'node:events';
import { lstat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ownProcess } from './owned-process.ts';
import type { ServerProcess } from './server-process.ts';

/** A supervisor that has an owner already does not answer. */
const GREETING_TIMEOUT_MS = 2_000;
const Greeting = z.object({ pid: z.number().int().positive() });

/** Resolves to the process in that scratch folder, now ours to end, or to null when there is none to be had. */
export async function recoverServerProcess(scratch: string): Promise<ServerProcess | null> {
  if (!(await isPrivate(scratch))) return null;
  const socket = connect(join(scratch, 'owner.sock'));
  socket.on('error', () => {});
  const pid = await readPid(socket);
  if (pid === null) {
    socket.destroy();
    return null;
  }
  return ownProcess(socket, pid, scratch);
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
