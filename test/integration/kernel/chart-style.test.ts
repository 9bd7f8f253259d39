/** Plots of a session's kernel have the look of the page and twice the pixels, unless that is turned off. */
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { prepareKernel } from '../../../lib/execution/prepare-kernel.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { toText } from '../../../lib/notebook/mime-value.ts';
import { readImageSize } from '../../../lib/notebook/read-image-size.ts';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const PLOT = `import matplotlib.pyplot as plt
figure, axes = plt.subplots(figsize=(4, 3))
bars = axes.bar(["a", "b"], [1, 2])
plt.show()`;

/** Width of the picture in pixels, and at which it asks to be shown. */
async function plot(kernel: Kernel) {
  await prepareKernel(kernel, []);
  const { outputs } = await run(kernel, PLOT);
  const shown = outputs.find(({ output_type }) => output_type === 'display_data');
  if (!shown || !('data' in shown)) throw new Error('Nothing was shown.');
  const size = readImageSize(toText(shown.data['image/png']));
  return { pixels: size?.width ?? 0, asked: shown.metadata['image/png'] };
}

/** Forked, so matplotlib was imported before. */
const provider = shareProvider({});

test('a plot has twice the pixels of its size, and the house colors', async () => {
  const kernel = await provider.start();
  const { pixels, asked } = await plot(kernel);
  expect(asked).toEqual({ width: Math.floor(pixels / 2), height: expect.any(Number) });
  const look = 'print(bars[0].get_facecolor() == plt.matplotlib.colors.to_rgba("#4477aa"))';
  expect((await run(kernel, look)).stdout).toBe('True\n');
  const reset = 'plt.matplotlib.rcdefaults()\nprint(plt.rcParams["axes.grid"])';
  expect((await run(kernel, reset)).stdout).toBe('False\n');
  // Preparing it for the next cell leaves it as code has set it.
  await prepareKernel(kernel, []);
  expect((await run(kernel, 'print(plt.rcParams["axes.grid"])')).stdout).toBe('False\n');
});

test('ACTBOOK_CHART_STYLE=off reaches the kernel in its sandbox', async () => {
  const { kernelEnv } = readConfig({ ...process.env, ACTBOOK_CHART_STYLE: 'off' });
  const plain = await createTestProvider({ kernelEnv });
  try {
    const kernel = await plain.start();
    expect((await plot(kernel)).asked).toBeUndefined();
    const look = 'print(plt.rcParams["axes.grid"], plt.rcParams["axes.spines.top"])';
    expect((await run(kernel, look)).stdout).toBe('False True\n');
  } finally {
    await plain.dispose();
  }
});
