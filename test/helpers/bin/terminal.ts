/** The `actbook` command on a terminal of its own (Python's `pty`), typed on as a person would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { ROOT_DIR, withoutModels } from '../app/app.ts';

const ON_TERMINAL = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

export interface TerminalResult {
  code: number | null;
  /** All that the terminal showed, what was typed included where it is echoed. */
  screen: string;
}

export interface TerminalOptions {
  home: string;
  env?: Record<string, string>;
  /** Each waits until `after` is on the screen, then types `keys`. */
  script: { after: string; keys: string }[];
}

export async function runOnTerminal(args: string[], options: TerminalOptions): Promise<TerminalResult> {
  const { home, env = {}, script } = options;
  const command = [process.execPath, join(ROOT_DIR, 'bin/cli.ts'), ...args];
  const child = spawn(readConfig().python, ['-c', ON_TERMINAL, ...command], {
    cwd: home,
    env: { ...withoutModels(process.env), ACTBOOK_HOME: home, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The terminal goes with its program, and what is on it with the terminal.
  onTestFinished(() => void child.kill());
  const steps = [...script];
  let shown = '';
  let screen = '';
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    screen = stripVTControlCharacters(shown);
    for (let step = steps[0]; step && screen.includes(step.after, seen); step = steps[0]) {
      seen = screen.indexOf(step.after, seen) + step.after.length;
      child.stdin.write(step.keys);
      steps.shift();
    }
  });
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, screen };
}
