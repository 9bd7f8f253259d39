/** Nothing that a cell shows is lost in silence, however fast it comes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import {
  createTestProvider,
  type Executed,
  openSharedProvider,
  run,
} from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const LINES = 'for i in range(20_000): print(i, flush=True)';
const ALTERNATING = `import sys
for i in range(5_000):
    print(i, flush=True)
    print(i, file=sys.stderr, flush=True)`;
const displays = (count: number) => `for i in range(${count}): display(i)`;

/** Three messages that the kernel makes, and never sends. */
const UNSENT = `class Shown:
    def _ipython_display_(self): print("shown")
class Broken:
    def __repr__(self): raise ValueError("broken")
try: display({"application/json": {1j}}, raw=True)
except Exception: print("not JSON")
get_ipython().display_formatter.format(Broken())
Shown()`;

/** Asks as a server does that is not sure yet whether the kernel hears it. */
const ASKED_FOR_CLIENT = `from ipykernel.connect import get_connection_file
from jupyter_client import BlockingKernelClient
asking = BlockingKernelClient()
asking.load_connection_file(get_connection_file())
asking.session.session = get_ipython().get_parent()["header"]["session"]
control = asking.connect_control()
asking.session.send(control, "kernel_info_request")
print(control.poll(10_000) > 0)
control.close(0)`;

/** The publishing thread takes what was printed from its buffer, and is then interrupted for so long. */
const SLOW_FLUSH = `import sys, time
flush_interval, take = sys.stdout.flush_interval, sys.stdout._flush_buffers
def take_slowly():
    for taken in take():
        time.sleep(0.1)
        yield taken
sys.stdout.flush_interval, sys.stdout._flush_buffers = 0.01, take_slowly`;
const USUAL_FLUSH = 'sys.stdout.flush_interval, sys.stdout._flush_buffers = flush_interval, take';

const count = (length: number) => Array.from({ length }, (_, index) => `${index}\n`).join('');

function readStream({ events }: Executed, name: string): string {
  const texts = events.map((event) =>
    event.type === 'output' && event.output.output_type === 'stream' && event.output.name === name
      ? event.output.text
      : '',
  );
  return texts.join('');
}

function listDisplays({ events }: Executed): string[] {
  return events.flatMap((event) =>
    event.type === 'output' && event.output.output_type === 'display_data'
      ? [String(event.output.data['text/plain'])]
      : [],
  );
}

describe.each([
  ['on', 20_000],
  ['off', 5_000],
] as const)('on our own server, sandbox %s,', (sandbox, shown) => {
  const test = shareProvider({ sandbox });
  let kernel: Kernel;

  beforeAll(async () => {
    kernel = await test.start();
  });

  it('20,000 flushed lines arrive', async () => {
    const executed = await run(kernel, LINES);
    expect(readStream(executed, 'stdout')).toBe(count(20_000));
    expect(executed.end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
  });

  it('lines that alternate between both streams arrive', async () => {
    const executed = await run(kernel, ALTERNATING);
    expect(readStream(executed, 'stdout')).toBe(count(5_000));
    expect(readStream(executed, 'stderr')).toBe(count(5_000));
  });

  it(`${shown.toLocaleString('en-US')} displays arrive`, async () => {
    const executed = await run(kernel, displays(shown));
    expect(listDisplays(executed)).toEqual(Array.from({ length: shown }, (_, index) => `${index}`));
    expect(executed.end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
  });

  it('what other processes print belongs to the cell that ran them, and no character of it is cut', async () => {
    for (let time = 0; time < 30; time += 1) {
      expect((await run(kernel, 'import os\n_ = os.write(1, b"now\\n")')).stdout).toBe('now\n');
    }
    const code = `import subprocess
_ = subprocess.run(["printf", "a" + "\u00e9" * 5_000])`;
    expect((await run(kernel, code)).stdout).toBe(`a${'é'.repeat(5_000)}`);
  });

  it('what is about to be sent when a cell ends belongs to the cell', async () => {
    await run(kernel, SLOW_FLUSH);
    const { stdout } = await run(kernel, 'print("now")\ntime.sleep(0.05)');
    await run(kernel, USUAL_FLUSH);
    expect(stdout).toBe('now\n');
  });

  it('what is made and never sent is not missing', async () => {
    const { stdout, end } = await run(kernel, UNSENT);
    expect(stdout).toBe('not JSON\nshown\n');
    expect(end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
  });

  it('a reply to the server, which asks in the name of the client, is not missing', async () => {
    const { stdout, end } = await run(kernel, ASKED_FOR_CLIENT);
    expect(stdout).toBe('True\n');
    expect(end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
  });

  it('a flood can be interrupted, keeps its variables and says nothing of missing output', async () => {
    let seen = 0;
    const code = 'kept = 1\nwhile True:\n    display(kept)\n    print("x" * 10_000)';
    for await (const event of kernel.execute(code)) {
      if (event.type === 'output' && ++seen === 1_000) await kernel.interrupt();
      if (event.type === 'end')
        expect(event).toEqual({ type: 'end', status: 'interrupted', executionCount: expect.any(Number) });
    }
    expect((await run(kernel, 'print(kept)')).stdout).toBe('1\n');
  });

  it('what is printed waits for its reader in none of the processes', async () => {
    // Their highest memory, of the kernel and of its server.
    const code = `import os
def parent(pid): return int(open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1])
def high(pid): return int(next(line for line in open(f"/proc/{pid}/status") if "VmHWM" in line).split()[1])
pids = [os.getpid()]
while pids[-1] > 1 and b"serve.py" not in open(f"/proc/{pids[-1]}/cmdline", "rb").read(): pids.append(parent(pids[-1]))
# The first process of a forked box starts the server before it starts a kernel.
if pids[-1] == 1: pids.append(2)
before = [high(pid) for pid in pids]
for i in range(200): print("x" * 1_000_000)
[high(pid) - old for pid, old in zip(pids, before)]`;
    let result = '';
    let length = 0;
    for await (const event of kernel.execute(code)) {
      if (event.type !== 'output') continue;
      if (event.output.output_type === 'stream') length += event.output.text.length;
      if (event.output.output_type === 'execute_result') result = String(event.output.data['text/plain']);
    }
    expect(length).toBe(200 * 1_000_001);
    for (const grownKb of JSON.parse(result)) expect(grownKb).toBeLessThan(64 * 1024);
  });
});

it('a flood that is stopped while nobody reads keeps its kernel', async () => {
  const test = await openSharedProvider();
  onTestFinished(() => test.dispose());
  const kernel = await test.start();
  const controller = new AbortController();
  const code = 'kept = 1\nwhile True: display("x" * 100_000)';
  for await (const event of kernel.execute(code, { signal: controller.signal })) {
    if (event.type === 'output' && !controller.signal.aborted) {
      controller.abort();
      // Longer than a kernel has to react to interrupts.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    }
    if (event.type === 'end') expect(event).toMatchObject({ status: 'interrupted' });
  }
  expect((await run(kernel, 'print(kept)')).stdout).toBe('1\n');
});

it('a kernel that starts cold waits for its reader too', async () => {
  const test = await createTestProvider({ sandbox: 'on' });
  onTestFinished(() => test.dispose());
  const folder = join(test.workspacesDir, 'own pandas');
  await mkdir(folder);
  // With a library's name: such a kernel is not forked.
  await writeFile(join(folder, 'pandas.py'), '');
  // With a name of ours: the notebook's is imported.
  await writeFile(join(folder, 'paced_output.py'), '');
  const executed = await run(
    await test.start('own pandas'),
    `import pandas, paced_output\n${displays(5_000)}\nprint(paced_output.__file__)`,
  );
  expect(listDisplays(executed)).toHaveLength(5_000);
  expect(executed.stdout).toBe('/session/paced_output.py\n');
});

describe('on a stock server', () => {
  it.each([
    ['that limits the rate', ['--ZMQChannelsWebsocketConnection.iopub_msg_rate_limit=100']],
    ['without limits', ['--ZMQChannelsWebsocketConnection.limit_rate=False']],
  ])('%s, the cell says how many messages are missing', async (_, args) => {
    const server = await startStockServer({ args });
    const test = await createTestProvider({ external: server });
    onTestFinished(async () => {
      await test.dispose();
      await server.stop();
    });
    const kernel = await test.start('own');
    const unsent = await run(kernel, UNSENT);
    expect([unsent.stdout, unsent.end.isIncomplete]).toEqual(['not JSON\nshown\n', undefined]);
    const executed = await run(kernel, displays(5_000));
    const [, missing = '0'] =
      /([\d,]+) messages? from the kernel did not arrive/.exec(readStream(executed, 'stderr')) ?? [];
    expect(listDisplays(executed).length + Number(missing.replaceAll(',', ''))).toBe(5_000);
    expect(executed.end.isIncomplete).toBe(missing === '0' ? undefined : true);
    if (args[0]?.endsWith('100')) expect(missing).not.toBe('0');
  });
});
