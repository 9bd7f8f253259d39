/** A kernel outlives a crash of its owner for a while: the next one finds it, or everything ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import { createJupyterKernels } from '../../../lib/kernel/jupyter-kernels.ts';
import type { Kernel, KernelProvider } from '../../../lib/kernel/kernel.ts';
import { InputRequest } from '../../../lib/protocol/cells/cell.ts';
import { copySlowPrograms, SLOW_SERVER_FILE } from '../../helpers/box/copy-programs.ts';
import {
  isAlive,
  type KernelProcesses,
  parseProcesses,
  waitUntilGone,
} from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, FORK_PATIENCE_MS, run } from '../../helpers/kernel/kernel-provider.ts';
import { waitUntilUnheard } from '../../helpers/kernel/wait-until-unheard.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';
import { listOwnProcesses } from '../../helpers/worker-processes.ts';

type Sandbox = 'on' | 'off';

interface Left extends KernelProcesses {
  folder: string;
  /** Ends the owner as a crash does, once it printed this. Resolves to the line that holds it. */
  crash(after?: string): Promise<string>;
}

async function leaveKernel(sandbox: Sandbox, graceS: number, code = ''): Promise<Left> {
  return leaveKernelIn(await createTempDir(), sandbox, graceS, code);
}

async function leaveKernelIn(
  folder: string,
  sandbox: Sandbox,
  graceS: number,
  code = '',
  workspaceFiles = '',
  branch = '',
): Promise<Left> {
  const script = join(import.meta.dirname, '../../helpers/kernel/leave-kernel.ts');
  const owner = spawn(process.execPath, [script, folder, String(graceS), code, workspaceFiles, branch], {
    env: { ...process.env, ACTBOOK_SANDBOX: sandbox },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]();
  const processes = parseProcesses(String((await lines.next()).value));
  const crash = async (after = '') => {
    let line = '';
    while (!line.includes(after)) line = String((await lines.next()).value);
    const exited = once(owner, 'exit');
    owner.kill('SIGKILL');
    await exited;
    return line;
  };
  return { ...processes, folder, crash };
}

function createProvider(folder: string, sandbox: Sandbox): KernelProvider {
  const { python, rootDir, kernelEnv, box } = readConfig();
  const provider = createJupyterKernels({
    python,
    rootDir,
    kernelEnv,
    sandbox,
    box,
    forkPatienceMs: FORK_PATIENCE_MS,
    external: null,
    graceS: 30,
    workspacesDir: folder,
    survivorsDir: join(folder, 'kernels'),
  });
  onTestFinished(() => provider.dispose());
  return provider;
}

function recover(provider: KernelProvider, folder: string): Promise<Kernel | null> {
  return provider.recover({ name: 'own', kernelName: 'python3', workspace: folder });
}

const pidsOf = ({ kernel, server, supervisor, detached }: KernelProcesses) => [
  kernel,
  server,
  supervisor,
  detached,
];

const WORK = [
  'import os, time',
  'print("before", flush=True)',
  'while not os.path.exists("go"): time.sleep(0.01)',
  'print("after")',
  'kept += 1',
].join('\n');

describe.each(['on', 'off'] as const)('sandbox %s: a kernel whose owner crashed', (sandbox) => {
  it('is found by the next one, with its variables, and ends with that one', async () => {
    const left = await leaveKernel(sandbox, 30);
    const file = join(left.folder, 'kernels', 'own.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await left.crash();
    const provider = createProvider(left.folder, sandbox);
    expect(provider.listSurvivors()).toEqual(['own']);
    const kernel = await recover(provider, left.folder);
    if (!kernel) throw new Error('The kernel was not found.');
    expect(await kernel.evaluate('kept')).toBe('41');
    await provider.dispose();
    await waitUntilGone(...pidsOf(left));
    expect([existsSync(left.scratch), existsSync(file)]).toEqual([false, false]);
  });

  it('is found with the one that was forked from it, each with its own variables', async () => {
    const left = await leaveKernelIn(await createTempDir(), sandbox, 30, '', '', 'branch');
    await left.crash();
    const provider = createProvider(left.folder, sandbox);
    const workspace = join(left.folder, 'branch');
    const branch = await provider.recover({ name: 'branch', kernelName: 'python3', workspace });
    const kernel = await recover(provider, left.folder);
    if (!kernel || !branch) throw new Error('The kernels were not found.');
    expect([await kernel.evaluate('kept'), await branch.evaluate('kept')]).toEqual(['41', '42']);
    await kernel.dispose();
    const again = await createTempDir();
    const forked = await provider.forks.fork(branch, { kernelName: 'python3', workspace: again });
    expect(await forked.evaluate('kept')).toBe('42');
    await provider.dispose();
    await waitUntilGone(...pidsOf(left));
  });

  it('gives the rest of its cell, and the true end', async () => {
    const left = await leaveKernel(sandbox, 30, WORK);
    await left.crash('before');
    await waitUntilUnheard(join(left.folder, 'kernels', 'own.json'));
    // The cell ends while nobody listens.
    await writeFile(join(left.folder, 'go'), '');
    const kernel = await recover(createProvider(left.folder, sandbox), left.folder);
    if (!kernel) throw new Error('The kernel was not found.');
    const { stdout, end } = await run(kernel, WORK, { id: 'cell', isResumed: true });
    expect(stdout).toBe('after\n');
    expect(end).toMatchObject({ status: 'ok', reason: expect.stringContaining('Actbook was restarted') });
    expect(await kernel.evaluate('kept')).toBe('42');
  });

  it('asks again what nobody had answered', async () => {
    const ask = 'kept = input("Name? ")';
    const left = await leaveKernel(sandbox, 30, ask);
    const question = InputRequest.parse(JSON.parse(await left.crash('input-request')));
    const kernel = await recover(createProvider(left.folder, sandbox), left.folder);
    if (!kernel) throw new Error('The kernel was not found.');
    const resumption = { id: 'cell', isResumed: true, openInputs: [question] };
    const { events, end } = await run(kernel, ask, { ...resumption, onInput: async () => 'Ada' });
    expect(end.status).toBe('ok');
    expect(events.map(({ type }) => type)).toEqual(['input-reply', 'end']);
    expect(await kernel.evaluate('kept')).toBe("'Ada'");
  });

  it('is never made to run a cell a second time', async () => {
    const left = await leaveKernel(sandbox, 30);
    await left.crash();
    const kernel = await recover(createProvider(left.folder, sandbox), left.folder);
    if (!kernel) throw new Error('The kernel was not found.');
    const { end } = await run(kernel, 'kept += 1', { id: 'unknown', isResumed: true });
    expect(end).toMatchObject({
      status: 'aborted',
      reason: expect.stringContaining('how it ended is unknown'),
    });
    expect(await kernel.evaluate('kept')).toBe('41');
  });

  it('stays with an owner that lives, and ends with everything it started when nobody comes in time', async () => {
    const left = await leaveKernel(sandbox, 1);
    expect(await recover(createProvider(left.folder, sandbox), left.folder)).toBeNull();
    expect(pidsOf(left).filter(isAlive)).toHaveLength(4);
    await left.crash();
    await waitUntilGone(...pidsOf(left));
    expect(existsSync(left.scratch)).toBe(false);
  });
});

it('a box keeps its limit of files when another owner finds it, whatever its code wrote meanwhile', async () => {
  const folder = await createTempDir();
  for (let index = 0; index < 1_200; index += 1) await writeFile(join(folder, String(index)), '');
  const code = `
import os, time
def flood(name, count):
    while not os.path.exists(f"{name}.go"): time.sleep(0.01)
    for index in range(count): open(f"{name}-{index}", "w").close()
print("before", flush=True)
flood("unwatched", 900)
open("flooded", "w").close()
flood("watched", 700)
time.sleep(600)`;
  const left = await leaveKernelIn(folder, 'on', 30, code, '1500');
  await left.crash('before');
  await waitUntilUnheard(join(folder, 'kernels', 'own.json'));
  await writeFile(join(folder, 'unwatched.go'), '');
  await vi.waitUntil(() => existsSync(join(folder, 'flooded')), { timeout: 60_000 });
  const kernel = await recover(createProvider(folder, 'on'), folder);
  if (!kernel) throw new Error('The kernel was not found.');
  await writeFile(join(folder, 'watched.go'), '');
  // What was there before its code ran, and room to tidy up.
  expect((await run(kernel, code, { id: 'cell', isResumed: true })).end).toMatchObject({
    status: 'kernel-died',
    reason: expect.stringContaining('more than 2200 files'),
  });
});

/** Of all that belongs to a box that nobody will look for, milliseconds. */
const END_MS = 5_000;

/** Resolves once the server of a box in this folder, or in one below, has its token. It never listens. */
async function waitForSlowServer(folder: string): Promise<void> {
  const hasBegun = async () =>
    (await readdir(folder, { recursive: true })).some((path) => basename(path) === SLOW_SERVER_FILE);
  await vi.waitUntil(hasBegun, { timeout: FORK_PATIENCE_MS });
}

describe('a box that is still starting', () => {
  it.each(['waiting', 'session'])(
    'ends with a crash of its owner, which nobody will look for: %s',
    async (kind) => {
      const folder = await createTempDir();
      const script = join(import.meta.dirname, '../../helpers/box/start-slow-box.ts');
      const owner = spawn(process.execPath, [script, await copySlowPrograms(), folder, kind], {
        stdio: 'inherit',
      });
      onTestFinished(() => void owner.kill('SIGKILL'));
      await waitForSlowServer(folder);
      const pids = listDescendants(owner.pid ?? 0);
      expect(pids.length).toBeGreaterThan(2);
      const exited = once(owner, 'exit');
      owner.kill('SIGKILL');
      await exited;
      await expect.poll(() => pids.filter(isAlive), { timeout: END_MS }).toEqual([]);
    },
  );

  it('is given up when its owner ends', async () => {
    const before = listOwnProcesses();
    const test = await createTestProvider({ sandbox: 'on', rootDir: await copySlowPrograms() });
    const refused = expect(test.start()).rejects.toMatchObject({ code: 'kernel-unavailable' });
    await waitForSlowServer(test.workspacesDir);
    const pids = listOwnProcesses().filter((pid) => !before.includes(pid));
    const startedAt = performance.now();
    await test.dispose();
    expect(performance.now() - startedAt).toBeLessThan(END_MS);
    await refused;
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

describe('what a crash left on disk', () => {
  let folder: string;
  let scratch: string;
  let survivor: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'actbook-test-'));
    const left = await leaveKernelIn(folder, 'off', 1);
    scratch = left.scratch;
    survivor = await readFile(join(folder, 'kernels', 'own.json'), 'utf8');
    await left.crash();
    await waitUntilGone(...pidsOf(left));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function recoverFrom(change: (file: string) => Promise<void>): Promise<Kernel | null> {
    const file = join(folder, 'kernels', 'own.json');
    await writeFile(file, survivor);
    onTestFinished(() => rm(scratch, { recursive: true, force: true }));
    await change(file);
    const provider = createProvider(folder, 'off');
    const kernel = await recover(provider, folder);
    expect(existsSync(file)).toBe(false);
    return kernel;
  }

  it('after everything ended is not a kernel', async () => {
    expect(await recoverFrom(async () => {})).toBeNull();
  });

  it('cut short is not a kernel', async () => {
    expect(await recoverFrom((file) => writeFile(file, '{"server":'))).toBeNull();
  });

  it.each([
    ['says nothing', ''],
    ['says something else', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['speaks like a supervisor, of a server that is not there', '{"pid": 1}\n'],
  ])('with a socket that %s in its place is not a kernel', async (_, greeting) => {
    const kernel = await recoverFrom(async () => {
      await mkdir(scratch, { mode: 0o700 });
      await listen(join(scratch, 'owner.sock'), greeting);
    });
    expect(kernel).toBeNull();
  });

  it('in a folder that others can write is not touched', async () => {
    let connections = 0;
    const kernel = await recoverFrom(async () => {
      await mkdir(scratch);
      await chmod(scratch, 0o777);
      const server = await listen(join(scratch, 'owner.sock'), '{"pid": 1}\n');
      server.on('connection', () => connections++);
    });
    expect([kernel, connections]).toEqual([null, 0]);
  });

  it('holds the token, which nothing else does', () => {
    expect(JSON.parse(survivor).server.token).toMatch(/^[0-9a-f]{48}$/);
  });

  async function listen(path: string, greeting: string) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      if (greeting) socket.write(greeting);
    });
    server.listen(path);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return server;
  }
});
