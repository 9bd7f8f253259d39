/** Boxes that are forked from one process: what they share is of no use to code, and none outlives who made it. */

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { createBoxZygotes } from '../../../lib/kernel/box/box-zygote.ts';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createSurvivors } from '../../../lib/kernel/server/survivor.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { describeProcesses, isAlive } from '../../helpers/kernel/kernel-processes.ts';
import {
  createTestProvider,
  FORK_PATIENCE_MS,
  run,
  type TestProvider,
} from '../../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** Whoever made a box is gone, and so is the box after this. */
const GONE_MS = 20_000;

let test: TestProvider;
let survivorsDir: string;
beforeAll(async () => {
  survivorsDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
  test = await createTestProvider({ sandbox: 'on', box: 'fork', survivorsDir });
});
afterAll(async () => {
  await test.dispose();
  await rm(survivorsDir, { recursive: true });
});

function readParent(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function expectGone(pids: readonly number[]): Promise<void> {
  const alive = () => pids.filter((pid) => isAlive(pid) && !isZombie(pid));
  await expect.poll(alive, { timeout: GONE_MS, interval: 20 }).toEqual([]);
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

/** Prints what it finds in the memory of every process of the box: hashes of what may be a token, and names. */
const SCAN = `
import glob, hashlib, re
tokens, names = set(), set()
CHUNK, OVERLAP = 4 << 20, 64
for folder in glob.glob("/proc/[0-9]*"):
    try:
        with open(folder + "/maps") as maps: regions = [line.split() for line in maps]
        memory = open(folder + "/mem", "rb")
    except OSError: continue
    with memory:
        for span, rights, *_ in regions:
            # Whatever was read or made is where something can be written.
            if not rights.startswith("rw"): continue
            at, last = (int(end, 16) for end in span.split("-"))
            while at < last:
                try:
                    memory.seek(at)
                    held = memory.read(min(CHUNK, last - at))
                except (OSError, OverflowError, ValueError): break
                at += CHUNK - OVERLAP
                if held.count(0) == len(held): continue
                tokens |= {hashlib.sha256(each).hexdigest() for each in re.findall(rb"[0-9a-f]{48,}", held) if len(each) == 48}
                names |= {each.decode() for each in re.findall(rb"(?:earlier|latest)-[0-9]", held)}
print(sorted(tokens))
print(sorted(names))`;

it('a forked box is recorded as one', async () => {
  expect((await test.start()).info).toMatchObject({ isolation: 'box', sandboxStart: 'fork' });
});

describe('code in a forked box', () => {
  it('finds nothing of five earlier sessions in all the memory that it can read', async () => {
    for (let number = 1; number <= 5; number++) {
      const name = `earlier-${number}`;
      const kernel = await test.start(name, { name });
      await run(kernel, `earlier = "something of ${name}"`);
      if (number % 2 === 0) await kernel.dispose();
    }
    const name = 'latest-6';
    const kernel = await test.start(name, { name });
    const { stdout, outputs } = await run(kernel, SCAN);
    const [tokens = '', names = ''] = stdout.split('\n');
    const survivors = createSurvivors(survivorsDir);
    const hashes = survivors
      .list()
      .map((each) => ({ each, hash: hashToken(survivors.read(each)?.server.token) }));
    // What is its own shows that the scan finds what is there.
    expect(hashes.map(({ each }) => each).sort()).toEqual(['earlier-1', 'earlier-3', 'earlier-5', name]);
    const found = hashes.filter(({ hash }) => tokens.includes(hash)).map(({ each }) => each);
    expect(found, JSON.stringify(outputs)).toEqual([name]);
    expect(names).toBe(`['${name}']`);
  });

  it('neither sees nor signals the zygote, a guard, or a process of another box', async () => {
    const [own, other] = [await test.start(), await test.start()];
    const { kernel, server, supervisor } = await describeProcesses(other);
    const pids = [readParent(supervisor), supervisor, server, kernel];
    expect(pids.filter(isAlive)).toEqual(pids);
    const code = `
import os
for pid in ${JSON.stringify(pids)}:
    try: print("signaled", os.kill(pid, 0))
    except ProcessLookupError: print("unknown", os.path.exists(f"/proc/{pid}"))
print(open("/proc/1/stat").read().split()[3])
for path in ("mem", "environ", "root", "fd", "maps"):
    try: print("opened", (os.listdir if path == "fd" else open)("/proc/1/" + path) and (path != "root" or os.listdir("/proc/1/root/session")))
    except PermissionError: print("closed")
    except IsADirectoryError: print("closed")`;
    const { stdout, outputs } = await run(own, code);
    const expected = [...pids.map(() => 'unknown False'), '0', ...Array(5).fill('closed'), ''].join('\n');
    expect(stdout, JSON.stringify(outputs)).toBe(expected);
    // From outside, they can be signaled.
    expect(pids.map((pid) => process.kill(pid, 0))).toEqual([true, true, true, true]);
  });
});

describe('when a process is killed', () => {
  let kernels: Kernel[];
  async function startTwo() {
    kernels = [await test.start(), await test.start()];
    return Promise.all(kernels.map(describeProcesses));
  }

  it('that guards a box, the box ends, and no other', async () => {
    const [first, second] = await startTwo();
    if (!first || !second) throw new Error('There are no boxes.');
    const pids = [first.supervisor, ...listDescendants(first.supervisor)];
    expect(pids).toContain(first.detached);
    process.kill(first.supervisor, 'SIGKILL');
    await expectGone(pids);
    // Their end is noticed a moment later, and code that is sent before ends with the box.
    await expect.poll(() => kernels[0]?.status).toBe('dead');
    expect((await run(kernels[1] as Kernel, 'print("alive")')).stdout).toBe('alive\n');
    expect((await run(kernels[0] as Kernel, 'print("again")')).stdout).toBe('again\n');
  });

  it('that boxes were forked from, all end, and the next box is forked from another', async () => {
    const [first] = await startTwo();
    const zygote = readParent(first?.supervisor ?? 0);
    const pids = [zygote, ...listDescendants(zygote)];
    expect(pids.length).toBeGreaterThan(8);
    process.kill(zygote, 'SIGKILL');
    await expectGone(pids);
    const next = await describeProcesses(await test.start());
    expect(await readFile(`/proc/${readParent(next.supervisor)}/cmdline`, 'utf8')).toContain('box_zygote.py');
  });

  it('that starts what boxes are forked from, that ends before it is ready', async () => {
    const folder = await createTempDir();
    const scratch = join(folder, 'scratch');
    await mkdir(scratch);
    const said = join(folder, 'said');
    const command = [readConfig().python, join(ROOT_DIR, 'kernels/box_zygote.py')];
    const owner = spawn(process.execPath, ['-e', OWNER, said, join(scratch, 'zygote.sock'), ...command]);
    const [pid] = (await once(owner.stdout.setEncoding('utf8'), 'data')).map(Number);
    owner.kill('SIGKILL');
    await expectGone([pid ?? 0]);
    expect(await readFile(said, 'utf8')).toBe('');
    expect(await readdir(folder)).toEqual(['said']);
  });
});

/** Starts one, and prints its id. */
const OWNER = `
const [said, path, program, ...args] = process.argv.slice(1);
const output = require('fs').openSync(said, 'w');
const child = require('child_process').spawn(program, args, { stdio: ['pipe', output, 'ignore'] });
child.stdin.write(path + '\\n');
console.log(child.pid);`;

it('many boxes that are made and ended leave no process and no descriptor', async () => {
  const own = await createTestProvider({ sandbox: 'on', box: 'fork' });
  const first = await own.start();
  const zygote = readParent((await describeProcesses(first)).supervisor);
  const count = () => ({
    descriptors: readdirSync(`/proc/${zygote}/fd`).length,
    processes: listDescendants(zygote).length,
  });
  const before = count();
  for (let round = 0; round < 4; round++) {
    const kernels = await Promise.all(Array.from({ length: 6 }, () => own.start()));
    const answers = await Promise.all(kernels.map((kernel) => run(kernel, 'print(1 + 1)')));
    expect(answers.map(({ stdout }) => stdout)).toEqual(Array(6).fill('2\n'));
    await Promise.all(kernels.map((kernel) => kernel.dispose()));
  }
  await expect.poll(count).toEqual(before);
  await own.dispose();
  await expectGone([zygote]);
});

it('a session does not wait for what boxes are forked from, and no box is kept ready before it is', async () => {
  const own = await createTestProvider({ sandbox: 'on', box: 'fork', forkPatienceMs: 0, warmBoxes: 1 });
  onTestFinished(own.dispose);
  expect((await own.start()).info.sandboxStart).toBe('bubblewrap');
  own.provider.keepWarm();
  const listWarm = async () => (await readdir(own.workspacesDir)).filter((name) => name.startsWith('.warm-'));
  await expect.poll(listWarm, { timeout: FORK_PATIENCE_MS }).toHaveLength(1);
  expect((await own.start()).info.sandboxStart).toBe('fork');
  expect(await listWarm()).toEqual([]);
  // The next one, and one for a clean run.
  own.provider.keepWarmApart();
  await expect.poll(listWarm, { timeout: FORK_PATIENCE_MS }).toHaveLength(2);
});

it('from the first clean run on, one box waits for the next, with a seed of its own', async () => {
  const own = await createTestProvider({ sandbox: 'on', box: 'fork', warmBoxes: 1 });
  onTestFinished(own.dispose);
  own.provider.keepWarm();
  const readWarm = async () => {
    const names = (await readdir(own.workspacesDir)).filter((name) => name.startsWith('.warm-'));
    return names.map((name) => statSync(join(own.workspacesDir, name)).ino);
  };
  const expectWarm = (count: number) =>
    expect.poll(readWarm, { timeout: FORK_PATIENCE_MS }).toHaveLength(count);
  await expectWarm(1);
  const [forked] = await readWarm();
  await own.start('clean', { isApart: true });
  expect(await readWarm()).toContain(forked);
  await expectWarm(2);
  const apart = (await readWarm()).find((ino) => ino !== forked);
  const code =
    'import sys\nprint("pandas" in sys.modules, sorted(name for name in globals() if name == "pandas"))';
  const kernel = await own.start('again', { isApart: true });
  expect(statSync(join(own.workspacesDir, 'again')).ino).toBe(apart);
  expect((await run(kernel, code)).stdout).toBe('True []\n');
  const readSeed = async (each: Kernel) => (await run(each, 'print(hash("seed"))')).stdout;
  expect(await readSeed(kernel)).not.toBe(await readSeed(await own.start('session')));
});

describe('the zygote', () => {
  const { python, kernelEnv } = readConfig({ ...process.env });
  const options = { python, kernelEnv, scriptsDir: join(ROOT_DIR, 'kernels') };

  it('is renewed after so many boxes, and goes when those that it forked have gone', async () => {
    const zygotes = createBoxZygotes({ ...options, renewal: { boxes: 1, ms: Number.POSITIVE_INFINITY } });
    const before = new Set(listDescendants(process.pid));
    const isZygote = (pid: number) => readParent(pid) === process.pid && !before.has(pid);
    const list = () => listDescendants(process.pid).filter((pid) => isAlive(pid) && isZygote(pid));
    await zygotes.prepare();
    const connection = await zygotes.connect();
    const [first = 0] = list();
    await expect.poll(() => list().length).toBe(2);
    // It has a box that is being made.
    await expect.poll(() => listDescendants(first).length).toBe(1);
    connection?.socket.destroy();
    // Once the other one is ready.
    await expect.poll(() => isAlive(first) && !isZombie(first)).toBe(false);
    const next = await zygotes.connect();
    expect(next).not.toBeNull();
    next?.socket.destroy();
    await zygotes.dispose();
    await expect.poll(() => list()).toEqual([]);
  });

  it('says what it could not rehearse, which the next one leaves out', async () => {
    // Unix sockets have no room for paths in there.
    const folder = join(await createTempDir(), 'long'.repeat(8));
    await mkdir(folder);
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const zygotes = createBoxZygotes({ ...options, renewal: { boxes: 1, ms: Number.POSITIVE_INFINITY } });
    onTestFinished(zygotes.dispose);
    const before = new Set(listDescendants(process.pid));
    await zygotes.prepare();
    const { rehearsalFailures } = zygotes;
    expect(rehearsalFailures).toEqual({
      rehearse_server: expect.stringContaining('too long for Unix sockets'),
    });
    (await zygotes.connect())?.socket.destroy();
    const isNext = (pid: number) =>
      !before.has(pid) && readCommand(pid).endsWith('box_zygote.py\0rehearse_server\0');
    await expect.poll(() => listDescendants(process.pid).some(isNext)).toBe(true);
    expect(zygotes.rehearsalFailures).toEqual(rehearsalFailures);
  });

  it('that could not rehearse all is reported by doctor', async () => {
    const home = await createTempDir();
    const folder = join(home, 'long'.repeat(8));
    await mkdir(folder);
    const env = { ACTBOOK_SANDBOX_START: 'fork', ACTBOOK_SANDBOX: 'on', TMPDIR: folder };
    const { stdout } = await runCli(['doctor'], { home, env });
    expect(stdout).toMatch(
      /^ok +start +sandboxes are forked .*rehearse_server: .*too long for Unix sockets/m,
    );
    const apart = await runCli(['doctor'], { home, env: { ...env, ACTBOOK_SANDBOX_START: 'bwrap' } });
    expect(apart.stdout).toMatch(/^ok +start +each sandbox by bubblewrap$/m);
  });

  it('that the system does not let make boxes leaves them to bubblewrap', async () => {
    const folder = await createTempDir();
    const deny = join(import.meta.dirname, '../../helpers/box/without-mount-setattr.py');
    const describeBox = join(import.meta.dirname, '../../helpers/box/describe-box.ts');
    const env = Object.assign(Object.create(null), { PATH: process.env.PATH, HOME: folder });
    const { stdout } = await promisify(execFile)(python, [deny, process.execPath, describeBox, folder], {
      env,
    });
    const { bwrap, fork, failure } = JSON.parse(stdout);
    expect(failure).toMatch(/mount_setattr/);
    expect(fork.processes.join('\n')).toContain('bwrap');
    expect(fork.lines).toEqual(bwrap.lines);
  });
});

/** Empty once it has gone. */
function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function hashToken(token = ''): string {
  return createHash('sha256').update(token).digest('hex');
}
