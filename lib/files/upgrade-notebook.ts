/** Converts a notebook older than nbformat 4, by Jupyter's own means. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { AppError } from '../util/app-error.ts';

/** As in `kernels/upgrade_notebook.py`, which limits memory too. On a busy machine, its processor time takes longer. */
const MAX_MS = 120_000;
/** An upgraded notebook is a little longer than before. */
const MAX_GROWTH = 4;
const MIN_OUTPUT_BYTES = 1_000_000;
const MAX_CAUSE_LENGTH = 300;

export interface UpgradeOptions {
  /** Interpreter with the package nbformat. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
  /** Ends the conversion. */
  signal?: AbortSignal | undefined;
}

/** Throws AppError `bad-request`, a fragment of a sentence. */
export function upgradeNotebook(text: string, { python, rootDir, signal }: UpgradeOptions): Promise<string> {
  const script = join(rootDir, 'kernels', 'upgrade_notebook.py');
  const options = {
    maxBuffer: Math.max(MIN_OUTPUT_BYTES, Buffer.byteLength(text) * MAX_GROWTH),
    timeout: MAX_MS,
    killSignal: 'SIGKILL' as const,
    signal,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(python, [script], options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const isEnded = error.killed === true || child.signalCode !== null;
      const lastLine = isEnded ? 'it takes too long' : stderr.trim().split('\n').at(-1) || error.message;
      const cause = lastLine.slice(0, MAX_CAUSE_LENGTH);
      reject(new AppError('bad-request', `its old format could not be upgraded (${cause})`));
    });
    // A program that ended early closes the pipe under our write; its exit is reported anyway.
    child.stdin?.on('error', () => {});
    child.stdin?.end(text);
  });
}
