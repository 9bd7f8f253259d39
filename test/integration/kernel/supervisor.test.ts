/**
 * Whatever code does to its kernel: its cell ends with a true word, the next one runs, what was lost is named, and
 * the kernel of another session keeps its variables.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { CellEndStatus } from '../../../lib/protocol/cells/cell.ts';
import { SMALL_LIMITS } from '../../helpers/box/small-limits.ts';
import { describeProcesses } from '../../helpers/kernel/kernel-processes.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

/** A usable kernel comes within this time, on a machine that does much else besides. */
vi.setConfig({ testTimeout: 300_000 });

/** For code that is stopped at its limit, milliseconds. */
const SHORT_MS = 1_500;

interface Case {
  name: string;
  code: string;
  status: CellEndStatus;
  /** Of the cell's end. */
  reason?: RegExp;
  isLost: boolean;
  cellTimeoutMs?: number;
}

/** What any kernel must survive, in a box or not. */
const ANYWHERE: Case[] = [
  {
    name: 'loops forever',
    code: 'while True: pass',
    status: 'timed-out',
    isLost: false,
    cellTimeoutMs: SHORT_MS,
  },
  {
    name: 'stays in C code that no interrupt reaches',
    code: 'sum(range(10 ** 15))',
    status: 'kernel-died',
    reason: /limit of 1.5 s\. It did not respond to interrupts/,
    isLost: true,
    cellTimeoutMs: SHORT_MS,
  },
  {
    name: 'stops its process',
    code: 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)',
    status: 'kernel-died',
    reason: /limit of 1.5 s\. It did not respond to interrupts/,
    isLost: true,
    cellTimeoutMs: SHORT_MS,
  },
  { name: 'ends its process', code: 'import os\nos._exit(1)', status: 'kernel-died', isLost: true },
  {
    name: 'breaks its process',
    code: 'import ctypes\nctypes.string_at(0)',
    status: 'kernel-died',
    isLost: true,
  },
  { name: 'calls exit()', code: 'exit()', status: 'kernel-died', reason: /exit\(\)/, isLost: true },
  { name: 'calls sys.exit()', code: 'import sys\nsys.exit()', status: 'error', isLost: false },
  {
    name: 'leaves a child process that holds its output open',
    code: 'import subprocess\nsubprocess.Popen(["sleep", "600"])',
    status: 'ok',
    isLost: false,
  },
  {
    name: 'leaves a thread that prints forever',
    code: `
import threading
def shout():
    while True: print("x" * 1000)
threading.Thread(target=shout, daemon=True).start()`,
    status: 'ok',
    isLost: false,
  },
  {
    name: 'deletes its working directory',
    code: 'import os, shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)',
    status: 'ok',
    isLost: false,
  },
];

/** What only a box can stop. */
const BOXED: Case[] = [
  {
    name: 'asks for more memory than it may have',
    code: 'block = bytearray(1 << 40)',
    status: 'error',
    isLost: false,
  },
  {
    name: 'takes more memory than its box may have',
    code: `
import os, time
file = os.memfd_create("hidden")
for _ in range(900): os.write(file, b"x" * (1 << 20))
time.sleep(600)`,
    status: 'kernel-died',
    reason: /more than 700 MB of memory/,
    isLost: true,
  },
  {
    name: 'starts processes that start processes',
    code: `
import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(0.01)`,
    status: 'kernel-died',
    reason: /more than 60 processes/,
    isLost: true,
  },
  {
    name: 'fills the disk',
    code: `
import time
with open("large", "wb", buffering=0) as file:
    for _ in range(400): file.write(b"x" * (1 << 20))
time.sleep(600)`,
    status: 'kernel-died',
    reason: /more than 200 MB on the disk/,
    isLost: true,
  },
  {
    name: 'stops the server of its box too',
    code: `
import os, signal
# In a forked box, the server is not above the kernel, but the first that was started.
os.kill(2 if os.getppid() == 1 else os.getppid(), signal.SIGSTOP)
os.kill(os.getpid(), signal.SIGSTOP)`,
    status: 'kernel-died',
    reason: /did not respond to interrupts/,
    isLost: true,
    cellTimeoutMs: SHORT_MS,
  },
];
const KEEP = 'kept = [1, 2, 3]';
/** Told on the disk, where the kernel works: a thread may print so much that little else is left of the output. */
const LOOK = 'with open("note.txt", "w") as file: file.write(str("kept" in globals()))';

describe.each([
  { sandbox: 'on', cases: [...ANYWHERE, ...BOXED] },
  { sandbox: 'off', cases: ANYWHERE },
] as const)('sandbox $sandbox: code that', ({ sandbox, cases }) => {
  // With control groups it is another test: box-limits-groups.test.ts.
  const test = shareProvider({ sandbox, limits: SMALL_LIMITS, controlGroupsDir: '/nowhere' });
  let bystander: Kernel;

  beforeAll(async () => {
    bystander = await test.start('bystander');
    await run(bystander, 'kept = 1');
  });

  it.each(cases)('$name', async ({ code, status, reason, isLost, cellTimeoutMs = 120_000 }) => {
    const script = [fence(KEEP), fence(code), fence(LOOK), 'Done.'];
    const session = await openRuntime(test.provider, test.workspacesDir, script);
    const { cells, kernel, runs } = await session.run('Try it.', { cellTimeoutMs });
    const [, harmful, next] = cells.filter(({ role }) => role === 'code');
    expect(harmful).toMatchObject({ status, ...(reason ? { reason: expect.stringMatching(reason) } : {}) });
    expect(next).toMatchObject({ status: 'ok' });
    const note = join(test.workspacesDir, session.sessionId, 'note.txt');
    expect(await readFile(note, 'utf8')).toBe(isLost ? 'False' : 'True');
    expect(runs[0]?.outcome).toEqual({ status: 'answered' });

    const kept = { name: 'kept', type: 'list', shape: [3], isTable: true };
    expect(kernel.lostNames).toEqual(isLost ? [kept] : []);
    expect(kernel.names.some(({ name }) => name === 'kept')).toBe(!isLost);
    expect(promptText(session.model, 2).includes('kept (list 3)')).toBe(isLost);
    expect((await run(bystander, 'print(kept)')).stdout).toBe('1\n');
  });

  it('stops its process once its cell has ended is found by the next cell, and replaced', async () => {
    const kernel = await test.start();
    const { kernel: pid } = await describeProcesses(kernel);
    process.kill(pid, 'SIGSTOP');
    const { end } = await run(kernel, '1');
    expect(end).toMatchObject({ status: 'kernel-died', reason: expect.stringMatching(/did not respond/) });
    expect((await run(kernel, 'print(2)')).stdout).toBe('2\n');
    await kernel.dispose();
    expect((await run(bystander, 'print(kept)')).stdout).toBe('1\n');
  });
});
