/** What becomes of a running cell when the connection to its server fails, in every way it can. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ExecutionEnd, Kernel, KernelStatusChange } from '../../../lib/kernel/kernel.ts';
import { connectThief } from '../../helpers/kernel/connect-thief.ts';
import { type FaultyProxy, startProxy } from '../../helpers/kernel/faulty-proxy.ts';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { type StockServer, startStockServer } from '../../helpers/kernel/kernel-server.ts';

let server: StockServer;

beforeAll(async () => {
  server = await startStockServer();
});
afterAll(() => server.stop());

interface Connected {
  kernel: Kernel;
  proxy: FaultyProxy;
  /** Lets code go on that waits for this gate. */
  open(gate: string): Promise<void>;
  changes: KernelStatusChange[];
}

async function connectThroughProxy(to = server): Promise<Connected> {
  const proxy = await startProxy(to.url);
  const test = await createTestProvider({ external: { url: proxy.url, token: to.token } });
  onTestFinished(async () => {
    await proxy.stop();
    await test.dispose();
  });
  const kernel = await test.start('own');
  const changes: KernelStatusChange[] = [];
  kernel.onStatus((change) => changes.push(change));
  return { kernel, proxy, changes, open: (gate) => writeFile(join(test.workspacesDir, 'own', gate), '') };
}

const waitFor = (gate: string) => `while not os.path.exists("${gate}"): time.sleep(0.01)`;

/** Runs code line by line, acting when a text is first seen. */
async function runActing(kernel: Kernel, lines: string[], acts: Record<string, () => unknown>) {
  let text = '';
  /** What the cell says about missing output. */
  let notice = '';
  let end: ExecutionEnd | null = null;
  const pending = new Map(Object.entries(acts));
  for await (const event of kernel.execute(['import os, time', ...lines].join('\n'))) {
    if (event.type === 'end') end = event;
    if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
    if (event.output.name === 'stderr') notice += event.output.text;
    else text += event.output.text;
    for (const [word, act] of pending) {
      if (!text.includes(word)) continue;
      pending.delete(word);
      await act();
    }
  }
  return { text, notice, end };
}

const say = (word: string) => `print("${word}", flush=True)`;
const MISSING = /while this cell ran: [\d,]+ messages? from the kernel did not arrive, so output is missing/;

it('a cut during a cell loses and doubles nothing', async () => {
  const { kernel, proxy, open } = await connectThroughProxy();
  const count = ['for i in range(300):', '    print(i, flush=True)', '    time.sleep(0.002)'];
  const { text, end } = await runActing(kernel, [say('first'), waitFor('go'), ...count, say('last')], {
    first: async () => {
      goAway(proxy);
      // As below: output of the time between has a test of its own.
      await expect.poll(async () => (await readModel(kernel)).connections).toBe(0);
      const back = proxy.connection();
      proxy.accept('pass');
      await back;
      await open('go');
    },
  });
  expect(text).toBe(`first\n${Array.from({ length: 300 }, (_, i) => `${i}\n`).join('')}last\n`);
  expect(end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
});

it.each([1000, 1001])('a goodbye with code %i is not a reason to stay away', async (code) => {
  const { kernel, proxy, open } = await connectThroughProxy();
  const { text, end } = await runActing(kernel, [say('before'), waitFor('go'), say('after')], {
    before: async () => {
      const back = proxy.connection();
      proxy.close(code);
      // A busy server that has not seen the end yet sends into the old connection.
      await back;
      await open('go');
    },
  });
  expect(text).toBe('before\nafter\n');
  expect(end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
  expect((await run(kernel, 'print("at once")')).stdout).toBe('at once\n');
});

it('a server out of reach for a while, in which the cell ends, gives its output when it is back', async () => {
  const { kernel, proxy, open } = await connectThroughProxy();
  const { text, end } = await runActing(kernel, [say('before'), waitFor('go'), say('after')], {
    before: async () => {
      goAway(proxy);
      // Only from then on the server keeps what comes.
      await expect.poll(async () => (await readModel(kernel)).connections).toBe(0);
      await open('go');
      await expect.poll(async () => (await readModel(kernel)).execution_state).toBe('idle');
      proxy.accept('pass');
    },
  });
  expect(text).toBe('before\nafter\n');
  expect(end).toEqual({ type: 'end', status: 'ok', executionCount: expect.any(Number) });
});

it.each([
  ['that is cut later', (proxy: FaultyProxy) => proxy.cutClients()],
  ['that nobody cuts, but whose pings stay unanswered', () => {}],
])(
  'output lost in a dead connection %s is said to be missing, and the cell is not run again',
  async (_, cut) => {
    const { kernel, proxy, open } = await connectThroughProxy();
    const lines = [
      'runs = globals().get("runs", 0) + 1',
      ...[say('before'), waitFor('go'), say('lost')],
      ...['while not os.path.exists("stop"):', `    ${say('tick')}`, '    time.sleep(0.05)'],
    ];
    const { text, notice, end } = await runActing(kernel, lines, {
      before: async () => {
        proxy.blackhole();
        await open('go');
        await proxy.swallowed('lost');
        cut(proxy);
      },
      tick: () => open('stop'),
    });
    expect(text).toMatch(/^before\n(tick\n)+$/);
    expect(end).toMatchObject({ status: 'ok', isIncomplete: true });
    expect(notice).toMatch(MISSING);
    expect(await kernel.evaluate('runs')).toBe('1');
  },
);

it('a cell that ended in a dead connection ends here too, its end being unknown', async () => {
  const { kernel, proxy, open } = await connectThroughProxy();
  const { text, end } = await runActing(kernel, [say('before'), waitFor('go'), say('lost')], {
    before: async () => {
      proxy.blackhole();
      await open('go');
      await proxy.swallowed('execute_reply');
      await proxy.swallowed('idle');
      proxy.cutClients();
    },
  });
  expect(text).toBe('before\n');
  expect(end).toMatchObject({
    status: 'aborted',
    reason: expect.stringContaining('how it ended is unknown'),
  });
  expect((await run(kernel, 'print("at once")')).stdout).toBe('at once\n');
});

it('output that another client took is said to be missing', async () => {
  const { kernel, proxy, open } = await connectThroughProxy();
  const ticking = ['while not os.path.exists("go"):', `    ${say('tick')}`, '    time.sleep(0.01)'];
  const lines = [say('before'), ...ticking, say('stolen'), waitFor('went'), say('after')];
  const { text, notice, end } = await runActing(kernel, lines, {
    before: async () => {
      goAway(proxy);
      const thief = await connectThief(server, kernel.id);
      // A server opens a client's socket before it listens to the kernel on its behalf.
      await thief.hears('tick');
      await open('go');
      await thief.hears('stolen');
      thief.socket.close();
      proxy.accept('pass');
      await open('went');
    },
  });
  expect(text).toMatch(/^before\n(tick\n)*(after\n)?$/);
  expect(`${notice}${end?.reason}`).toMatch(/did not arrive|is unknown/);
  expect((await run(kernel, '1')).end.status).toBe('ok');
});

it('a kernel that was ended meanwhile is gone, not awaited', async () => {
  const { kernel, proxy, changes } = await connectThroughProxy();
  const { end } = await runActing(kernel, [say('before'), 'time.sleep(600)'], {
    before: async () => {
      goAway(proxy);
      await callServer(kernel, 'DELETE');
      proxy.accept('pass');
    },
  });
  expect(end).toMatchObject({
    status: 'kernel-died',
    reason: expect.stringContaining('no longer has this kernel'),
  });
  expect(changes).toMatchObject([{ status: 'dead', stateLost: true }]);
  expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
});

it('a kernel that died and was started again meanwhile has lost its variables', async () => {
  const { kernel, proxy, changes } = await connectThroughProxy();
  const { end } = await runActing(kernel, [say('before'), 'time.sleep(600)'], {
    before: async () => {
      goAway(proxy);
      await callServer(kernel, 'POST', '/restart');
      proxy.accept('pass');
    },
  });
  expect(end).toMatchObject({
    status: 'kernel-died',
    reason: expect.stringContaining('variables were lost'),
  });
  await expect
    .poll(() => changes)
    .toMatchObject([{ status: 'restarting' }, { status: 'idle', stateLost: true }]);
  expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
});

it('a server that was killed and started again has lost the kernel', async () => {
  const token = `--IdentityProvider.token=${server.token}`;
  const [first, second] = await Promise.all([
    startStockServer({ args: [token] }),
    startStockServer({ args: [token] }),
  ]);
  onTestFinished(async () => {
    await first.stop();
    await second.stop();
  });
  const { kernel, proxy } = await connectThroughProxy(first);
  const { text, end } = await runActing(kernel, [say('before'), 'time.sleep(600)'], {
    before: () => {
      proxy.forwardTo(second.url);
      process.kill(first.pid, 'SIGKILL');
    },
  });
  expect(text).toBe('before\n');
  expect(end).toMatchObject({
    status: 'kernel-died',
    reason: expect.stringContaining('no longer has this kernel'),
  });
  expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
});

it('a token that is no longer accepted is called that, and not a dead kernel', async () => {
  const other = await startStockServer();
  onTestFinished(() => other.stop());
  const { kernel, proxy, changes } = await connectThroughProxy();
  const { end } = await runActing(kernel, [say('before'), 'time.sleep(600)'], {
    before: () => {
      proxy.forwardTo(other.url);
      proxy.cut();
    },
  });
  expect(end).toMatchObject({ status: 'aborted', reason: expect.stringContaining('JUPYTER_TOKEN') });
  expect(changes).toMatchObject([{ stateLost: true, reason: expect.stringContaining('JUPYTER_TOKEN') }]);
  proxy.forwardTo(server.url);
  proxy.cut();
  expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
});

it('a server that stays away ends the cell within half a minute', async () => {
  const { kernel, proxy } = await connectThroughProxy();
  const { end } = await runActing(kernel, [say('before'), 'time.sleep(600)'], {
    before: () => goAway(proxy),
  });
  expect(end).toMatchObject({
    status: 'aborted',
    reason: expect.stringContaining('was lost and not restored'),
  });
  proxy.accept('pass');
  expect((await run(kernel, 'print("again")')).stdout).toBe('again\n');
});

it('a computer that slept continues where it was, or says what is missing', async () => {
  const sleeper = await startStockServer();
  onTestFinished(() => sleeper.stop());
  const { kernel, proxy, open } = await connectThroughProxy(sleeper);
  const { text, notice, end } = await runActing(kernel, [say('before'), waitFor('go'), say('after')], {
    before: async () => {
      process.kill(sleeper.pid, 'SIGSTOP');
      await open('go');
      // By then the pings have stayed unanswered and another connection is tried, in vain.
      await proxy.connection();
      process.kill(sleeper.pid, 'SIGCONT');
    },
  });
  // What the server wrote into the old connection before it noticed its end is nowhere any more.
  if (text === 'before\nafter\n') expect(end?.status).toBe('ok');
  else
    expect([text, `${notice}${end?.reason}`]).toEqual([
      'before\n',
      expect.stringMatching(/did not arrive|is unknown/),
    ]);
  expect((await run(kernel, 'print("at once")')).stdout).toBe('at once\n');
});

function goAway(proxy: FaultyProxy): void {
  proxy.accept('refuse');
  proxy.cut();
}

async function callServer({ id }: Kernel, method: string, action = ''): Promise<Response> {
  const headers = { Authorization: `token ${server.token}` };
  return fetch(`${server.url}/api/kernels/${id}${action}`, { method, headers });
}

async function readModel(kernel: Kernel): Promise<{ connections: number; execution_state: string }> {
  return (await callServer(kernel, 'GET')).json();
}
