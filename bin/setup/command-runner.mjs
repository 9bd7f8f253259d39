import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { SetupInterrupted } from './setup-error.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const KILL_AFTER_MS = 5_000;
const MAX_KEPT_CHARS = 200_000;

/**
 * Runs commands one after another, their output going to a log file instead of the terminal. A signal to this
 * process ends the command at work and makes `run` reject with {@link SetupInterrupted}.
 *
 * @param {{rootDir: string, env: NodeJS.Dict<string>, logPath: string, onChild: (pid: number | undefined) => void}} options
 */
export function createCommandRunner({ rootDir, env, logPath, onChild }) {
  const log = openLog(logPath);
  let child = null;
  let received = null;

  const onSignal = (signal) => {
    // npm and pip tidy up after the first signal; a second one is an order.
    child?.kill(received ? 'SIGKILL' : signal);
    received = signal;
    const process_ = child;
    setTimeout(() => process_?.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);

  return {
    /**
     * @param {string} command
     * @param {string[]} args
     * @param {{env?: NodeJS.Dict<string>}} [options]
     * @returns {Promise<{code: number | null, output: string}>} both streams together; code null when not started
     */
    async run(command, args, options = {}) {
      log.write(`$ ${command} ${args.join(' ')}\n`);
      child = spawn(command, args, {
        cwd: rootDir,
        env: { ...(options.env ?? env), NEXT_TELEMETRY_DISABLED: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      });
      onChild(child.pid);
      const result = await collect(child, log.write);
      child = null;
      onChild(undefined);
      if (received) throw new SetupInterrupted(128 + constants.signals[received]);
      return result;
    },
    /** @param {string} sentence for who reads the log */
    note: (sentence) => log.write(`${sentence}\n`),
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
