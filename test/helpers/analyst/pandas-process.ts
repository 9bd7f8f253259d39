/** One Python process with pandas for all tests of a worker: it runs cells of many sessions, each with its own variables. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { Output } from '../../../lib/notebook/output.ts';
import { keepForWorker } from '../worker-processes.ts';

const ROOT = join(import.meta.dirname, '../../..');

const Ran = z.object({ status: z.enum(['ok', 'error']), outputs: z.array(Output) });
export type Ran = z.infer<typeof Ran>;

export interface PandasProcess {
  /** Folders of sessions are in it. */
  readonly directory: string;
  /** Runs a cell of the session in this folder. */
  run(folder: string, code: string): Promise<Ran>;
  /** Calls a function of `kernels/actbook`, such as `names.list_names`. */
  call(folder: string, name: string, args: object): Promise<unknown>;
}

let shared: PandasProcess | null = null;

export function openPandasProcess(): PandasProcess {
  shared ??= start();
  return shared;
}

function start(): PandasProcess {
  const directory = mkdtempSync(join(tmpdir(), 'actbook pandas '));
  const python = process.env.ANALYST_PYTHON ?? join(ROOT, '.venv/bin/python');
  const child = spawn(python, [join(import.meta.dirname, 'pandas-process.py'), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, IPYTHONDIR: join(directory, 'ipython') },
  });
  // It ends, and removes the folders, when its standard input does.
  keepForWorker(child, () => child.stdin.end());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The Python process ended with ${code}.`);
  });
  ended.catch(() => {});
  let last: Promise<unknown> = Promise.resolve();
  const ask = (request: object): Promise<unknown> => {
    const reply = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value } = await Promise.race([lines.next(), ended]);
      return JSON.parse(value ?? '');
    });
    last = reply.catch(() => {});
    return reply;
  };
  return {
    directory,
    run: async (folder, code) => Ran.parse(await ask({ folder, code })),
    call: (folder, name, args) => ask({ folder, call: [name, args] }),
  };
}
