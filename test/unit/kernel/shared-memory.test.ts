/** Memory that forks share is counted once, and only as often as what they do in between makes it necessary. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createSharedMemory } from '../../../lib/kernel/box/shared-memory.ts';

const MEGABYTE = 1024 ** 2;
const FORKS = 3;
const HELD_MEGABYTES = 64;
const LIMIT = 128 * MEGABYTE;

/** A process and its forks, of which the first copies as many megabytes of what all share as a line says. */
const CODE = `
import os, sys
held = bytearray(${HELD_MEGABYTES} << 20)
held[::4096] = bytes([1]) * len(held[::4096])
forks = []
read, write = os.pipe()
for _ in range(${FORKS}):
    pid = os.fork()
    if pid == 0:
        os.close(write)
        while os.read(read, 1): pass
        os._exit(0)
    forks.append(pid)
print(os.getpid(), *forks, flush=True)
for line in sys.stdin:
    for at in range(0, int(line) << 20, 4096): held[at] += 1
    print(flush=True)
`;

it.runIf(process.platform === 'linux')(
  'is found when shared pages are copied, and not counted while nothing happens',
  async () => {
    const parent = spawn('python3', ['-c', CODE], { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const lines = createInterface(parent.stdout);
    const [first] = (await once(lines, 'line')) as [string];
    const pids = first.split(' ').map(Number);
    const copy = async (megabytes: number) => {
      parent.stdin.write(`${megabytes}\n`);
      await once(lines, 'line');
    };
    const isOver = createSharedMemory(LIMIT);
    expect(await isOver(pids, 0)).toBe(false);
    await copy(16);
    expect(await isOver(pids, 0)).toBe(false);
    expect(await isOver(pids, LIMIT)).toBe(true);
    await copy(HELD_MEGABYTES);
    expect(await isOver(pids, 0)).toBe(true);
  },
);
