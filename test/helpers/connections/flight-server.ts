/** A Flight SQL server on this machine (`kernels/tests/connections/flight_server.py`) with secrets of a test's own. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { readConfig } from '../../../lib/config/config.ts';
import { createTempDir } from '../temp-dir.ts';
import { findFreePort } from './find-free-port.ts';

const PROGRAM = join(import.meta.dirname, '../../../kernels/tests/connections/flight_server.py');

/** Its user is `reader`. */
export async function startFlight(
  password: string,
  token: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  // Not in its arguments: others see those.
  const secrets = join(await createTempDir(), 'secrets');
  await writeFile(secrets, `${password}\n${token}\n`);
  const port = await findFreePort();
  const child = spawn(readConfig(process.env).python, [PROGRAM, String(port), secrets], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isOpen(port)))
    if (child.exitCode !== null) throw new Error('The Flight SQL server did not start.');
  return {
    port,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
      setTimeout(resolve, 50, false),
    );
    socket.once('connect', () => socket.destroy());
  });
}
