/** Stock Jupyter servers of both generations, with kernels of three languages. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStockServer } from '../helpers/kernel/kernel-server.ts';
import { findProgram, type Peer } from './peer.ts';
import { findFreePort } from './start-program.ts';

export interface ServerOptions {
  environment: 'server-1' | 'server-2';
  args?: string[];
  /** Whether it listens on a Unix socket. */
  onSocket?: boolean;
}

export async function startJupyterServer({
  environment,
  args = [],
  onSocket = false,
}: ServerOptions): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'actbook-contract-'));
  await writeKernelSpecs(join(folder, 'kernels'));
  // The first generation takes port 0, and does not tell which it got.
  const port = environment === 'server-1' ? await findFreePort() : 0;
  const server = await startStockServer({
    python: findProgram(environment, 'python'),
    args,
    port,
    socketPath: onSocket ? join(folder, 'server.sock') : undefined,
    env: { JUPYTER_PATH: folder },
  });
  return {
    address: server,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A home in which a person has installed Deno's kernel for themselves. */
export async function createHomeWithDeno(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'actbook-contract-'));
  await writeKernelSpecs(join(home, '.local', 'share', 'jupyter', 'kernels'));
  return home;
}

/** As `IRkernel::installspec()` and `deno jupyter --install` write them. */
async function writeKernelSpecs(folder: string): Promise<void> {
  const deno = findProgram('server-2', 'deno');
  await writeSpec(join(folder, 'ir'), {
    argv: ['R', '--slave', '-e', 'IRkernel::main()', '--args', '{connection_file}'],
    display_name: 'R',
    language: 'R',
  });
  await writeSpec(join(folder, 'deno'), {
    argv: [deno, 'jupyter', '--kernel', '--conn', '{connection_file}'],
    display_name: 'Deno',
    language: 'typescript',
    env: { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
  });
  // Some kernels leave out what their documents require.
  await writeSpec(join(folder, 'nameless'), { argv: [deno] });
}

async function writeSpec(folder: string, spec: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'kernel.json'), JSON.stringify(spec));
}
