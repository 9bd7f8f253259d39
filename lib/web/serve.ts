/**
 * The web server: access first, then the framework. It runs in the process that holds the container, so that
 * closing the process closes streams, runs and kernels.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import next from 'next';
import type { Container } from '../app/container.ts';
import { AppError } from '../util/app-error.ts';
import { createGate, type Gate } from './gate.ts';
import { createLogins } from './logins.ts';

export interface ServeOptions {
  container: Container;
  host: string;
  /** 0 takes a free port. */
  port: number;
  dev: boolean;
}

export interface WebServer {
  /** Base URL without a trailing slash. */
  url: string;
  /** The URL to open: logs in and goes to the start page. */
  loginUrl: string;
  /** What that URL logs in with. */
  token: string;
  close(): Promise<void>;
}

/** Throws AppError `conflict` when the port is taken, `bad-request` when the host is not this machine. */
export async function serve({ container, host, port, dev }: ServeOptions): Promise<WebServer> {
  if (!isLoopback(host)) {
    throw new AppError(
      'bad-request',
      `Actbook listens on this machine only: use --host 127.0.0.1, not ${host}.`,
    );
  }
  const server = createServer();
  // Requests wait for the framework: one that came between listening and readiness would never be answered.
  const { promise: ready, resolve: setReady, reject: setFailed } = Promise.withResolvers<Answers>();
  // Each request handles the failure itself; this keeps it from being reported as unhandled.
  ready.catch(() => {});
  server.on('request', (request, response) => {
    void ready
      .then(({ answer }) => answer(request, response))
      .catch(() => {
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
  });
  server.on('upgrade', (request, socket, head) => {
    // A connection that breaks is not an error here, but without a listener it would end the process.
    socket.on('error', () => {});
    void ready.then(({ upgrade }) => upgrade(request, socket, head)).catch(() => socket.destroy());
  });
  const boundPort = await listen(server, host, port);
  const { rootDir } = container.config;
  // The framework listens for upgrades by itself: here, where only those arrive that passed the gate.
  const behindGate = createServer();
  const app = next({ dev, dir: rootDir, hostname: host, port: boundPort, httpServer: behindGate });
  try {
    await app.prepare();
  } catch (error) {
    setFailed(error);
    // They would keep the process, which has failed, from ending.
    void app.close().catch(() => {});
    await closeServer(server);
    throw error;
  }
  const handle = app.getRequestHandler();
  const logins = createLogins(container.store, () => boundPort);
  const gate = createGate({ logins, readShared: container.readShared, port: boundPort, dev, rootDir });
  const upgraded = new Set<Duplex>();
  setReady({
    answer: async (request, response) => {
      if (await gate(request, response)) await handle(request, response);
    },
    upgrade: async (request, socket, head) => {
      if (!(socket instanceof Socket)) return void socket.destroy();
      // Reloading pages as their source changes is all that there is.
      const canUpgrade = dev && behindGate.listenerCount('upgrade') > 0;
      if (!(await answerUpgrade(gate, request, socket, { canUpgrade }))) return;
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      behindGate.emit('upgrade', request, socket, head);
    },
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
  await container.store.setAddress(url);
  return {
    url,
    loginUrl: `${url}/login?token=${logins.token}`,
    token: logins.token,
    close: async () => {
      for (const socket of upgraded) socket.destroy();
      await closeServer(server);
    },
  };
}

/**
 * Requests to upgrade a connection, which Node reports apart from all others: they must pass the gate too.
 * Resolves to true when the connection may be upgraded. Otherwise the request was answered and its connection closed:
 * by the gate, or with 404 where nothing `canUpgrade`.
 */
async function answerUpgrade(
  gate: Gate,
  request: IncomingMessage,
  socket: Socket,
  { canUpgrade }: { canUpgrade: boolean },
): Promise<boolean> {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  response.assignSocket(socket);
  if (!(await gate(request, response))) return false;
  if (canUpgrade) {
    response.detachSocket(socket);
    return true;
  }
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('There is no WebSocket at this address.\n');
  return false;
}

interface Answers {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const message = `Port ${port} is ${error.code === 'EACCES' ? 'not allowed' : 'taken'}. Choose another with --port, or use --port 0 for any free one.`;
      reject(taken ? new AppError('conflict', message, { cause: error }) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Open streams have been aborted by then; whatever still hangs is cut. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
