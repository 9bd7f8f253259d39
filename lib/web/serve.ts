/**
 * The web server: access first, then the framework. It runs in the process that holds the container, so that
 * closing the process closes streams, runs and kernels.
 */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import type { Container } from '../container.ts';
import { AppError } from '../util/app-error.ts';
import { checkAccess } from './check-access.ts';
import { renderLoginPage } from './login-page.ts';
import { createLogins, type Logins } from './logins.ts';
import { securityHeaders } from './security-headers.ts';

const PURIFY_PATH = '/frame/purify.min.js';
/** Served without a login: they hold no data, and a sandboxed frame can send neither the cookie nor its origin. */
const FRAME_FILES = new Set(['/frame/index.html', '/frame/active.html', '/frame/frame.js', PURIFY_PATH]);

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

interface GateOptions {
  logins: Logins;
  port: number;
  dev: boolean;
  rootDir: string;
}

/** Resolves to true when the framework may answer; otherwise the gate has answered. */
function createGate({ logins, port, dev, rootDir }: GateOptions) {
  const allowedHosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { policy, headers } = securityHeaders(pathname, `http://${request.headers.host}`, { dev });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    request.headers['content-security-policy'] = policy;

    const token = pathname === '/login' ? searchParams.get('token') : null;
    const hasLogin = token !== null && logins.isToken(token);
    // Compared as it was sent: the framework might read an odd path in another way than we do.
    const isFrameFile = FRAME_FILES.has(request.url ?? '') && request.method === 'GET';
    if (isFrameFile && request.headers.origin === 'null') delete request.headers.origin;
    const decision = checkAccess(toAccessRequest(request, hasLogin || (await hasCookie(request))), {
      allowedHosts,
      isToken: logins.isToken,
    });
    if (!decision.allow && !(isFrameFile && decision.status === 401)) {
      refuse(response, pathname, decision);
      return false;
    }
    if (pathname === '/login') {
      const cookie = hasLogin ? { 'set-cookie': await logins.createCookie() } : {};
      response.writeHead(303, { location: '/', ...cookie }).end();
      return false;
    }
    if (pathname !== PURIFY_PATH) return true;
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    createReadStream(join(rootDir, 'node_modules/dompurify/dist/purify.min.js')).pipe(response);
    return false;
  };

  function hasCookie(request: IncomingMessage): Promise<boolean> {
    return logins.hasLogin(request.headers.cookie);
  }
}

function toAccessRequest(request: IncomingMessage, hasLogin: boolean) {
  const fetchSite = request.headers['sec-fetch-site'];
  return {
    method: request.method ?? 'GET',
    host: request.headers.host,
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    authorization: request.headers.authorization,
    hasLogin,
  };
}

function refuse(
  response: ServerResponse,
  pathname: string,
  decision: { status: 401 | 403; message: string },
) {
  const code = decision.status === 401 ? 'unauthorized' : 'forbidden';
  if (pathname.startsWith('/api/')) {
    response.writeHead(decision.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code, message: decision.message } }));
    return;
  }
  response.writeHead(decision.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  });
  response.end(renderLoginPage(decision.message));
}

/** Open streams have been aborted by then; whatever still hangs is cut. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
