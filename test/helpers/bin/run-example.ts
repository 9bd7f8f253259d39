/** A program of `examples/`, run as its readers run it: a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT_DIR, withoutModels } from '../app/app.ts';

/** Resolves to what it printed; throws with what it complained of when it fails. */
export async function runExample(
  name: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const path = join(ROOT_DIR, 'examples', name);
  const child = spawn(process.execPath, ['--conditions=actbook-source', path, ...args], {
    env: { ...withoutModels(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${name} ended with code ${child.exitCode}:\n${stderr}`);
  return stdout;
}
