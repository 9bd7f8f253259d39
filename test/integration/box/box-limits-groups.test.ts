/** Limits that the system keeps, whatever code does: by a control group for each box, where it can be made. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBoxGroups } from '../../../lib/kernel/box/box-groups.ts';
import { defaultBoxLimits } from '../../../lib/kernel/box/box-limits.ts';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createScratchDir } from '../../../lib/kernel/server/server-process.ts';
import { MEMORY_ATTACKS } from '../../helpers/box/memory-attacks.ts';
import { describeProcesses, parseProcesses, waitUntilGone } from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

vi.setConfig({ testTimeout: 120_000 });

const MIB = 1024 ** 2;
const DEFAULT_LIMITS = defaultBoxLimits(totalmem());
const LIMITS = { ...DEFAULT_LIMITS, memoryBytes: 500 * MIB };
/** From the last piece that code could take to the end of its box. Usually a fifth of it; this machine does much else. */
const ENDED_MS = 5_000;

const options = { workspacesDir: tmpdir(), limits: LIMITS, allMemoryBytes: totalmem() };
const { groups } = await openBoxGroups(options);
await groups?.close();

/** Keeps asking until it is stopped, and returns how often it was answered. */
async function keepAsking(kernel: Kernel, isOver: () => boolean): Promise<number> {
  let count = 0;
  while (!isOver()) {
    expect((await run(kernel, 'print(kept)')).stdout).toBe('1\n');
    count += 1;
  }
  return count;
}

/** The folder of the group of a kind that a process is in; version 2 has one for all kinds. */
function readGroup(pid: number, kind = 'memory'): string {
  const own = readFileSync(`/proc/${pid}/cgroup`, 'utf8');
  for (const [, kinds = '', path = ''] of own.matchAll(/^\d+:([^:]*):(.*actbook\..*)$/gm)) {
    const folder = join('/sys/fs/cgroup', kinds === '' ? '' : kind, path);
    if (['', kind].some((each) => kinds.split(',').includes(each)) && existsSync(folder)) return folder;
  }
  return '';
}

describe.runIf(groups)('a box in a control group', () => {
  const test = shareProvider({ sandbox: 'on', limits: LIMITS });
  let bystander: Kernel;

  beforeAll(async () => {
    bystander = await test.start('bystander');
    await run(bystander, 'kept = 1');
  });

  it.each(MEMORY_ATTACKS)('is ended within seconds when it takes %s', async (name, code) => {
    const kernel = await test.start(name);
    let endedAt: number | null = null;
    const asking = keepAsking(bystander, () => endedAt !== null);
    let taken = 0;
    let takenAt = performance.now();
    let reason: string | undefined;
    for await (const event of kernel.execute(code)) {
      if (event.type === 'output' && event.output.output_type === 'stream') {
        taken = Number(event.output.text.trim().split('\n').at(-1));
        takenAt = performance.now();
      }
      if (event.type === 'end') reason = event.reason;
    }
    endedAt = performance.now();
    expect(reason).toMatch(/The code used more than 500 MB of memory, so its sandbox was ended/);
    expect(taken).toBeLessThan(500);
    expect(endedAt - takenAt).toBeLessThan(ENDED_MS);
    expect(await asking).toBeGreaterThan(0);
    expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
    await kernel.dispose();
  });

  it('is left alone when it starts too many processes: starting one fails, and all variables stay', async () => {
    const kernel = await test.start();
    await run(kernel, 'kept = 2');
    const flood = 'import subprocess\nstarted = [subprocess.Popen(["sleep", "600"]) for i in range(600)]';
    expect((await run(kernel, flood)).outputs).toMatchObject([{ ename: 'BlockingIOError' }]);
    expect((await run(kernel, 'print(kept)')).stdout).toBe('2\n');
    await kernel.dispose();
  });

  it('has a group from its first process to its last', async () => {
    const kernel = await test.start();
    const { kernel: pid, server, supervisor } = await describeProcesses(kernel);
    const group = readGroup(pid);
    expect(basename(group)).toMatch(new RegExp(`^${process.pid}\\.actbook-`));
    expect(readGroup(server)).toBe(group);
    // It says what became of the box.
    expect(readGroup(supervisor)).toBe('');
    await kernel.dispose();
    await expect.poll(() => existsSync(group)).toBe(false);
    expect(existsSync(dirname(group))).toBe(true);
  });
});

/** Files that say how much of the processors and the disk a group gets, and what they hold where nobody set it. */
const SHARES = Object.entries({
  'cpu.weight': '100',
  'io.weight': 'default 100',
  'cpu.shares': '1024',
  'blkio.bfq.weight': '100',
});

const readShares = (group: string) =>
  SHARES.filter(([name]) => existsSync(join(group, name))).map(([name, usual]) => {
    const share = readFileSync(join(group, name), 'utf8').trim();
    return { name, share, usual };
  });

describe.runIf(groups?.shareProcessors)('a dozen boxes that spin', () => {
  it('have one share of the processors and the disk together, and each the same part of it', async () => {
    const test = await createTestProvider({ sandbox: 'on', box: 'fork' });
    onTestFinished(() => test.dispose());
    const kernels = await Promise.all(Array.from({ length: 12 }, () => test.start()));
    const boxes = await Promise.all(kernels.map(describeProcesses));
    const spin = 'import os\nif os.fork() == 0:\n    while True: pass';
    await Promise.all(kernels.map((kernel) => run(kernel, spin)));
    const kinds = existsSync('/sys/fs/cgroup/cgroup.controllers') ? ['all'] : ['cpu', 'blkio'];
    for (const kind of kinds) {
      const own = boxes.map((box) => {
        const group = readGroup(box.kernel, kind);
        expect(basename(group)).toMatch(new RegExp(`^${process.pid}\\.actbook-`));
        for (const pid of listDescendants(box.kernel)) expect(readGroup(pid, kind)).toBe(group);
        expect(readGroup(box.supervisor, kind)).toBe('');
        return group;
      });
      expect(new Set(own).size).toBe(12);
      for (const { name, share, usual } of own.flatMap(readShares))
        expect([name, share]).toEqual([name, usual]);
      const [all, ...others] = [...new Set(own.map((group) => dirname(group)))];
      expect(others).toEqual([]);
      // The app has its own, usual share beside that of all boxes.
      expect(readGroup(process.pid, kind).startsWith(all ?? '')).toBe(false);
      for (const { name, share, usual } of readShares(all ?? '')) {
        // Of version 1, it is divided among the processors.
        const count = name === 'cpu.shares' ? availableParallelism() : 1;
        expect(Number(/\d+/.exec(share)) / count).toBeLessThanOrEqual(Number(/\d+/.exec(usual)));
      }
    }
  });
});

describe.runIf(groups)('boxes together', () => {
  it('are held to a limit of their own, and leave nothing behind', async () => {
    const test = await createTestProvider({ sandbox: 'on', allMemoryBytes: 900 * MIB });
    const kernels = [await test.start(), await test.start()];
    const [group = ''] = await Promise.all(
      kernels.slice(0, 1).map(async (kernel) => readGroup((await describeProcesses(kernel)).kernel)),
    );
    const take = 'import time\nheld = bytearray(b"x") * (450 << 20)\ntime.sleep(20)';
    const ends = await Promise.all(kernels.map(async (kernel) => (await run(kernel, take)).end));
    // Usually one. The system ends another one where the memory of the first is slow to come back.
    const ended = ends.filter(({ status }) => status !== 'ok');
    expect(ended.length).toBeGreaterThan(0);
    for (const { reason } of ended)
      expect(reason).toMatch(/All sandboxes together used more than 900 MB of memory, so this one was ended/);
    await test.dispose();
    expect(existsSync(dirname(group))).toBe(false);
  });
});

/** None once the group is removed, which may happen as it is read. */
function readProcesses(group: string): string {
  try {
    return readFileSync(join(group, 'cgroup.procs'), 'utf8');
  } catch {
    return '';
  }
}

/** Starts a kernel in a process of its own, and ends that process as a crash does. */
async function leaveKernel(folder: string, graceS: number) {
  const script = join(import.meta.dirname, '../../helpers/kernel/leave-kernel.ts');
  const owner = spawn(process.execPath, [script, folder, String(graceS)], {
    env: { ...process.env, ACTBOOK_SANDBOX: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]();
  const processes = parseProcesses(String((await lines.next()).value));
  const group = readGroup(processes.kernel);
  const exited = once(owner, 'exit');
  owner.kill('SIGKILL');
  await exited;
  return { ...processes, group };
}

describe.runIf(groups)('the group of a box whose app crashed', () => {
  it('is removed with its scratch folder when the box had not begun', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const scratch = createScratchDir();
    const group = groups?.create(basename(scratch));
    const folders = (group?.folders ?? []).map((folder) =>
      join(dirname(folder), `${pid}.${basename(scratch)}`),
    );
    await group?.remove();
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    await (await openBoxGroups(options)).groups?.close();
    expect([...folders, scratch].filter(existsSync)).toEqual([]);
  });

  it('is removed by the next one when the box ended too', async () => {
    const folder = await createTempDir();
    const { supervisor, kernel, group } = await leaveKernel(folder, 0);
    await waitUntilGone(supervisor, kernel);
    // Other processes of the box end a moment later. The next one may be that of another test, which starts now.
    await vi.waitUntil(() => readProcesses(group) === '', 20_000);
    await (await openBoxGroups({ ...options, workspacesDir: folder })).groups?.close();
    expect(existsSync(dirname(group))).toBe(false);
  });

  it('is found by the next one, which ends the box at its limit', async () => {
    const folder = await createTempDir();
    const { group } = await leaveKernel(folder, 30);
    const start = { graceS: 30, workspacesDir: folder, survivorsDir: join(folder, 'kernels') };
    const next = await createTestProvider({ sandbox: 'on', limits: LIMITS, ...start });
    onTestFinished(() => next.dispose());
    const kernel = await next.provider.recover({ name: 'own', kernelName: 'python3', workspace: folder });
    if (!kernel) throw new Error('The kernel was not found.');
    // The process that crashed had another limit.
    const limit = ['memory.limit_in_bytes', 'memory.max'].map((name) => join(group, name)).find(existsSync);
    writeFileSync(limit ?? '', String(LIMITS.memoryBytes));
    const { end } = await run(kernel, 'held = bytearray(b"x") * (700 << 20)');
    expect(end.reason).toMatch(/The code used more than 500 MB of memory, so its sandbox was ended/);
  });
});

describe('without control groups', () => {
  it('boxes are watched, and it is known why', async () => {
    const controlGroupsDir = join(tmpdir(), crypto.randomUUID());
    const { groups: none, failure } = await openBoxGroups({ ...options, controlGroupsDir });
    expect(none).toBeNull();
    expect(failure?.reason).toMatch(/cannot create control groups/);
    const test = await createTestProvider({ sandbox: 'on', limits: LIMITS, controlGroupsDir });
    const kernel = await test.start();
    const { end } = await run(kernel, 'import time\nheld = bytearray(b"x") * (700 << 20)\ntime.sleep(60)');
    expect(end.reason).toMatch(/more than 500 MB of memory/);
    await test.dispose();
  });
});
