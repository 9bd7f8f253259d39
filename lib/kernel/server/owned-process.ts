/** A server whose supervisor is not our child: we own it for as long as we hold a connection to it. */
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { FAREWELL, type ServerProcess } from './server-process.ts';

const EXIT_TIMEOUT_MS = 5_000;

/** `scratch` goes away with the process. The socket must have someone who listens to its errors. */
export function ownProcess(socket: Socket, pid: number, scratch: string): ServerProcess {
  const closed = new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
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
