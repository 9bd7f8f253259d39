/**
 * The web server: access first, then the framework. It runs in the process that holds the container, so that
 * closing the process closes streams, runs and kernels.
 */
import { createServer, type Server } from 'node:http';
import next from 'next';
import type { Container } from '../container.ts';
import { AppError } from '../util/app-error.ts';
import { createGate } from './gate.ts';
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
  const boundPort = await listen(server, host, port);
  const app = next({
    dev,
    dir: container.config.rootDir,
    hostname: host,
    port: boundPort,
    httpServer: server,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const logins = createLogins(container.store, () => boundPort);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
  const gate = createGate({ logins, port: boundPort, dev, rootDir: container.config.rootDir });
  server.on('request', (request, response) => {
    void gate(request, response).then(
      (passed) => (passed ? handle(request, response) : undefined),
      () => response.writeHead(500).end(),
    );
  });
  return {
    url,
    loginUrl: `${url}/login?token=${logins.token}`,
    close: () => closeServer(server),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const message = `Port ${port} is ${error.code === 'EACCES' ? 'not allowed' : 'taken'}. Choose another with --port, or --port 0 for any free one.`;
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
