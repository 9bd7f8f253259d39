/** What there is to get on a machine: files, a process with a secret, servers on every kind of socket. */
import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT_DIR } from '../app/app.ts';

const run = promisify(execFile);

export interface AttackedHost {
  /** A file that holds `canary`, of the user who runs Actbook. */
  secretFile: string;
  /** A file of another session that holds `canary`: absolute, and from the attacker's own workspace. */
  otherFile: string;
  otherFileRelative: string;
  /** A process with `canary-in-environment` in its environment and `600.<marker>` in its command line. */
  pid: number;
  marker: string;
  /** Servers that greet with `canary`. */
  tcpPort: number;
  tcp6Port: number;
  udpPort: number;
  abstractName: string;
  socketPath: string;
  /** Folder of Actbook's Python programs. */
  scriptsDir: string;
  /** Where servers have their private folders. */
  scratch: string;
  /** A file of shared memory that holds `canary`. */
  sharedMemory: string;
  /** Key of a System V message queue. */
  queueKey: number;
  dispose(): Promise<void>;
}

export async function createAttackedHost(otherWorkspace: string): Promise<AttackedHost> {
  const folder = await realpath(await mkdtemp(join(homedir(), 'actbook-test-')));
  const secretFile = join(folder, 'secret.txt');
  const otherFile = join(otherWorkspace, 'secret.txt');
  await writeFile(secretFile, 'canary');
  await writeFile(otherFile, 'canary');
  const marker = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  const abstractName = `actbook-test-${marker}`;
  const socketPath = join(folder, 'server.sock');
  const bystander = spawn('sleep', [`600.${marker}`], {
    env: { ...process.env, SECRET: 'canary-in-environment' },
    // It has the secret open.
    stdio: ['ignore', 'ignore', 'ignore', openSync(secretFile, 'r')],
  });
  const sharedMemory = `/dev/shm/actbook-test-${marker}`;
  await writeFile(sharedMemory, 'canary');
  const { stdout: queue } = await run('ipcmk', ['--queue']);
  const queueId = queue.match(/\d+/)?.[0] ?? '';
  const { stdout: queues } = await run('ipcs', ['-q']);
  const queueKey = Number(new RegExp(`(0x\\S+) +${queueId} `).exec(queues)?.[1]);
  const listens = [
    { port: 0, host: '127.0.0.1' },
    { port: 0, host: '::1' },
    { path: `\0${abstractName}` },
    { path: socketPath },
  ];
  const [tcp, tcp6, ...unix] = await Promise.all(listens.map(startGreeter));
  const udp = await startUdpGreeter();
  return {
    secretFile,
    otherFile,
    otherFileRelative: '../other/secret.txt',
    pid: bystander.pid ?? 0,
    marker,
    tcpPort: tcp?.port ?? 0,
    tcp6Port: tcp6?.port ?? 0,
    udpPort: udp.port,
    abstractName,
    socketPath,
    scriptsDir: join(ROOT_DIR, 'kernels'),
    scratch: tmpdir(),
    sharedMemory,
    queueKey,
    dispose: async () => {
      await run('ipcrm', ['-q', queueId]);
      await rm(sharedMemory);
      bystander.kill();
      for (const server of [tcp, tcp6, ...unix, udp]) server?.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function startGreeter(options: ListenOptions) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('canary');
  });
  server.listen(options);
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? address?.port : 0, close: () => server.close() };
}

async function startUdpGreeter() {
  const socket = createSocket('udp4');
  socket.on('message', (_, from) => socket.send('canary', from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
