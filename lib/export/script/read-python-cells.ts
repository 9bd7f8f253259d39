/** The code of an IPython notebook as IPython itself reads it, made statements of a script (kernels/plain_script.py). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../util/app-error.ts';

const PythonCells = z.object({
  /** In the order of the sources. */
  cells: z.array(z.string()),
  /** Names imported from `__future__`, which a script has in its first line. */
  features: z.array(z.string()),
});
export type PythonCells = z.infer<typeof PythonCells>;

export interface PythonReader {
  /** Interpreter with IPython. */
  python: string;
  /** Folder that holds `kernels/`. */
  rootDir: string;
}

const LIMIT_MS = 60_000;

/** Nothing of it is executed. Throws AppError `internal` when Python cannot read it. */
export function readPythonCells(
  sources: readonly string[],
  { python, rootDir }: PythonReader,
): Promise<PythonCells> {
  const script = join(rootDir, 'kernels', 'plain_script.py');
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: Infinity, timeout: LIMIT_MS };
    const child = execFile(python, ['-I', script], options, (error, stdout, stderr) => {
      const reason = stderr.trim().split('\n').at(-1) || error?.message;
      if (error) reject(new AppError('internal', `The script could not be made (${reason}).`));
      else resolve(PythonCells.parse(JSON.parse(stdout)));
    });
    // A program that ended early closes the pipe under our write; its exit is reported anyway.
    child.stdin?.on('error', () => {});
    child.stdin?.end(JSON.stringify(sources.map((source) => source.toWellFormed())));
  });
}
