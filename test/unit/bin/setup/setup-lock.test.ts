import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../../../bin/setup/lock.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

const LOCK_MODULE = resolve(import.meta.dirname, '../../../../bin/setup/lock.mjs');
const LONG_AGO = new Date(Date.now() - 3_600_000);

const failOnWait = () => {
  throw new Error('there was nobody to wait for');
};

/** A process of its own that holds the lock until it is ended. */
async function startHolder(path: string) {
  const script = `
    import { acquireLock } from ${JSON.stringify(LOCK_MODULE)};
    const lock = await acquireLock(${JSON.stringify(path)}, () => {});
    console.log('held');
    process.stdin.on('data', () => { lock.release(); process.exit(); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

it('is waited for while another process holds it', async () => {
  const path = join(await createTempDir(), 'lock');
  const holder = await startHolder(path);
  const waitedFor: number[] = [];
  const lock = await acquireLock(path, (pid: number) => {
    waitedFor.push(pid);
    holder.stdin.write('release\n');
  });
  expect(waitedFor).toEqual([holder.pid]);
  lock.release();
  expect(existsSync(path)).toBe(false);
});

it('is taken over from a process that was killed', async () => {
  const path = join(await createTempDir(), 'lock');
  const holder = await startHolder(path);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = await acquireLock(path, failOnWait);
  lock.release();
});

it('is left to a command that outlives the process which started it', async () => {
  const path = join(await createTempDir(), 'lock');
  const child = await startHolder(join(await createTempDir(), 'other'));
  const gone = await startHolder(join(await createTempDir(), 'another'));
  gone.kill('SIGKILL');
  await once(gone, 'exit');
  writeFileSync(path, JSON.stringify({ host: hostname(), pids: [gone.pid, child.pid] }));
  let waits = 0;
  const lock = await acquireLock(path, () => {
    waits += 1;
    child.kill('SIGKILL');
  });
  expect(waits).toBe(1);
  lock.release();
});

it.each([
  ['another machine that no longer gives a sign of life', { host: 'elsewhere', pids: [1] }],
  ['a process id that now belongs to somebody else', { host: hostname(), pids: [process.pid] }],
])('is taken over from %s', async (_name, content) => {
  const path = join(await createTempDir(), 'lock');
  writeFileSync(path, JSON.stringify(content));
  utimesSync(path, LONG_AGO, LONG_AGO);
  const lock = await acquireLock(path, failOnWait);
  lock.release();
});

it('is held by one at a time when many find the same stale one', async () => {
  const path = join(await createTempDir(), 'lock');
  writeFileSync(path, JSON.stringify({ host: 'elsewhere', pids: [1] }));
  utimesSync(path, LONG_AGO, LONG_AGO);
  let holders = 0;
  let most = 0;
  const work = async () => {
    const lock = await acquireLock(path, () => {});
    holders += 1;
    most = Math.max(most, holders);
    await new Promise(setImmediate);
    holders -= 1;
    lock.release();
  };
  await Promise.all(Array.from({ length: 5 }, work));
  expect(most).toBe(1);
});
