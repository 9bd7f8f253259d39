/** What answers in a box is the code's to replace: whatever it says, this process stays well and says what happened. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { JupyterKernel } from '../../../lib/kernel/jupyter-kernel.ts';
import type { RunningServer } from '../../../lib/kernel/server/jupyter-server.ts';
import { quietConsole } from '../../../lib/kernel/wire/quiet-console.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

afterAll(quietConsole());

type Answer = (socket: Socket, path: string) => void;

/** A server on a Unix socket, in the place of the one in a box. */
async function startHostileServer(answer: Answer): Promise<RunningServer> {
  const dir = await createTempDir();
  const socketPath = join(dir, 'jupyter.sock');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => answer(socket, data.toString().split(' ')[1] ?? ''));
  });
  server.listen(socketPath);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const exited = new Promise<null>(() => {});
  return {
    url: 'http://localhost/',
    token: 'x',
    socketPath,
    rootDir: dir,
    scratch: null,
    isolation: 'box',
    exited,
  };
}

function start(server: RunningServer): Promise<JupyterKernel> {
  return JupyterKernel.start({
    connect: async () => server,
    kernelName: 'python3',
    workspace: server.rootDir ?? '/',
    onMove: async () => {},
    onDisposed: async () => {},
    onChange: () => {},
    endServer: async () => {},
  });
}

const json = (value: unknown) => http('200 OK', JSON.stringify(value));
const created = (value: unknown) => http('201 Created', JSON.stringify(value));
const http = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const SPECS = {
  default: 'python3',
  kernelspecs: {
    python3: {
      name: 'python3',
      spec: { argv: ['python'], display_name: 'Python 3', language: 'python', env: {} },
      resources: {},
    },
  },
};

/** Writes for as long as anybody reads. */
function pour(socket: Socket, head: string, chunk: string): void {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

const KILOBYTES = 'x'.repeat(65_536);

const ANSWERS: [name: string, answer: Answer][] = [
  ['nothing at all, and closes', (socket) => socket.end()],
  ['what is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  [
    'headers without end',
    (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', `x-a: ${KILOBYTES.slice(0, 1000)}\r\n`),
  ],
  ['a body without end', (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', KILOBYTES)],
  ['half of what it announced', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{')],
  [
    'an upgrade nobody asked for',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  ['a status that is none', (socket) => socket.end(http('999 Strange', '{}'))],
  ['a status of many words', (socket) => socket.end(http(`500 \u00e9${'y'.repeat(8_000)}`, '{}'))],
  [
    'a redirect to the machine',
    (socket) => socket.end(http('302 Found', '', 'location: http://127.0.0.1:22/\r\n')),
  ],
  ['no JSON', (socket) => socket.end(http('200 OK', '<html>'))],
  ['null', (socket) => socket.end(json(null))],
  ['deep JSON', (socket) => socket.end(http('200 OK', '['.repeat(1_000_000)))],
  ['an error that is not text', (socket) => socket.end(http('500 No', '{"message":{"toString":1}}'))],
  ['kernelspecs of wrong types', (socket) => socket.end(json({ default: 3, kernelspecs: [{ name: {} }] }))],
  [
    'kernelspecs with names of the language itself',
    (socket) =>
      socket.end(http('200 OK', '{"default":"__proto__","kernelspecs":{"__proto__":{"name":"x"}}}')),
  ],
  [
    'a kernel whose id is not text',
    (socket, path) =>
      socket.end(path.includes('kernelspecs') ? json(SPECS) : created({ id: { x: 1 }, name: 'python3' })),
  ],
  [
    'a kernel without a name',
    (socket, path) => socket.end(path.includes('kernelspecs') ? json(SPECS) : created({ id: 'x' })),
  ],
];

describe('a server that answers', () => {
  it.each(ANSWERS)('%s is refused with a sentence', async (_, answer) => {
    const before = process.memoryUsage().rss;
    await expect(start(await startHostileServer(answer))).rejects.toMatchObject({
      name: 'AppError',
      code: 'kernel-unavailable',
    });
    // An answer that is held whole takes gigabytes; what the worker's other files left behind takes much less.
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(700);
  });
});

interface Talk {
  server: RunningServer;
  /** Of each request, as it was sent. */
  paths: string[];
}

/** Answers REST as a server does, and leaves what is said on the kernel's channels to `talk`. */
async function startTalkingServer(kernelId: string, talk: (socket: WebSocket) => void): Promise<Talk> {
  const dir = await createTempDir();
  const socketPath = join(dir, 'jupyter.sock');
  const paths: string[] = [];
  const server = createHttpServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const isSpecs = path.includes('kernelspecs');
    response.writeHead(isSpecs || request.method !== 'POST' ? 200 : 201);
    response.end(JSON.stringify(isSpecs ? SPECS : { id: kernelId, name: 'python3' }));
  });
  const channels = new WebSocketServer({ noServer: true, handleProtocols: () => false });
  server.on('upgrade', (request, socket, head) => {
    paths.push(request.url ?? '');
    channels.handleUpgrade(request, socket, head, talk);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of channels.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  const exited = new Promise<null>(() => {});
  const running = { url: 'http://localhost/', token: 'x', socketPath, rootDir: dir, exited };
  return { server: { ...running, scratch: null, isolation: 'box' }, paths };
}

/** A kernel's message in the JSON form of the protocol, in answer to `request`. */
function toMessage(type: string, channel: string, request: { header: object }, content: unknown) {
  const header = {
    msg_id: crypto.randomUUID(),
    msg_type: type,
    session: 'box',
    username: '',
    version: '5.3',
  };
  return JSON.stringify({
    channel,
    header,
    parent_header: request.header,
    metadata: {},
    content,
    buffers: [],
  });
}

const INFO = {
  status: 'ok',
  implementation: 'x',
  implementation_version: '1',
  protocol_version: '5.3',
  banner: '',
};

/** Says it is ready, then answers each piece of code by `answer`. */
function talkAs(answer: (socket: WebSocket, request: { header: object }) => void) {
  return (socket: WebSocket) => {
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const request = JSON.parse(data.toString());
      const { msg_type: type } = request.header;
      if (type === 'kernel_info_request') {
        const language = { name: 'python', version: '3', __proto__x: 'y'.repeat(10_000_000) };
        socket.send(toMessage('kernel_info_reply', 'shell', request, { ...INFO, language_info: language }));
      }
      if (type === 'execute_request') answer(socket, request);
    });
  };
}

describe('a server that talks', () => {
  it('of a kernel whose id holds a path is asked for no path but that kernel’s', async () => {
    const { server, paths } = await startTalkingServer('../../secret?x=/#', (socket) => socket.close());
    start(server).catch(() => {});
    await expect.poll(() => paths.some((path) => path.includes('channels'))).toBe(true);
    const asked = paths.filter((path) => path.includes('secret'));
    for (const path of asked) {
      expect(new URL(path, 'http://localhost').pathname).toMatch(/^\/api\/kernels\/[^/]+(\/channels)?$/);
    }
  });

  it('and ends before its kernel has answered is not waited for', async () => {
    const { promise: exited, resolve: exit } = Promise.withResolvers<string>();
    const { server } = await startTalkingServer('k', () => exit('It took too much.'));
    await expect(start({ ...server, exited })).rejects.toThrow('It took too much.');
  });

  it('in a language of ten megabytes is taken by its name alone', async () => {
    const { server } = await startTalkingServer(
      'k',
      talkAs(() => {}),
    );
    const kernel = await start(server);
    expect(JSON.stringify(kernel.info).length).toBeLessThan(1_000);
  });

  it.each<[string, (socket: WebSocket, request: { header: object }) => void]>([
    ['in a message of a gigabyte', (socket) => socket.send(Buffer.alloc(1024 ** 3), { binary: false })],
    [
      'in a message of pieces without end',
      (socket) => {
        const more = () => socket.readyState === socket.OPEN && socket.send(PIECE, { fin: false }, more);
        more();
      },
    ],
    ['in what is not a message', (socket) => socket.send('}{')],
  ])('%s ends the cell, and this process stays small', async (_, answer) => {
    const { server } = await startTalkingServer('k', talkAs(answer));
    const kernel = await start(server);
    const before = process.memoryUsage().arrayBuffers;
    const { end } = await run(kernel, 'x', { timeoutMs: 2_000 });
    expect(end.status).not.toBe('ok');
    expect((process.memoryUsage().arrayBuffers - before) / 1024 ** 2).toBeLessThan(1_400);
    await kernel.dispose();
  });

  it('in pings and reads no answer is not answered without end', async () => {
    const PINGS = 200_000;
    let pongs = 0;
    const { server } = await startTalkingServer('k', (socket) => {
      socket.on('pong', () => {
        pongs += 1;
      });
      talkAs((_, request) => {
        if (pongs === 0) for (let count = 0; count < PINGS; count++) socket.ping('x'.repeat(100));
        socket.pause();
        socket.send(toMessage('execute_reply', 'shell', request, { status: 'ok', execution_count: 1 }));
        socket.send(toMessage('status', 'iopub', request, { execution_state: 'idle' }), () =>
          socket.resume(),
        );
      })(socket);
    });
    const kernel = await start(server);
    expect((await run(kernel, 'x')).end.status).toBe('ok');
    // What it asks next arrives after every answer to the pings.
    expect((await run(kernel, 'x')).end.status).toBe('ok');
    expect(pongs).toBeGreaterThan(0);
    expect(pongs).toBeLessThan(PINGS / 10);
    await kernel.dispose();
  });
});

const PIECE = Buffer.alloc(1024 ** 2);
