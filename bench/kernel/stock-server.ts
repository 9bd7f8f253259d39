/** A Jupyter server as its users start it, with the defaults it comes with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';

const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+\/)\S*\?token=(\w+)/;

export async function startStockServer(
  python: string,
): Promise<{ address: JupyterAddress; stop(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
  const flags = ['--port=0', '--allow-root', '--no-browser', `--ServerApp.root_dir=${dir}`];
  const child = spawn(python, ['-m', 'jupyter_server', ...flags], {
    env: { ...process.env, JUPYTER_RUNTIME_DIR: join(dir, 'run'), JUPYTER_NO_CONFIG: '1', IPYTHONDIR: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let address: JupyterAddress | null = null;
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url, token] = ADDRESS.exec(line) ?? [];
    if (url === undefined || token === undefined) continue;
    address = { url, token };
    break;
  }
  if (!address) throw new Error('The stock Jupyter server did not start.');
  child.stderr.resume();
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true, force: true });
  };
  return { address, stop };
}
