/** The `actbook` command as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT_DIR, withoutModels } from '../app/app.ts';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunCliOptions {
  home: string;
  cwd?: string;
  env?: Record<string, string>;
  /** Called with everything printed on stderr so far; may end the process. */
  onProgress?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

export async function runCli(args: string[], options: RunCliOptions): Promise<CliResult> {
  const { home, cwd = home, env = {}, onProgress } = options;
  const child = spawn(process.execPath, [join(ROOT_DIR, 'bin/cli.ts'), ...args], {
    cwd,
    env: { ...withoutModels(process.env), ACTBOOK_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    onProgress?.(stderr, (signal) => child.kill(signal));
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout, stderr };
}
