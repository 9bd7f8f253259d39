import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export interface Program {
  stop(): Promise<void>;
}

export interface ProgramOptions {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** What it writes to standard error when it can be used. */
  ready: RegExp;
}

/** Resolves when the program says that it is ready; rejects with what it wrote when it ends before. */
export async function startProgram({ command, args, env, cwd, ready }: ProgramOptions): Promise<Program> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  let isReady = false;
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    isReady = ready.test(line);
    if (isReady) break;
  }
  if (!isReady) throw new Error(`${command} ended before it was ready:\n${said.join('\n')}`);
  child.stderr.resume();
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A port that was free a moment ago, for programs that cannot choose one and tell it. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}
