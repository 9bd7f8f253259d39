/** The Python environment of the proof bench, next to that of the kernels. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';

export interface BenchPython {
  readonly interpreter: string;
  readonly folder: string;
  /** Runs it, with its errors on this process's. */
  run(args: readonly string[]): void;
}

/** Made on first use. */
export function openBenchPython(): BenchPython {
  const { python, rootDir } = readConfig({ ...process.env });
  const folder = join(rootDir, '.setup/bench-proof');
  const interpreter = join(folder, 'bin/python');
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(interpreter)) run(python, ['-m', 'venv', folder]);
  return { interpreter, folder, run: (args) => run(interpreter, args) };
}
