/** Kernels that are forked with their libraries loaded: they must be like those that start cold, but for the time. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { ExecutionEvent, Kernel } from '../../../lib/kernel/kernel.ts';
import { waitUntilGone } from '../../helpers/kernel/kernel-processes.ts';
import {
  createTestProvider,
  readStdout,
  run,
  type TestProvider,
} from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

/** Leaves no name behind. */
const PARENT =
  'print(open("/proc/%d/cmdline" % __import__("os").getppid()).read().split(chr(0))[1].split("/")[-1])';
/** In a box that was forked, all processes have the command of the one that they were forked from. */
const FORKED = { off: 'fork_server.py\n', bwrap: 'fork_server.py\n', fork: 'box_zygote.py\n' };
const COLD = { off: 'serve.py\n', bwrap: 'serve.py\n', fork: 'box_zygote.py\n' };
const { box } = readConfig({ ...process.env });

/** A folder that has a file of this name is one whose kernels start cold. */
const FORBIDDING = 'matplotlibrc';

async function startCold(test: TestProvider): Promise<Kernel> {
  const name = crypto.randomUUID();
  await mkdir(join(test.workspacesDir, name));
  await writeFile(join(test.workspacesDir, name, FORBIDDING), '');
  return test.start(name);
}

/** On a busy machine a first kernel may start cold, because that is sooner there. */
async function startForked(test: TestProvider, parent: string): Promise<Kernel> {
  let kernel = await test.start();
  for (let trial = 1; trial < 5 && (await run(kernel, PARENT)).stdout !== parent; trial++) {
    await kernel.dispose();
    kernel = await test.start();
  }
  return kernel;
}

/** What a kernel can tell about itself that must not depend on how it was started. */
const SELF: [name: string, code: string][] = [
  ['arguments', 'import sys; [a if "kernel-" not in a else "FILE" for a in sys.argv]'],
  ['import path', 'import sys; sys.path'],
  ['flags', 'import sys; sys.flags, sys.executable, sys.warnoptions'],
  [
    'main module',
    'import sys; sys.modules["__main__"].__dict__ is globals(), __name__, "__file__" in globals()',
  ],
  ['names', 'sorted(name for name in globals() if not name.strip("_i").isdigit())'],
  [
    'environment',
    'import os; sorted((k, v) for k, v in os.environ.items() if k not in ("ACTBOOK_KERNEL_MARK", "JPY_PARENT_PID", "JPY_SESSION_NAME"))',
  ],
  ['folder', 'import os; os.getcwd() == os.path.realpath("."), os.path.isdir(os.getcwd())'],
  [
    'signals',
    'import signal; [(s.name, str(signal.getsignal(s))) for s in signal.valid_signals() if isinstance(s, signal.Signals)]',
  ],
  ['process group', 'import os; os.getpid() == os.getpgrp() == os.getsid(0)'],
  [
    'limits',
    'import resource as r; [(n, r.getrlimit(getattr(r, n))) for n in dir(r) if n.startswith("RLIMIT_")]',
  ],
  ['priority', 'import os; os.nice(0), open("/proc/self/oom_score_adj").read(), os.umask(0o22)'],
  [
    'privileges',
    '[l for l in open("/proc/self/status") if l.startswith(("Cap", "NoNewPrivs", "Seccomp", "Groups"))]',
  ],
  ['standard input', 'import os; os.read(0, 1)'],
  [
    'warnings',
    'import warnings, pandas, matplotlib.pyplot; sorted({str(each) for each in warnings.filters})',
  ],
  ['logging', 'import logging; logging.root.handlers, logging.root.level'],
  // One looks for a parent that is gone, unless that is the first process of the box.
  [
    'threads',
    'import threading; sorted(t.name.split("-")[0] for t in threading.enumerate() if type(t).__name__ != "ParentPollerUnix")',
  ],
  ['locale', 'import locale; locale.setlocale(locale.LC_ALL), locale.getpreferredencoding()'],
  ['event loop', 'import asyncio; type(asyncio.get_running_loop()).__name__'],
  [
    'plots',
    'import matplotlib; matplotlib.get_backend(), matplotlib.rcParams["figure.dpi"], len(matplotlib.rcParams)',
  ],
  [
    'pandas',
    'import pandas; from pandas._config.config import _registered_options as o\n{name: (str(each.defval).lower(), str(pandas.get_option(name)).lower()) for name, each in sorted(o.items()) if name.startswith("display.")}',
  ],
  ['wide table', 'import pandas; pandas.DataFrame([range(10**6, 10**6 + 18)])'],
  ['NumPy errors', 'import numpy; numpy.geterr(), numpy.get_printoptions()'],
  ['IPython', 'get_ipython().history_manager.hist_file, sorted(get_ipython().config)'],
];

interface Work {
  name: string;
  code: string;
  expected: string;
  /** A thread of the kernel reads what is written past Python, and may be later than the end of the cell. */
  isPastPython?: true;
}

const WORK: Work[] = [
  {
    name: 'matrices in all threads',
    code: 'import numpy\na = numpy.random.default_rng(1).random((600, 600))\nprint(bool(numpy.allclose(a @ numpy.linalg.inv(a), numpy.eye(600))))',
    expected: 'True\n',
  },
  {
    name: 'Arrow in threads',
    code: 'import pandas as pd\npd.DataFrame({"a": range(100_000), "b": "x"}).to_parquet("t.parquet")\nprint(len(pd.read_parquet("t.parquet")))',
    expected: '100000\n',
  },
  {
    name: 'spawned processes',
    code: 'import multiprocessing\nwith multiprocessing.get_context("spawn").Pool(2) as pool: print(pool.map(abs, [-1, -2]))',
    expected: '[1, 2]\n',
  },
  {
    name: 'forked processes',
    code: 'def double(n): return 2 * n\nimport multiprocessing\nwith multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(double, [1, 2]))',
    expected: '[2, 4]\n',
  },
  {
    name: 'a thread pool',
    code: 'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool: print(sum(pool.map(int, range(100))))',
    expected: '4950\n',
  },
  {
    name: 'top-level await',
    code: 'import asyncio\nawait asyncio.sleep(0)\nprint("awaited")',
    expected: 'awaited\n',
  },
  {
    name: 'other programs',
    code: '!echo "out of a shell"',
    expected: 'out of a shell\n',
    isPastPython: true,
  },
  {
    name: 'output past Python',
    code: 'import os; os.write(1, b"raw\\n");',
    expected: 'raw\n',
    isPastPython: true,
  },
  {
    name: 'pickles of its own classes',
    code: 'import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)',
    expected: 'True\n',
  },
];

describe.each(['off', 'on'] as const)('with the sandbox %s, a forked kernel', (sandbox) => {
  const test = shareProvider({ sandbox });
  let forked: Kernel;
  let cold: Kernel;
  const kind = sandbox === 'off' ? 'off' : box;

  beforeAll(async () => {
    [forked, cold] = await Promise.all([startForked(test, FORKED[kind]), startCold(test)]);
  });

  it('is what a session gets, with its libraries loaded', async () => {
    expect((await run(forked, PARENT)).stdout).toBe(FORKED[kind]);
    expect((await run(cold, PARENT)).stdout).toBe(COLD[kind]);
    const loaded = 'import sys; print([name in sys.modules for name in ("pandas", "matplotlib.pyplot")])';
    expect((await run(forked, loaded)).stdout).toBe('[True, True]\n');
  });

  it.each(SELF)('has the same %s as a cold one', async (_, code) => {
    const { outputs } = await run(forked, code);
    expect(outputs).toMatchObject([{ output_type: 'execute_result' }]);
    expect(withoutCount(outputs)).toEqual(withoutCount((await run(cold, code)).outputs));
  });

  it.each(WORK)('can do $name', async ({ code, expected, isPastPython }) => {
    const late: ExecutionEvent[] = [];
    const { events, stdout } = await run(forked, code, { onLate: (event) => late.push(event) });
    if (isPastPython) await expect.poll(() => readStdout([...events, ...late])).toBe(expected);
    else expect(stdout).toBe(expected);
  });

  it('draws the same plot', async () => {
    const code = 'import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])';
    const [first, second] = await Promise.all([run(forked, code), run(cold, code)]);
    expect(first.outputs).toHaveLength(2);
    expect(toPicture(first.outputs)).toBe(toPicture(second.outputs));
  });

  it('has random numbers of its own', async () => {
    const code = 'import random, uuid, numpy\nprint(random.random(), numpy.random.rand(), uuid.uuid4())';
    const draw = async (kernel: Kernel) => (await run(kernel, code)).stdout.split(' ');
    const [first, second] = await Promise.all([test.start(), test.start()]);
    const before = await draw(first);
    await first.restart();
    const draws = [before, await draw(first), await draw(second)];
    for (const index of [0, 1, 2]) expect(new Set(draws.map((each) => each[index])).size).toBe(3);
  });

  it('dies and comes back as any kernel does', async () => {
    const kernel = await test.start();
    expect((await run(kernel, 'import os; os.kill(os.getpid(), 9)')).end.status).toBe('kernel-died');
    expect((await run(kernel, PARENT)).stdout).toBe(FORKED[kind]);
    const slept = await run(kernel, 'import time; time.sleep(600)', { timeoutMs: 200 });
    expect(slept.end.status).toBe('timed-out');
    expect((await run(kernel, 'print(1)')).stdout).toBe('1\n');
  });
});

describe('the fork server', () => {
  let test: TestProvider;
  let userBase: string;

  beforeAll(async () => {
    userBase = await mkdtemp(join(tmpdir(), 'actbook-test-'));
    test = await createTestProvider({ sandbox: 'off', kernelEnv: { ...ENV, PYTHONUSERBASE: userBase } });
  });
  afterAll(async () => {
    await test.dispose();
    await rm(userBase, { recursive: true });
  });

  it('takes its kernels along when it dies, and another takes its place', async () => {
    const kernel = await startForked(test, FORKED.off);
    const ids = JSON.parse((await run(kernel, 'import os; print([os.getpid(), os.getppid()])')).stdout);
    const [kernelPid, serverPid] = ids;
    const { promise: replaced, resolve } = Promise.withResolvers<void>();
    kernel.onStatus(({ status, stateLost }) => {
      if (status === 'idle' && stateLost) resolve();
    });
    process.kill(serverPid, 'SIGKILL');
    await waitUntilGone(kernelPid, serverPid);
    await replaced;
    expect((await run(kernel, 'print(1)')).stdout).toBe('1\n');
    expect((await run(await startForked(test, FORKED.off), PARENT)).stdout).toBe(FORKED.off);
  });

  it('is replaced when packages are installed', async () => {
    const before = await startForked(test, FORKED.off);
    const site = 'import site; print(site.getusersitepackages())';
    const folder = (await run(before, site)).stdout.trim();
    await mkdir(folder, { recursive: true });
    expect((await run(await test.start(), PARENT)).stdout).toBe(COLD.off);
    expect((await run(await startForked(test, FORKED.off), PARENT)).stdout).toBe(FORKED.off);
    // The one before serves its kernels on.
    expect((await run(before, PARENT)).stdout).toBe(FORKED.off);
  });
});

const ENV = { PATH: process.env.PATH ?? '' };

function withoutCount(outputs: readonly object[]): object[] {
  return outputs.map((output) => ({ ...output, execution_count: null }));
}

function toPicture(outputs: readonly object[]): unknown {
  const data = outputs.map((output) => ('data' in output ? output.data : null));
  return data
    .map((each) => (each instanceof Object && 'image/png' in each ? each['image/png'] : null))
    .at(-1);
}
