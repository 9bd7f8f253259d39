/** What a box may take, and what happens to it, and to the others, when it takes more. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BoxLimits } from '../../../lib/kernel/box/box-limits.ts';
import type { Kernel, KernelStatusChange } from '../../../lib/kernel/kernel.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { SMALL_LIMITS } from '../../helpers/box/small-limits.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const LIMITS: BoxLimits = { ...SMALL_LIMITS, workspaceFiles: 3_000 };

const test = shareProvider({ sandbox: 'on', limits: LIMITS });
let bystander: Kernel;

beforeAll(async () => {
  bystander = await test.start('bystander');
  await run(bystander, 'kept = 1');
});

/** Code that keeps taking until it is stopped: it must not end by itself. */
const FLOODS: [name: string, code: string, reason: RegExp][] = [
  [
    'memory in many processes',
    `
import os, time
for _ in range(10):
    if os.fork() == 0:
        held = bytearray(os.urandom(1 << 20)) * 120
        time.sleep(600)
time.sleep(600)`,
    /more than 700 MB of memory/,
  ],
  [
    'the disk, by a file that is deleted',
    `
import os, time
file = open("large", "wb", buffering=0)
os.remove("large")
for _ in range(400): file.write(b"x" * (1 << 20))
time.sleep(600)`,
    /more than 200 MB on the disk/,
  ],
  [
    'the disk, by files that are deleted and mapped',
    `
import mmap, os, time
held = []
for index in range(8):
    with open("large", "w+b", buffering=0) as file:
        os.remove("large")
        for _ in range(50): file.write(b"x" * (1 << 20))
        held.append(mmap.mmap(file.fileno(), 4096))
time.sleep(600)`,
    /more than 200 MB on the disk/,
  ],
  [
    'the disk, by files that nobody has open but a socket',
    `
import os, socket, time
one, other = socket.socketpair()
for index in range(8):
    with open("large", "wb", buffering=0) as file:
        os.remove("large")
        for _ in range(50): file.write(b"x" * (1 << 20))
        socket.send_fds(one, [b"x"], [file.fileno()])
time.sleep(600)`,
    /more than 200 MB on the disk/,
  ],
  [
    'the disk, in a process whose first thread has ended',
    `
import ctypes, os, platform, threading, time
def flood():
    held = []
    for index in range(8):
        held.append(open("large", "wb", buffering=0))
        os.remove("large")
        for _ in range(50): held[-1].write(b"x" * (1 << 20))
    time.sleep(600)
if os.fork() == 0:
    threading.Thread(target=flood).start()
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
time.sleep(600)`,
    /more than 200 MB on the disk/,
  ],
  [
    'the disk, by many small files',
    `
import time
for index in range(6_000): open(f"small-{index}", "w").close()
time.sleep(600)`,
    /more than 3000 files/,
  ],
];

describe('a box that takes', () => {
  it.each(FLOODS)('%s is ended with a sentence, and a new one can be used', async (_, code, reason) => {
    const kernel = await test.start(crypto.randomUUID());
    const changes: KernelStatusChange[] = [];
    kernel.onStatus((change) => changes.push(change));
    const { end } = await run(kernel, code);
    expect(end).toMatchObject({ status: 'kernel-died', reason: expect.stringMatching(reason) });
    expect(changes).toContainEqual(
      expect.objectContaining({ status: 'dead', stateLost: true, reason: expect.stringMatching(reason) }),
    );
    // More files than the limit are there now: the new box has room to tidy up.
    const tidy = 'import os\nfor name in os.listdir(): os.remove(name)\nprint(os.listdir())';
    expect((await run(kernel, tidy)).stdout).toBe('[]\n');
    await kernel.dispose();
    expect((await run(bystander, 'print(kept)')).stdout).toBe('1\n');
  });

  it('the disk below the longest path is ended too, and its folders can be removed', async () => {
    const deep = await test.start('deep');
    const code = `
import os, time
for _ in range(2_500):
    os.mkdir("deeper")
    os.chdir("deeper")
with open("large", "wb", buffering=0) as file:
    for _ in range(400): file.write(b"x" * (1 << 20))
time.sleep(600)`;
    const { end } = await run(deep, code);
    expect(end.reason).toMatch(/more than 200 MB on the disk/);
    await deep.dispose();
    await createWorkspaces(test.workspacesDir).remove('deep');
    expect(existsSync(join(test.workspacesDir, 'deep'))).toBe(false);
  });
});

describe('within its limits, code', () => {
  const roomy = shareProvider({ sandbox: 'on' });
  let kernel: Kernel;

  beforeAll(async () => {
    kernel = await roomy.start();
  });

  it('that asks for too much memory gets a MemoryError, and the kernel lives', async () => {
    await run(kernel, 'kept = 2');
    const { outputs } = await run(kernel, 'import numpy\nnumpy.ones(8 << 30, dtype="uint8")');
    expect(outputs).toMatchObject([{ output_type: 'error', ename: expect.stringContaining('MemoryError') }]);
    const { outputs: growing } = await run(
      kernel,
      'grown = []\nwhile True: grown.append(bytearray(1 << 28))',
    );
    expect(growing).toMatchObject([{ ename: 'MemoryError' }]);
    expect((await run(kernel, 'del grown; print(kept)')).stdout).toBe('2\n');
  });

  it('that fills the private folders of the box is stopped there', async () => {
    const fill = (folder: string) =>
      `with open("${folder}/fill", "wb") as file:\n    for _ in range(400): file.write(b"x" * (1 << 20))`;
    for (const folder of ['/tmp', '/dev/shm']) {
      expect((await run(kernel, fill(folder))).outputs).toMatchObject([{ ename: 'OSError' }]);
      await run(kernel, `import os; os.remove("${folder}/fill")`);
    }
  });

  it('that sends one endless message ends its cell, and no more', async () => {
    const { end } = await run(kernel, 'display({"text/plain": "x" * 150_000_000}, raw=True)');
    expect(end).toMatchObject({ status: 'aborted', reason: expect.stringContaining('128 MB') });
    expect((await run(kernel, 'print(1)')).stdout).toBe('1\n');
  });
});
