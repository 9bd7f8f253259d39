/** A server whose supervisor is not our child: we own it for as long as we hold a connection to it. */
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isProcessAlive } from '../../util/is-process-alive.ts';
import { isWithin } from '../../util/is-within.ts';
import { FAREWELL, RETRACTION, type ServerProcess } from './server-process.ts';

const EXIT_TIMEOUT_MS = 5_000;
const WAIT_MS = 5;
const MAX_WAITS = 200;

/** `scratch` goes away with the process. The socket must have someone who listens to its errors. */
export function ownProcess(socket: Socket, pid: number, scratch: string): ServerProcess {
  return {
    pid,
    // Its files close a moment before it is gone.
    exited: waitUntilClosed(socket)
      .then(() => waitUntilGone(pid))
      .then(() => rm(scratch, { recursive: true, force: true }).catch(() => {})),
    bind: () => say(socket, FAREWELL),
    unbind: () => say(socket, RETRACTION),
    end: () => hangUp(socket, FAREWELL, EXIT_TIMEOUT_MS),
  };
}

/** Resolves once the other side has read these words, has ended, and has closed the connection, or takes too long for that. */
export async function hangUp(socket: Socket, lastWords: string, timeoutMs: number): Promise<void> {
  const closed = waitUntilClosed(socket);
  if (socket.writable) socket.end(lastWords);
  if (!(await isWithin(timeoutMs, closed))) socket.destroy();
  await closed;
}

/** Written after the last words, it would close the connection before the other side has ended. */
function say(socket: Socket, words: string): void {
  if (socket.writable) socket.write(words);
}

function waitUntilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS && isProcessAlive(pid); wait++) await setTimeout(WAIT_MS);
}
