/** A peer that is a Python library, measured by its own clock. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listDescendants, measureSharedOnce } from '../../lib/kernel/box/process-tree.ts';
import { CHARS, CODE, MANY, type Operation, repeatsOf, type Subject } from './subject.ts';

const KEPT = 6;

/** Hides orjson from Python: pip does not install it with the peers, and they use it where it is. */
const WITHOUT_ORJSON = { ...process.env, PYTHONPATH: join(import.meta.dirname, 'without-orjson') };

export function createPythonPeer(
  library: 'jupyter_client' | 'nbclient',
  python: string,
  operations: readonly Operation[],
  { hasOrjson = false } = {},
): Subject {
  const name = hasOrjson ? `${library} with orjson` : library;
  const script = join(import.meta.dirname, 'peers.py');
  const env = hasOrjson ? process.env : WITHOUT_ORJSON;
  const child = spawn(python, [script, library], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function ask(...request: unknown[]): Promise<number[]> {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`${name} ended.`);
    const answer: number[] | { error: string } = JSON.parse(value);
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  async function measureKept(count: number): Promise<number> {
    await ask('keep', CODE.first, count);
    return measureSharedOnce(listDescendants(child.pid ?? 0));
  }

  return {
    name,
    operations,
    measure: (operation) => {
      if (operation === 'cold') return ask('first', CODE.first);
      if (operation === 'restart') return ask('restart', CODE.first);
      if (operation === 'many') return ask('many', CODE.first, MANY);
      if (operation === 'warm' || operation === 'new') throw new Error(`${name} has no ${operation} start.`);
      return ask(
        'cells',
        CODE[operation],
        repeatsOf(operation),
        operation === 'trip' ? null : CHARS[operation],
      );
    },
    measureMemory: async () => {
      const first = await measureKept(1);
      return { first, further: ((await measureKept(KEPT)) - first) / (KEPT - 1) };
    },
    dispose: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
