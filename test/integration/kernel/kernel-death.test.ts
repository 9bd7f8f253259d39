/** What happens when a kernel, its server or the process that owns them dies. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTablePage } from '../../../lib/execution/read-table.ts';
import type { Kernel, KernelStatusChange } from '../../../lib/kernel/kernel.ts';
import { TableWindow } from '../../../lib/protocol/tables/table-query.ts';
import {
  describeProcesses,
  isAlive,
  parseProcesses,
  waitUntilGone,
} from '../../helpers/kernel/kernel-processes.ts';
import {
  createTestProvider,
  type Executed,
  run,
  type TestProvider,
} from '../../helpers/kernel/kernel-provider.ts';

describe.each(['on', 'off'] as const)('sandbox %s:', (sandbox) => {
  let test: TestProvider;
  let kernel: Kernel;
  let changes: KernelStatusChange[];

  beforeEach(async () => {
    test = await createTestProvider({ sandbox });
    kernel = await test.start('own');
    changes = [];
    kernel.onStatus((change) => changes.push(change));
  });

  afterEach(() => test.dispose());

  describe('a kernel that dies', () => {
    it('ends the cell, and the next one runs with an empty namespace', async () => {
      await run(kernel, 'kept = 1');
      const { end } = await run(kernel, 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)');
      expect(end).toMatchObject({ status: 'kernel-died', reason: expect.stringContaining('died') });
      expect((await run(kernel, 'kept')).outputs).toMatchObject([{ ename: 'NameError' }]);
      expect(changes).toMatchObject([
        { status: 'restarting', reason: expect.stringContaining('variables') },
        { status: 'idle', stateLost: true, info: kernel.info, reason: expect.stringContaining('variables') },
      ]);
    });

    it('between two cells is reported without a cell', async () => {
      const { kernel: pid } = await describeProcesses(kernel);
      const lost = nextStatus('idle');
      process.kill(pid, 'SIGKILL');
      expect(await lost).toMatchObject({ stateLost: true });
      const workspace = sandbox === 'on' ? '/session' : test.workspacesDir;
      expect((await run(kernel, 'import os; print(os.getcwd())')).stdout).toContain(workspace);
    });

    it('because it ignores every interrupt ends its cell, saying so', async () => {
      const code =
        'import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: time.sleep(1)';
      // Long enough for the first line, on a busy machine too.
      const { end } = await run(kernel, code, { timeoutMs: 2_000 });
      expect(end).toMatchObject({ status: 'kernel-died', reason: expect.stringContaining('2 s') });
      expect((await run(kernel, '1')).end.status).toBe('ok');
    });
  });

  describe('restart', () => {
    it('empties the namespace, stops the running cell and reports both', async () => {
      await run(kernel, 'kept = 1');
      const { kernel: pid } = await describeProcesses(kernel);
      const running = await startSleep();
      await kernel.restart('Asked for.');
      expect((await running.ended).end).toMatchObject({ status: 'kernel-died', reason: 'Asked for.' });
      expect(await kernel.evaluate('kept')).toBeNull();
      expect(changes).toMatchObject([
        { status: 'restarting', reason: 'Asked for.' },
        { status: 'idle', stateLost: true, reason: 'Asked for.' },
      ]);
      await waitUntilGone(pid);
    });
  });

  describe('a server that dies', () => {
    it('ends the cell and every process; the next cell and the next kernel get a new one', async () => {
      const before = await describeProcesses(kernel);
      const running = await startSleep();
      process.kill(before.server, 'SIGKILL');
      expect((await running.ended).end).toMatchObject({
        status: 'kernel-died',
        reason: expect.stringContaining('server'),
      });
      await waitUntilGone(before.kernel, before.server, before.supervisor, before.detached);
      const table = { source: 'variables', name: 'df', roots: [] } as const;
      await expect(readTablePage(kernel, table, TableWindow.parse({}))).rejects.toThrow(
        'The kernel has ended.',
      );
      expect((await run(kernel, '6 * 7')).outputs).toMatchObject([{ data: { 'text/plain': '42' } }]);
      expect(changes.map((change) => change.status)).toEqual(['dead', 'restarting', 'idle']);
      const other = await test.start();
      const [own, others] = [await describeProcesses(kernel), await describeProcesses(other)];
      expect(own.server === others.server).toBe(sandbox === 'off');
      expect(own.server).not.toBe(before.server);
    });
  });

  describe('dispose', () => {
    it('of a kernel ends its process and its cell, and no more', async () => {
      const other = await test.start();
      const { kernel: pid } = await describeProcesses(kernel);
      const running = await startSleep();
      await kernel.dispose();
      await kernel.dispose();
      expect((await running.ended).end.status).toBe('kernel-died');
      expect(isAlive(pid)).toBe(false);
      expect((await run(other, '1')).end.status).toBe('ok');
      expect((await run(kernel, '1')).end).toMatchObject({
        status: 'kernel-died',
        reason: expect.stringContaining('shut down'),
      });
    });

    it('of the provider leaves no process and no file', async () => {
      const { scratch, ...pids } = await describeProcesses(kernel);
      await test.provider.dispose();
      expect(Object.values(pids).filter(isAlive)).toEqual([]);
      expect(existsSync(scratch)).toBe(false);
      await expect(test.start()).rejects.toMatchObject({ code: 'kernel-unavailable' });
    });
  });

  describe('an owner killed with SIGKILL', () => {
    it('leaves no process and no file', async () => {
      const workspacesDir = await mkdtemp(join(tmpdir(), 'actbook-test-'));
      const script = join(import.meta.dirname, '../../helpers/kernel/kernel-owner.ts');
      const owner = spawn(process.execPath, [script, workspacesDir], {
        env: { ...process.env, ACTBOOK_SANDBOX: sandbox },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(createInterface({ input: owner.stdout }), 'line');
      const { scratch, ...pids } = parseProcesses(String(line));
      owner.kill('SIGKILL');
      await waitUntilGone(...Object.values(pids));
      expect(existsSync(scratch)).toBe(false);
      await rm(workspacesDir, { recursive: true });
    });
  });

  /** Runs a cell that sleeps, and resolves once it does. */
  async function startSleep(): Promise<{ ended: Promise<Executed> }> {
    const code = 'import pathlib, time; pathlib.Path("asleep").touch(); time.sleep(600)';
    const watcher = watch(join(test.workspacesDir, 'own'));
    const ended = run(kernel, code);
    await once(watcher, 'change');
    watcher.close();
    return { ended };
  }

  function nextStatus(status: KernelStatusChange['status']): Promise<KernelStatusChange> {
    return new Promise((resolve) => {
      const remove = kernel.onStatus((change) => {
        if (change.status !== status) return;
        remove();
        resolve(change);
      });
    });
  }
});
