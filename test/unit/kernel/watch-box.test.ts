/** When a box is measured for the first time. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaultBoxLimits } from '../../../lib/kernel/box/box-limits.ts';
import { shareChildren } from '../../../lib/kernel/box/process-tree.ts';
import { watchBox } from '../../../lib/kernel/box/watch-box.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** Watches a box that is over its limit from the start. */
async function watchExcess(isAtWork: boolean): Promise<string> {
  const workspace = await createTempDir();
  const limits = { ...defaultBoxLimits(16 * 1024 ** 3), processes: -1 };
  const { promise, resolve } = Promise.withResolvers<string>();
  const readChildren = shareChildren();
  onTestFinished(
    watchBox({ pid: process.pid, workspace, limits, isAtWork, readChildren, onExceeded: resolve }),
  );
  return promise;
}

it('a box in which code has been at work is measured without a pause', async () => {
  // No pause ends by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await watchExcess(true)).toMatch(/processes/);
});

it('a box that starts is left alone for a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const excess = watchExcess(false);
  await vi.waitUntil(() => vi.getTimerCount() === 1, { timeout: 60_000 });
  vi.advanceTimersByTime(1_000);
  expect(await excess).toMatch(/processes/);
});
