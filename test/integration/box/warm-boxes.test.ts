/** Boxes that are ready before a session asks: they become that session's, with its files, and nobody else's. */
import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createContainer } from '../../../lib/app/create-container.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { defaultBoxLimits } from '../../../lib/kernel/box/box-limits.ts';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import type { JupyterKernelsOptions } from '../../../lib/kernel/jupyter-kernels.ts';
import { countWarmBoxes } from '../../../lib/kernel/pool/warm-boxes.ts';
import { startApp } from '../../helpers/app/app.ts';
import { listWorkspaces } from '../../helpers/box/list-workspaces.ts';
import { findParent, isAlive, waitForBox, waitUntilGone } from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, FORK_PATIENCE_MS, run } from '../../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';
import { listOwnProcesses } from '../../helpers/worker-processes.ts';

const GIB = 1024 ** 3;

async function openWarm(options: Partial<JupyterKernelsOptions> = {}) {
  const test = await createTestProvider({ sandbox: 'on', warmBoxes: 1, ...options });
  onTestFinished(test.dispose);
  test.provider.keepWarm();
  await expectWaiting(test.workspacesDir, 1);
  return test;
}

/** The folders that boxes wait with, and the inode that a box keeps seeing whatever the path. */
async function listWaiting(workspacesDir: string): Promise<number[]> {
  const names = (await readdir(workspacesDir)).filter((name) => name.startsWith('.warm-'));
  return Promise.all(names.map(async (name) => (await stat(join(workspacesDir, name))).ino));
}

/** Boxes that are forked wait for what they are forked from. */
async function expectWaiting(workspacesDir: string, count: number): Promise<void> {
  await expect.poll(() => listWaiting(workspacesDir), { timeout: FORK_PATIENCE_MS }).toHaveLength(count);
}

describe('a warm box', () => {
  it('becomes that of the first session, with all its files', async () => {
    const test = await openWarm();
    const waiting = await listWaiting(test.workspacesDir);
    const workspace = join(test.workspacesDir, 'first');
    await mkdir(join(workspace, 'folder/deeper'), { recursive: true });
    await writeFile(join(workspace, 'folder/deeper/data.csv'), 'a\n1\n');
    await symlink('folder/deeper/data.csv', join(workspace, 'link'));
    await writeFile(Buffer.from(`${workspace}/\xff`, 'latin1'), 'no text');

    const kernel = await test.start('first');
    expect((await stat(workspace)).ino).toBe(waiting[0]);
    expect(await listWaiting(test.workspacesDir)).not.toContain(waiting[0]);
    expect(kernel.info.isolation).toBe('box');
    const code = `
import os
print(os.getcwd(), sorted(os.listdir(b".")))
print(open("link").read())
open("folder/made.txt", "w").write("made");`;
    const { stdout, outputs } = await run(kernel, code);
    expect(stdout, JSON.stringify(outputs)).toBe("/session [b'folder', b'link', b'\\xff']\na\n1\n\n");
    expect(await readFile(join(workspace, 'folder/made.txt'), 'utf8')).toBe('made');
    await writeFile(join(workspace, 'later.txt'), 'later');
    expect((await run(kernel, 'print(open("later.txt").read())')).stdout).toBe('later\n');
  });

  it('is not there for the next session, which gets one of its own', async () => {
    const test = await openWarm();
    const [first, second] = await Promise.all([test.start('first'), test.start('second')]);
    await run(first, 'secret = 1; open("secret.txt", "w").write("secret");');
    const look = 'import os; print(os.listdir("/session"), os.listdir("/tmp"), "secret" in globals())';
    expect((await run(second, look)).stdout).toMatch(/^\[\] .* False\n$/);
    const ids = 'import os; print(os.readlink("/proc/self/ns/pid"))';
    expect((await run(first, ids)).stdout).not.toBe((await run(second, ids)).stdout);
  });

  it('is watched in its new place, and another one follows it there', async () => {
    const limits = { ...defaultBoxLimits(totalmem()), workspaceFiles: 1_500 };
    const test = await openWarm({ limits });
    const kernel = await test.start('full');
    const flood = 'import time\nfor index in range(3_000): open(str(index), "w").close()\ntime.sleep(600)';
    expect((await run(kernel, flood)).end).toMatchObject({
      status: 'kernel-died',
      reason: expect.stringContaining('more than 1500 files'),
    });
    const { stdout } = await run(kernel, 'import os; print(len(os.listdir()))');
    expect(Number(stdout)).toBeGreaterThan(limits.workspaceFiles);
  });

  it('is watched where its session came by a path with a link in it', async () => {
    const limits = { ...defaultBoxLimits(totalmem()), workspaceFiles: 1_500 };
    const test = await openWarm({ limits });
    const waiting = await listWaiting(test.workspacesDir);
    const folder = join(test.workspacesDir, 'folder');
    await mkdir(folder);
    const workspace = join(test.workspacesDir, 'link');
    await symlink(folder, workspace);
    const kernel = await test.provider.start({ kernelName: 'python3', workspace });
    expect((await stat(folder)).ino).toBe(waiting[0]);
    const flood = 'import time\nfor index in range(3_000): open(str(index), "w").close()\ntime.sleep(600)';
    expect((await run(kernel, flood)).end).toMatchObject({
      status: 'kernel-died',
      reason: expect.stringContaining('more than 1500 files'),
    });
  });

  it('is measured before code runs, however long that takes', async () => {
    const limits = { ...defaultBoxLimits(totalmem()), workspaceFiles: 1_500 };
    const test = await openWarm({ limits });
    const waiting = await listWaiting(test.workspacesDir);
    const workspace = join(test.workspacesDir, 'large');
    for (let index = 0; index < 6_000; index += 1) {
      const folder = join(workspace, String(index % 100));
      if (index < 100) await mkdir(folder, { recursive: true });
      await writeFile(join(folder, String(index)), '');
    }
    const kernel = await test.start('large');
    expect((await stat(workspace)).ino).toBe(waiting[0]);
    const flood = `
import time
for index in range(3_000): open(f"{index % 100}/more-{index}", "w").close()
time.sleep(600)`;
    // The 6,100 that were there, and room to tidy up.
    expect((await run(kernel, flood)).end).toMatchObject({
      status: 'kernel-died',
      reason: expect.stringContaining('more than 7100 files'),
    });
  });

  it('is not taken by a session whose files would take long to move', async () => {
    const test = await openWarm();
    const workspace = join(test.workspacesDir, 'many');
    await mkdir(workspace);
    for (let index = 0; index < 1_001; index += 1) await writeFile(join(workspace, String(index)), '');
    const before = await stat(workspace);
    const kernel = await test.start('many');
    expect((await stat(workspace)).ino).toBe(before.ino);
    expect((await run(kernel, 'import os; print(len(os.listdir()))')).stdout).toBe('1001\n');
  });

  it('that died meanwhile is passed over', async () => {
    const test = await openWarm();
    const [name = ''] = await listWorkspaces(test.workspacesDir);
    const pid = await waitForBox(join(test.workspacesDir, name));
    process.kill(pid, 'SIGKILL');
    await waitUntilGone(pid);
    const kernel = await test.start('second');
    expect((await run(kernel, 'print(1)')).stdout).toBe('1\n');
  });

  it('that died is passed over also before its end is known here', async () => {
    const test = await openWarm();
    const [name = ''] = await listWorkspaces(test.workspacesDir);
    const pid = await waitForBox(join(test.workspacesDir, name));
    // Most likely ready by then; one that is not is passed over in any case.
    await setTimeout(1_000);
    const guard = await findParent(pid);
    process.kill(guard, 'SIGSTOP');
    // All at once: those inside would live on until the system has ended the first, and one could still answer.
    // One that ended by itself meanwhile is passed over.
    spawnSync('kill', ['-KILL', ...[...listDescendants(pid), pid].map(String)]);
    const running = test.start('second').then((kernel) => run(kernel, 'print(1)'));
    await setTimeout(200);
    process.kill(guard, 'SIGCONT');
    expect(await running).toMatchObject({ stdout: '1\n', end: { status: 'ok' } });
  });

  it('whose app crashed leaves no folder once the app starts again, also without a sandbox and with the same process ID', async () => {
    const home = await createTempDir();
    const live = `.warm-${process.ppid}-live`;
    const full = '.warm-999999998-full';
    for (const name of ['.warm-999999999-abc', `.warm-${process.pid}-abc`, live, `${full}/data`])
      await mkdir(join(home, 'workspaces', name), { recursive: true });
    const config = readConfig({ ...process.env, ACTBOOK_HOME: home, ACTBOOK_SANDBOX: 'off' });
    const container = await createContainer(config, { recovers: true });
    await container.dispose();
    expect((await readdir(join(home, 'workspaces'))).sort()).toEqual([full, live].sort());
  });

  it('leaves nothing behind', async () => {
    const test = await createTestProvider({ sandbox: 'on', warmBoxes: 2 });
    const before = listOwnProcesses();
    test.provider.keepWarm();
    await expectWaiting(test.workspacesDir, 2);
    await test.start('first');
    const pids = listOwnProcesses().filter((pid) => !before.includes(pid));
    await test.provider.dispose();
    expect(await listWaiting(test.workspacesDir)).toEqual([]);
    await waitUntilGone(...pids.filter(isAlive));
    await rm(test.workspacesDir, { recursive: true });
  });
});

describe('without keepWarm', () => {
  it('no box is started before one is asked for', async () => {
    const test = await createTestProvider({ sandbox: 'on', warmBoxes: 2 });
    onTestFinished(test.dispose);
    await test.start('only');
    expect(await listWorkspaces(test.workspacesDir)).toEqual(['only']);
  });
});

describe('the app', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('that is ended by %s takes its warm box along', async (signal) => {
    const app = await startApp();
    const workspacesDir = join(app.home, 'workspaces');
    const pid = await waitForBox(join(workspacesDir, await waitForFolder(workspacesDir)));
    const pids = [pid, ...listDescendants(pid)];
    await app.kill(signal);
    await waitUntilGone(...pids);
    if (signal === 'SIGTERM') expect(await listWorkspaces(workspacesDir)).toEqual([]);
  });
});

it('a session that gets a box shows all its files meanwhile', async () => {
  const home = await createTempDir();
  const workspacesDir = join(home, 'workspaces');
  const container = await createContainer(readConfig({ ...process.env, ACTBOOK_HOME: home }));
  onTestFinished(() => container.dispose());
  container.keepWarm();
  await expectWaiting(workspacesDir, 1);
  const [waiting] = await listWaiting(workspacesDir);
  const { runtime, workspaces } = container;
  const sessionId = await runtime.sessions.create();
  const folder = await workspaces.open(sessionId);
  for (let index = 0; index < 400; index += 1) await writeFile(join(folder, `${index}.csv`), 'a');
  const runId = await runtime.runs.start(sessionId, { task: 'Describe 1.csv' });
  const counts = new Set<number>();
  const isMoved = async () => (await stat(folder)).ino === waiting;
  for (let more = 3; more > 0; more -= Number(await isMoved())) {
    counts.add((await runtime.sessions.listFiles(sessionId)).files.length);
    expect((await workspaces.openFile(sessionId, '0.csv')).bytes).toBe(1);
  }
  expect([...counts]).toEqual([400]);
  await runtime.runs.wait(runId);
});

/** The name of the first folder that a box waits with; it comes after the link. */
async function waitForFolder(dir: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const watcher = watch(dir, (_, name) => name?.startsWith('.warm-') && resolve(name));
  const [present] = await listWorkspaces(dir);
  if (present !== undefined) resolve(present);
  return promise.finally(() => watcher.close());
}

it('fewer are kept where memory or processors are short', () => {
  expect([2, 8, 16, 64].map((size) => countWarmBoxes(size * GIB, 8))).toEqual([0, 1, 2, 2]);
  expect(countWarmBoxes(64 * GIB, 2)).toBe(1);
});
