import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Survivor } from '../../../lib/kernel/server/survivor.ts';
import { createUnixFetch } from '../../../lib/kernel/wire/unix-fetch.ts';

const DEADLINE_MS = 60_000;
const POLL_MS = 20;

/**
 * Waits until the server has noticed that the kernel's owner is gone. Before that it hands on what the kernel prints to
 * nobody; then it keeps it. `file` is what the owner left on disk about the kernel.
 */
export async function waitUntilUnheard(file: string): Promise<void> {
  const { server, kernelId } = Survivor.parse(JSON.parse(await readFile(file, 'utf8')));
  const send = server.socketPath === undefined ? fetch : createUnixFetch(server.socketPath);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const headers = { Authorization: `token ${server.token}` };
    const response = await send(`${server.url}api/kernels/${kernelId}`, { headers, signal });
    if (Number(JSON.parse(await response.text()).connections) === 0) return;
    await setTimeout(POLL_MS);
  }
}
