/** Kernels that are forked while they live: with everything they hold, and apart from then on. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

async function branch(test: TestProvider, kernel: Kernel): Promise<{ kernel: Kernel; workspace: string }> {
  const workspace = join(test.workspacesDir, crypto.randomUUID());
  await mkdir(workspace);
  const forked = await test.provider.forks.fork(kernel, { kernelName: 'python3', workspace });
  return { kernel: forked, workspace };
}

describe.each(['off', 'on'] as const)('with the sandbox %s', (sandbox) => {
  const shared = shareProvider({ sandbox });

  it('has all that its parent has, and works on in a folder of its own', async () => {
    const parent = await shared.start();
    await run(parent, 'import random, pandas as pd; random.seed(7); x = [1]; df = pd.DataFrame({"a": range(5)})');
    const fork = await branch(shared, parent);
    await writeFile(join(fork.workspace, 'given.txt'), 'given');
    const { stdout } = await run(
      fork.kernel,
      'x.append(2); print(x, df.a.sum(), open("given.txt").read(), random.random())\nopen("own.txt", "w").write("own")',
    );
    const [seen, drawn] = stdout.split(' given ');
    expect(seen).toBe('[1, 2] 10');
    expect((await run(parent, 'print(x, random.random())')).stdout).toBe(`[1] ${drawn}`);
    expect(await readFile(join(fork.workspace, 'own.txt'), 'utf8')).toBe('own');
    expect(fork.kernel.folder === null).toBe(sandbox === 'off');
  });
});
