/** A stock Jupyter server, started the way its users do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readConfig } from '../../../lib/config/config.ts';

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
  /** Default: a free one. */
  port?: number;
  /** A Unix socket to listen on instead. */
  socketPath?: string | undefined;
  /** Added to our environment. */
  env?: Record<string, string>;
}

export async function startStockServer(options: StockServerOptions = {}): Promise<StockServer> {
  const {
    python = readConfig({ ...process.env }).python,
    args = [],
    env = {},
    port: wanted = 0,
    socketPath,
  } = options;
  const rootDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  const runtimeDir = join(rootDir, 'runtime');
  const listen = socketPath === undefined ? `--port=${wanted}` : `--ServerApp.sock=${socketPath}`;
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
  await waitUntilOpen(() => (sock ? connect(sock) : connect(port, '127.0.0.1')));
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
async function waitUntilOpen(open: () => Socket): Promise<void> {
  for (;;) {
    const socket = open();
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function readServerInfo(runtimeDir: string): Promise<z.infer<typeof ServerInfo>> {
  for (;;) {
    const name = (await readdir(runtimeDir)).find((each) => /^jpserver-\d+\.json$/.test(each));
    const text = name ? await readFile(join(runtimeDir, name), 'utf8') : '';
    if (text.endsWith('}')) return ServerInfo.parse(JSON.parse(text));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
