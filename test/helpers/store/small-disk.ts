/** A disk that is soon full: a file system of its own in memory, which only root can mount. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, type TestContext } from 'vitest';
import { createTempDir } from '../temp-dir.ts';

const run = promisify(execFile);

const BYTES = 4 * 1024 ** 2;

export interface SmallDisk {
  dir: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  empty(): Promise<void>;
  makeReadOnly(): Promise<void>;
}

/** Skips the test, saying why, where none can be mounted. Unmounted when the test ends, before what was opened earlier is closed. */
export async function mountSmallDisk({ skip }: TestContext): Promise<SmallDisk> {
  const dir = await createTempDir();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', dir]);
  } catch (error) {
    skip(`No small disk can be mounted here, which takes root: ${String(error).split('\n')[1] ?? ''}`);
  }
  onTestFinished(async () => void (await run('umount', ['--lazy', dir])));
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill: async () => {
      // The last write is cut where the disk ends.
      await writeFile(ballast, Buffer.alloc(2 * BYTES)).catch(() => {});
      await writeFile(`${ballast}-rest`, Buffer.alloc(BYTES)).catch(() => {});
    },
    empty: async () => {
      await rm(ballast, { force: true });
      await rm(`${ballast}-rest`, { force: true });
    },
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,ro', dir])),
  };
}
