/** Kernels that are started beside others, whose place they can take. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kernel, KernelStatusChange } from '../../../lib/kernel/kernel.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

describe.each(['off', 'on'] as const)('with the sandbox %s', (sandbox) => {
  const shared = shareProvider({ sandbox });
  const show = async (kernel: Kernel, code: string) => (await run(kernel, `print(${code})`)).stdout.trim();

  it('works in the same folder, and leaves the other one alone until it takes its place', async () => {
    const kernel = await shared.start();
    await run(kernel, 'x = 1\nopen("made.txt", "w").write("made")');
    const beside = await shared.provider.startBeside(kernel);
    expect(await show(beside, '"x" in globals(), open("made.txt").read()')).toBe('False made');
    await run(beside, 'x = 2');
    expect(await show(kernel, 'x')).toBe('1');
    const changes: KernelStatusChange[] = [];
    kernel.onStatus((change) => changes.push(change));
    await shared.provider.replace(kernel, beside, 'Why.');
    await beside.dispose();
    expect(changes).toMatchObject([
      { status: 'restarting' },
      { status: 'idle', stateLost: true, reason: 'Why.' },
    ]);
    expect(await show(kernel, 'x')).toBe('2');
    // Its end is reported to whoever has it now, and it is started again.
    await run(kernel, 'import os; os.kill(os.getpid(), 9)');
    expect(await show(kernel, '"x" in globals(), open("made.txt").read()')).toBe('False made');
  });

  it('is thrown away without harm to the other one, also when it has crashed', async () => {
    const kernel = await shared.start();
    await run(kernel, 'x = 1');
    const beside = await shared.provider.startBeside(kernel);
    const lost: boolean[] = [];
    kernel.onStatus(({ stateLost }) => lost.push(stateLost === true));
    await run(beside, 'import os; os.kill(os.getpid(), 9)');
    await beside.dispose();
    expect(await show(kernel, 'x')).toBe('1');
    expect(lost).toEqual([]);
  });

  it('takes the place of a branch in the folder of that', async () => {
    const parent = await shared.start();
    await run(parent, 'x = 1');
    const workspace = join(shared.workspacesDir, crypto.randomUUID());
    await mkdir(workspace);
    const branch = await shared.provider.forks.fork(parent, { kernelName: 'python3', workspace });
    const beside = await shared.provider.startBeside(branch);
    await run(beside, 'x = 3\nopen("own.txt", "w").write("own")');
    expect(await readFile(join(workspace, 'own.txt'), 'utf8')).toBe('own');
    await shared.provider.replace(branch, beside, 'Why.');
    await beside.dispose();
    expect(await show(branch, 'x, open("own.txt").read()')).toBe('3 own');
    expect(await show(parent, 'x')).toBe('1');
    await branch.dispose();
  });
});
