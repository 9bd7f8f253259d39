/** Python of the tools that Actbook is compared with: environments of their own, and programs that answer line by line. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig } from '../lib/config/config.ts';

export interface PeerPython {
  readonly interpreter: string;
  readonly folder: string;
  /** Runs it, with its errors on this process's. */
  run(args: readonly string[]): void;
}

/** In `.setup`, apart from that of the kernels; made on first use, with the packages of a file if there is one. */
export function openPeerPython(name: string, requirements?: string): PeerPython {
  const { python, rootDir } = readConfig({ ...process.env });
  const folder = join(rootDir, '.setup', name);
  const interpreter = join(folder, 'bin/python');
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(interpreter)) run(python, ['-m', 'venv', folder]);
  if (requirements) run(interpreter, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
  return { interpreter, folder, run: (args) => run(interpreter, args) };
}

export interface PeerProgram {
  readonly pid: number;
  /** Sends a line of JSON; resolves to what the next line says. */
  ask(request: unknown): Promise<unknown>;
  dispose(): Promise<void>;
}

export function startPeer(
  name: string,
  python: string,
  args: readonly string[],
  { env = process.env, stderr = 'inherit' }: { env?: NodeJS.ProcessEnv; stderr?: 'inherit' | 'ignore' } = {},
): PeerProgram {
  const child = spawn(python, args, { env, stdio: ['pipe', 'pipe', stderr] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    ask: async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${name} ended.`);
      return JSON.parse(value);
    },
    dispose: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
