import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A private folder that goes away with the test. */
export async function createTempDir(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'actbook-test-')));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
