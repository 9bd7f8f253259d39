/** A peer that is a Python library, measured by its own clock. */
import { join } from 'node:path';
import { z } from 'zod';
import { listDescendants, measureSharedOnce } from '../../lib/kernel/box/process-tree.ts';
import { startPeer } from '../peer-python.ts';
import { CHARS, CODE, MANY, type Operation, repeatsOf, type Subject } from './subject.ts';

const KEPT = 6;

const Answer = z.union([z.array(z.number()), z.object({ error: z.string() })]);

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
  const peer = startPeer(name, python, [script, library], { env });

  async function ask(...request: unknown[]): Promise<number[]> {
    const answer = Answer.parse(await peer.ask(request));
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  async function measureKept(count: number): Promise<number> {
    await ask('keep', CODE.first, count);
    return measureSharedOnce(listDescendants(peer.pid));
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
    dispose: peer.dispose,
  };
}
