import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { SetupError, SetupInterrupted } from './setup-error.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const KILL_AFTER_MS = 5_000;
const MAX_KEPT_CHARS = 200_000;

/**
 * Runs commands, their output going to a log file instead of the terminal. A signal to this process ends the commands at work
 * and makes `run` reject with {@link SetupInterrupted}.
 *
 * @param {{rootDir: string, env: NodeJS.Dict<string>, logPath: string, onChildren: (pids: number[]) => void}} options
 */
export function createCommandRunner({ rootDir, env, logPath, onChildren }) {
  const log = openLog(logPath);
  const children = new Set();
  let received = null;
  let isEnded = false;

  const end = (signal) => {
    for (const child of children) {
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    }
  };
  const onSignal = (signal) => {
    // npm and pip tidy up after the first signal; a second one is an order.
    end(received ? 'SIGKILL' : signal);
    received = signal;
  };
  const report = () => onChildren([...children].flatMap(({ pid }) => pid ?? []));
  for (const signal of SIGNALS) process.on(signal, onSignal);

  return {
    /**
     * @param {string} command
     * @param {string[]} args
     * @param {{env?: NodeJS.Dict<string>, onLine?: (line: string) => void}} [options] `onLine` gets what it prints
     * @returns {Promise<{code: number | null, output: string}>} both streams together; code null when not started
     */
    async run(command, args, options = {}) {
      if (received) throw new SetupInterrupted(128 + constants.signals[received]);
      if (isEnded) throw new SetupError('Another step of the setup failed.');
      log.write(`$ ${command} ${args.join(' ')}\n`);
      const child = spawn(command, args, {
        cwd: rootDir,
        env: { ...(options.env ?? env), NEXT_TELEMETRY_DISABLED: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      });
      let rest = '';
      const eachLine = (text) => {
        const lines = (rest + text).split(/[\r\n]+/);
        rest = lines.pop();
        for (const line of lines) options.onLine(line);
      };
      children.add(child);
      report();
      const result = await collect(child, (text) => {
        log.write(text);
        if (options.onLine) eachLine(text);
      });
      children.delete(child);
      report();
      if (received) throw new SetupInterrupted(128 + constants.signals[received]);
      return result;
    },
    /** @param {string} sentence for who reads the log */
    note: (sentence) => log.write(`${sentence}\n`),
    /** Ends the commands at work, and lets none begin: another step has failed. */
    end() {
      isEnded = true;
      end('SIGTERM');
    },
    close() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      log.close();
    },
  };
}

function openLog(path) {
  const file = openSync(path, 'w');
  return {
    write(text) {
      try {
        writeSync(file, text);
      } catch {
        // A full disk: the command will say so itself, and its output is still kept in memory.
      }
    },
    close: () => closeSync(file),
  };
}

function collect(child, record) {
  let output = '';
  const take = (text) => {
    record(text);
    output = (output + text).slice(-MAX_KEPT_CHARS);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
