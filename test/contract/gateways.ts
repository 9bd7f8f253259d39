/** Servers of kernels alone: Jupyter Kernel Gateway, and Enterprise Gateway with processes on this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, type Peer } from './peer.ts';
import { findFreePort, startProgram } from './start-program.ts';

const TOKEN = 'contract-token';

export function startKernelGateway(env: Record<string, string> = {}): Promise<Peer> {
  return startGateway(findProgram('server-2', 'jupyter-kernelgateway'), {
    KG_AUTH_TOKEN: TOKEN,
    ...env,
  });
}

export function startEnterpriseGateway(env: Record<string, string> = {}, args: string[] = []): Promise<Peer> {
  const settings = {
    EG_AUTH_TOKEN: TOKEN,
    // By default it starts nothing for root, which the tests may run as.
    EG_UNAUTHORIZED_USERS: 'nobody',
    ...env,
  };
  return startGateway(findProgram('server-1', 'jupyter-enterprisegateway'), settings, args);
}

async function startGateway(
  command: string,
  env: Record<string, string>,
  moreArgs: string[] = [],
): Promise<Peer> {
  const cwd = await mkdtemp(join(tmpdir(), 'actbook-contract-'));
  const port = await findFreePort();
  const gateway = await startProgram({
    command,
    args: ['--ip=127.0.0.1', `--port=${port}`, '--log-level=INFO', ...moreArgs],
    env: { JUPYTER_NO_CONFIG: '1', JUPYTER_RUNTIME_DIR: cwd, IPYTHONDIR: cwd, ...env },
    cwd,
    ready: /is available at http/,
  });
  return {
    address: { url: `http://127.0.0.1:${port}`, token: TOKEN },
    stop: async () => {
      await gateway.stop();
      await rm(cwd, { recursive: true });
    },
  };
}
