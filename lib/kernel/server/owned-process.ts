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
  const closed = new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
  return {
    pid,
    // Its files close a moment before it is gone.
    exited: closed
      .then(() => waitUntilGone(pid))
      .then(() => rm(scratch, { recursive: true, force: true }).catch(() => {})),
    bind: () => void socket.write(FAREWELL),
    unbind: () => void socket.write(RETRACTION),
    end: async () => {
      socket.end(FAREWELL);
      if (!(await isWithin(EXIT_TIMEOUT_MS, closed))) socket.destroy();
      await closed;
    },
  };
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS && isProcessAlive(pid); wait++) await setTimeout(WAIT_MS);
}
