/** A stock Jupyter server, started the way its users do, and a proxy that can cut its connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readConfig } from '../../lib/config.ts';

export interface StockServer {
  url: string;
  token: string;
  /** Its root folder, and so the working directory of its kernels. */
  rootDir: string;
  stop(): Promise<void>;
}

const ServerInfo = z.object({ port: z.number(), token: z.string() });

export interface StockServerOptions {
  /** Interpreter that has `jupyter_server`. Default: the project's. */
  python?: string;
  args?: string[];
  /** Added to our environment. */
  env?: Record<string, string>;
}

export async function startStockServer(options: StockServerOptions = {}): Promise<StockServer> {
  const { python = readConfig({ ...process.env }).python, args = [], env = {} } = options;
  const rootDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  const runtimeDir = join(rootDir, 'runtime');
  const command = ['-m', 'jupyter_server', '--port=0', '--allow-root', '--no-browser'];
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
  for await (const line of lines) if (line.includes('To access the server')) break;
  child.stderr.resume();
  const { port, token } = await readServerInfo(runtimeDir);
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    rootDir,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(rootDir, { recursive: true });
    },
  };
}

async function readServerInfo(runtimeDir: string): Promise<z.infer<typeof ServerInfo>> {
  const name = (await readdir(runtimeDir)).find((each) => /^jpserver-\d+\.json$/.test(each)) ?? '';
  return ServerInfo.parse(JSON.parse(await readFile(join(runtimeDir, name), 'utf8')));
}

export interface Proxy {
  url: string;
  /** Ends every connection through the proxy, without a word. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startProxy(target: string): Promise<Proxy> {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut,
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
