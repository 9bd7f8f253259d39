/** Memory that runs out for real, and output without end: noticed, said, and no burden to this process. */
import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../helpers/app/app-client.ts';
import { describeProcesses } from '../../helpers/kernel/kernel-processes.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const MIB = 1024 ** 2;
/** The text that is left out of the log is kept apart, up to 64 million characters. */
const MAX_KEPT_MIB = 74;
const NOTICED_MS = 5_000;
/** However long the flood: a few copies of what is on its way. */
const MAX_GROWTH_MIB = 300;

const test = shareProvider({ sandbox: 'on' });

/** Lets the system kill the process when it takes more than `bytes`. */
async function limitMemory(pid: number, bytes: number): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('Only root can make the system run out of memory for one process.');
  const isOld = await access('/sys/fs/cgroup/memory').then(
    () => true,
    () => false,
  );
  const group = `/sys/fs/cgroup/${isOld ? 'memory/' : ''}actbook-test-${pid}`;
  await mkdir(group);
  onTestFinished(async () => {
    // Busy as long as the last process in it is being taken away.
    await expect
      .poll(() =>
        rmdir(group).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
  await writeFile(`${group}/${isOld ? 'memory.limit_in_bytes' : 'memory.max'}`, String(bytes));
  if (!isOld) await writeFile(`${group}/memory.swap.max`, '0');
  await writeFile(`${group}/cgroup.procs`, String(pid));
}

it('R04 a kernel that the system killed for memory is noticed within seconds, and a new one can be used', async () => {
  const kernel = await test.start();
  const { kernel: pid } = await describeProcesses(kernel);
  await run(kernel, 'kept = 1');
  await limitMemory(pid, 300 * MIB);
  let diedAt = Number.NaN;
  const watching = expect
    .poll(
      () =>
        access(`/proc/${pid}`).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000, interval: 20 },
    )
    .toBe(false)
    .then(() => {
      diedAt = performance.now();
    });
  const { end } = await run(kernel, 'held = []\nwhile True: held.append(bytearray(b"x") * (10 << 20))');
  await watching;
  expect(performance.now() - diedAt).toBeLessThan(NOTICED_MS);
  expect(end).toMatchObject({
    status: 'kernel-died',
    reason: expect.stringContaining('variables were lost'),
  });
  const { outputs } = await run(kernel, 'kept');
  expect(outputs).toMatchObject([{ ename: 'NameError' }]);
  await kernel.dispose();
});

it('R16 a thousand megabytes of print leave the app small, with head, tail and a note', async () => {
  const flood = 'for _ in range(1_000_000): print("x" * 999)\nprint("the", "end")';
  const app = await startScriptedApp([fence('1 + 1'), fence(flood), 'Done.']);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Print.' });
  await followUntil(app, id, ({ cells }) => cells.some(({ status }) => status === 'ok'));
  // From now on the peak counts (Documentation/filesystems/proc.rst).
  await writeFile(`/proc/${app.pid}/clear_refs`, '5');
  const before = await readMemory(app.pid, 'VmRSS');
  const session = await followUntil(app, id, isEnded);
  const text = readStdout(session.cells.findLast((cell) => cell.role === 'code'));
  expect(text).toMatch(/^x{999}\n.*characters left out.*the end\n$/s);
  expect(text.length).toBeLessThan(MIB);
  const { stdout } = await promisify(execFile)('du', ['-s', '--block-size=1', app.home]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(MAX_KEPT_MIB * MIB);
  expect(((await readMemory(app.pid, 'VmHWM')) - before) / MIB).toBeLessThan(MAX_GROWTH_MIB);
});

async function readMemory(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
}
