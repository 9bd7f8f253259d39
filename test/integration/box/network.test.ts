/** The network, which code has only when a person allows it, and then not that of the machine itself. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { waitUntilGone } from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';
import { listOwnProcesses } from '../../helpers/worker-processes.ts';

const CARS = join(ROOT_DIR, 'test/fixtures/cars.csv');

const exec = promisify(execFile);
const ip = (...args: string[]) => exec('ip', args);

/** Public addresses of a service that nothing here uses (AS112): as far as the box can tell, the internet. */
const HOST = '192.31.196.1';
const FAR = '192.31.196.2';
/** A machine of the local network, behind the same wire. */
const LOCAL = '192.168.213.2';

const SERVER = `
const { createServer } = require('node:net');
createServer((socket) => socket.on('error', () => {}).end('canary')).listen(4000, '0.0.0.0', () => console.log('ready'));`;

interface World {
  namespace: string;
  hostPort: number;
  dispose(): Promise<void>;
}

/** A namespace that plays another machine, on a wire of its own, with a server on both its addresses. */
async function createWorld(): Promise<World> {
  const id = String(crypto.getRandomValues(new Uint16Array(1))[0]);
  const [namespace, near, far] = [`actbook${id}`, `ab${id}n`, `ab${id}f`];
  await ip('netns', 'add', namespace);
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace);
  await ip('addr', 'add', `${HOST}/24`, 'dev', near);
  await ip('addr', 'add', '192.168.213.1/24', 'dev', near);
  await ip('link', 'set', near, 'up');
  for (const address of [FAR, LOCAL]) await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', far);
  await ip('-n', namespace, 'link', 'set', far, 'up');
  const server = spawn('ip', ['netns', 'exec', namespace, process.execPath, '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const host = createServer((socket) => socket.on('error', () => {}).end('canary')).listen(0, '0.0.0.0');
  await once(host, 'listening');
  const address = host.address();
  return {
    namespace,
    hostPort: typeof address === 'object' ? (address?.port ?? 0) : 0,
    dispose: async () => {
      host.close();
      const exited = once(server, 'exit');
      server.kill();
      await exited;
      await ip('netns', 'del', namespace);
    },
  };
}

/** `canary`, or why it was not read. */
async function reach(kernel: Kernel, address: string, port: number): Promise<string> {
  const code = `
import socket
try: print(socket.create_connection((${JSON.stringify(address)}, ${port}), 5).recv(6).decode())
except OSError as error: print(type(error).__name__, error)`;
  return (await run(kernel, code)).stdout.trim();
}

/** Ids of what carries the network into boxes of this process: other tests have theirs. */
async function findCarriers(): Promise<number[]> {
  const pids = listOwnProcesses();
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => /slirp4netns.*tap0/s.test(commands[index] ?? ''));
}

let world: World;
let test: TestProvider;

beforeAll(async () => {
  if (process.getuid?.() !== 0) throw new Error('Only root can make a network to test with.');
  world = await createWorld();
  test = await createTestProvider({ sandbox: 'on' });
});

afterAll(async () => {
  await test?.dispose();
  await world?.dispose();
});

describe('N12 with the network allowed', () => {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await test.start('online', { network: true });
  });
  afterAll(() => kernel.dispose());

  it('code reaches another machine, and the kernel says so', async () => {
    expect(await reach(kernel, FAR, 4000)).toBe('canary');
    expect(kernel.info.isolation).toBe('box-online');
  });

  it.each([
    ['the loopback address', '127.0.0.1'],
    ['the gateway that slirp makes of it', '10.0.2.2'],
    ['its own address', HOST],
  ])('no server of this machine is reached by %s', async (_, address) => {
    expect(await reach(kernel, address, world.hostPort)).toMatch(/Error/);
  });

  it('no machine of the local network is reached, nor the addresses of cloud secrets', async () => {
    expect(await reach(kernel, LOCAL, 4000)).toMatch(/unreachable|No route/);
    for (const address of ['169.254.169.254', '168.63.129.16', '192.0.0.192', '203.0.113.1', '0.0.0.1'])
      expect(await reach(kernel, address, 80)).toMatch(/unreachable|No route/);
  });

  it('code has the certificates that this machine trusts', async () => {
    const code = 'import ssl; print(ssl.create_default_context().cert_store_stats())';
    const outside = await exec(readConfig({ ...process.env }).python, ['-c', code]);
    expect((await run(kernel, code)).stdout).toBe(outside.stdout);
  });

  it('code cannot open what was closed', async () => {
    const { stdout } = await run(
      kernel,
      `
import subprocess
for command in ("ip route flush table main", "ip addr add 10.0.2.77/24 dev tap0", "ip route del 192.168.0.0/16"):
    print(subprocess.run(command, shell=True, capture_output=True).returncode != 0)
print("CapEff:\\t0000000000000000" in open("/proc/self/status").read())`,
    );
    expect(stdout).toBe('True\nTrue\nTrue\nTrue\n');
  });

  it('a restart keeps it; the end of the kernel ends what carried it', async () => {
    await kernel.restart();
    expect(await reach(kernel, FAR, 4000)).toBe('canary');
    const carriers = await findCarriers();
    expect(carriers).not.toEqual([]);
    await kernel.dispose();
    await waitUntilGone(...carriers);
  });
});

it('N12 without it, neither another machine nor a name server is reached', async () => {
  const kernel = await test.start('offline');
  expect(await reach(kernel, FAR, 4000)).toMatch(/unreachable|Error/);
  expect(await reach(kernel, '10.0.2.3', 53)).toMatch(/unreachable|Error/);
  expect(await reach(kernel, 'example.org', 80)).toMatch(/gaierror/);
  expect(kernel.info.isolation).toBe('box');
});

it('N12 on the command line it is a flag, in the log an event, in the notebook a fact', async () => {
  const home = await createTempDir();
  const out = join(home, 'out.ipynb');
  const question = [
    'run',
    'How many rows are there?',
    '--data',
    CARS,
    '--allow-network',
    '--out',
    out,
    '--json',
  ];
  const { code, stdout, stderr } = await runCli(question, { home, env: { ACTBOOK_SANDBOX: 'on' } });
  expect(code, stderr).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toContainEqual(expect.objectContaining({ type: 'network-change', isAllowed: true }));
  const { actbook } = JSON.parse(await readFile(out, 'utf8')).metadata;
  expect(actbook).toMatchObject({ isolation: 'box-online', isNetworkAllowed: true });
});
