/** A stock Jupyter server, started the way its users do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readConfig } from '../../lib/config.ts';
import { createUnixFetch } from '../../lib/kernel/unix-fetch.ts';

export interface StockServer {
  url: string;
  token: string;
  /** Its root folder, and so the working directory of its kernels. */
  rootDir: string;
  pid: number;
  stop(): Promise<void>;
}

const ServerInfo = z.object({ port: z.number(), sock: z.string(), token: z.string() });

export interface StockServerOptions {
  /** Interpreter that has `jupyter_server`. Default: the project's. */
  python?: string;
  args?: string[];
  /** A Unix socket to listen on instead of a port. */
  socketPath?: string | undefined;
  /** Added to our environment. */
  env?: Record<string, string>;
}

export async function startStockServer(options: StockServerOptions = {}): Promise<StockServer> {
  const { python = readConfig({ ...process.env }).python, args = [], env = {}, socketPath } = options;
  const rootDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  const runtimeDir = join(rootDir, 'runtime');
  const listen = socketPath === undefined ? '--port=0' : `--ServerApp.sock=${socketPath}`;
  const command = ['-m', 'jupyter_server', listen, '--allow-root', '--no-browser'];
  const child = spawn(python, [...command, `--ServerApp.root_dir=${rootDir}`, ...args], {
    env: {
      ...process.env,
      JUPYTER_RUNTIME_DIR: runtimeDir,
      JUPYTER_NO_CONFIG: '1',
      IPYTHONDIR: rootDir,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: child.stderr });
  for await (const line of lines) if (line.includes('Use Control-C to stop')) break;
  child.stderr.resume();
  const { port, sock, token } = await readServerInfo(runtimeDir);
  if (sock) await waitForAnswer('http://localhost/api', createUnixFetch(sock));
  else await waitForAnswer(`http://127.0.0.1:${port}/api`);
  return {
    url: sock ? `http+unix://${encodeURIComponent(sock)}` : `http://127.0.0.1:${port}`,
    token,
    rootDir,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      await rm(rootDir, { recursive: true });
    },
  };
}

/** The file is there before the port is open. */
async function waitForAnswer(url: string, send = fetch): Promise<void> {
  while (!(await send(url).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function readServerInfo(runtimeDir: string): Promise<z.infer<typeof ServerInfo>> {
  for (;;) {
    const name = (await readdir(runtimeDir)).find((each) => /^jpserver-\d+\.json$/.test(each));
    const text = name ? await readFile(join(runtimeDir, name), 'utf8') : '';
    if (text.endsWith('}')) return ServerInfo.parse(JSON.parse(text));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
