/** Actbook's own driver: in boxes, on its server without a box, and on a server that someone else runs. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../lib/config/config.ts';
import { listDescendants, measureSharedOnce } from '../../lib/kernel/box/process-tree.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import type { Kernel, KernelProvider } from '../../lib/kernel/kernel.ts';
import type { JupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';
import { createTestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import {
  CODE,
  CROWD,
  type Crowd,
  MANY,
  measureSession,
  type Operation,
  type Session,
  type Subject,
  time,
} from './subject.ts';

/** Time for a warm box to get ready before it is taken. */
const SETTLE_MS = 4_000;
const KEPT = 6;

interface Setting {
  name: string;
  sandbox: 'on' | 'off';
  box?: 'fork' | 'bwrap';
  external: JupyterAddress | null;
  operations: readonly Operation[];
}

export async function createActbook({
  name,
  sandbox,
  box = 'bwrap',
  external,
  operations,
}: Setting): Promise<Subject> {
  const { python, rootDir, kernelEnv } = readConfig({ ...process.env });
  const dir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
  const create = () =>
    createJupyterKernels({
      python,
      rootDir,
      kernelEnv,
      sandbox,
      box,
      // Measured are boxes of one kind, from the first on.
      forkPatienceMs: 60_000,
      external,
      workspacesDir: dir,
      warmBoxes: 1,
    });
  const keeper = create();
  let kept: Promise<Session> | null = null;

  async function open(provider = keeper): Promise<Session> {
    const workspace = join(dir, crypto.randomUUID());
    await mkdir(workspace);
    return toSession(await provider.start({ kernelName: 'python3', workspace }));
  }

  async function first(provider = keeper): Promise<number> {
    let session: Session | null = null;
    const ms = await time(async () => {
      session = await open(provider);
      await session.run(CODE.first);
    });
    await (session as Session | null)?.dispose();
    return ms;
  }

  /** From nothing: no server runs, no box waits. On a server of someone else, that one runs. */
  async function cold(): Promise<number> {
    const provider = create();
    try {
      return await first(provider);
    } finally {
      await provider.dispose();
    }
  }

  /** A box waits, or the server runs. */
  async function warm(): Promise<number> {
    const provider = create();
    try {
      provider.keepWarm();
      await setTimeout(SETTLE_MS);
      return await first(provider);
    } finally {
      await provider.dispose();
    }
  }

  async function many(): Promise<number> {
    const sessions: Session[] = [];
    const ms = await time(() =>
      Promise.all(
        Array.from({ length: MANY }, async () => {
          const session = await open();
          sessions.push(session);
          await session.run(CODE.first);
        }),
      ),
    );
    await Promise.all(sessions.map((session) => session.dispose()));
    return ms;
  }

  return {
    name,
    operations,
    measure: async (operation) => {
      if (operation === 'cold') return [await cold()];
      // The server, or the process that boxes are forked from, runs. No box waits.
      if (operation === 'new') return [await first()];
      if (operation === 'warm') return [await warm()];
      if (operation === 'many') return [await many()];
      kept ??= open();
      return measureSession(await kept, operation);
    },
    ...(external ? {} : { measureMemory: () => measureFurther(create(), open) }),
    ...(box === 'fork' ? { measureCrowd: () => measureCrowd(create(), open) } : {}),
    dispose: async () => {
      await keeper.dispose();
      await rm(dir, { recursive: true });
    },
  };
}

type Open = (provider: KernelProvider) => Promise<Session>;

/** Of what the sessions brought with them: a process that they were forked from is part of the first. */
async function measureFurther(provider: KernelProvider, open: Open) {
  const measure = watchMemory();
  try {
    await (await open(provider)).run(CODE.first);
    const first = await measure();
    for (let index = 1; index < KEPT; index += 1) await (await open(provider)).run(CODE.first);
    return { first, further: ((await measure()) - first) / (KEPT - 1) };
  } finally {
    await provider.dispose();
  }
}

/** The processes that they were forked from are shared by all. */
async function measureCrowd(provider: KernelProvider, open: Open): Promise<Crowd> {
  const measure = watchMemory();
  try {
    for (let index = 0; index < CROWD; index += 1) await (await open(provider)).run(CODE.first);
    const each = (await measure()) / CROWD;
    return { each, trips: await measureSession(await open(provider), 'trip') };
  } finally {
    await provider.dispose();
  }
}

/** Returns what measures the processes that this one has started since, bytes. */
function watchMemory(): () => Promise<number> {
  const others = new Set(listDescendants(process.pid));
  return () => measureSharedOnce(listDescendants(process.pid).filter((pid) => !others.has(pid)));
}

function toSession(kernel: Kernel): Session {
  return {
    run: async (code) => {
      let chars = 0;
      for await (const event of kernel.execute(code)) {
        if (event.type === 'end' && event.status !== 'ok') throw new Error(`A cell ended ${event.status}.`);
        if (event.type !== 'output') continue;
        if (event.output.output_type === 'stream') chars += event.output.text.length;
        if (event.output.output_type === 'display_data')
          chars += String(event.output.data['image/png']).length;
      }
      return chars;
    },
    restart: () => kernel.restart(),
    dispose: () => kernel.dispose(),
  };
}

/**
 * How much more this process holds, at most, while it takes outputs of these sizes, bytes each, without keeping them.
 * Garbage is collected first each time: how much of it waits is chance.
 */
export async function measureDriver(sizes: readonly number[]): Promise<number[]> {
  const { start, dispose } = await createTestProvider({ sandbox: 'off' });
  const kernel = await start();
  const growth: number[] = [];
  for (const size of sizes) {
    const before = readHeldBytes();
    let peak = before;
    const code = `for _ in range(${size / 1e6}): print("x" * 999_999, flush=True)`;
    for await (const event of kernel.execute(code)) {
      if (event.type === 'output') peak = Math.max(peak, readHeldBytes());
    }
    growth.push(peak - before);
  }
  await dispose();
  return growth;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function readHeldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
