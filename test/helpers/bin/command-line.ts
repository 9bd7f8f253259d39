/** The `actbook` command in this process, for what needs none of its own: what it says of its arguments and files. */
import { vi } from 'vitest';
import { runCommandLine } from '../../../bin/command-line.ts';
import { withoutModels } from '../app/app.ts';
import type { CliResult, RunCliOptions } from './cli.ts';

const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
const worker: NodeJS.EventEmitter = process;

export async function runHere(
  args: readonly string[],
  { home, cwd = home, env = {} }: Omit<RunCliOptions, 'onProgress'>,
): Promise<CliResult> {
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const listeners = ENDS.map((event) => worker.listeners(event));
  const [stdout, stderr] = [process.stdout, process.stderr].map(keepWritten);
  process.env = { ...withoutModels(process.env), ACTBOOK_HOME: home, ...env };
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runCommandLine(args);
    return {
      code: Number(process.exitCode ?? 0),
      stdout: stdout?.read() ?? '',
      stderr: stderr?.read() ?? '',
    };
  } finally {
    stdout?.restore();
    stderr?.restore();
    process.env = before.env;
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    // A command listens to the end of its process until that comes, and lets it end though its parent may still send messages.
    for (const [at, event] of ENDS.entries())
      for (const listener of worker.listeners(event))
        if (!listeners[at]?.includes(listener)) worker.off(event, listener as () => void);
    process.channel?.ref();
  }
}

function keepWritten(stream: NodeJS.WriteStream) {
  const written: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => written.push(`${text}`) > 0);
  return { read: () => written.join(''), restore: () => spy.mockRestore() };
}
