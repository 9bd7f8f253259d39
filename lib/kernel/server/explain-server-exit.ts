import { AppError } from '../../util/app-error.ts';

/** Exit code of serve.py when a Python package is not installed; its name is on standard error. */
const EXIT_PACKAGE_MISSING = 3;

/** How a process that was to serve ended: with a code, by a signal, or it could not be started. */
export type ServerExit = number | 'signal' | null;

/** Why serve.py ended before it listened. */
export function explainServerExit(python: string, code: ServerExit, log: string): AppError {
  if (code === null) return toMissingPython(python, log);
  if (code === 'signal') return toBusyPython(python, log);
  const sentence =
    code === EXIT_PACKAGE_MISSING
      ? `${python} lacks the package ${log}. Install kernels/requirements.txt there, or set ACTBOOK_PYTHON.`
      : `The Jupyter server did not start (exit code ${code}). Its last output: ${log || 'none'}`;
  return new AppError('kernel-unavailable', sentence);
}

/** It is there and runs, but not now: too slow to begin, or ended by the system. */
export function toBusyPython(python: string, cause?: unknown): AppError {
  const sentence = `${python} did not start in time or was ended by the system. The machine may be short of processor time or memory: try again.`;
  return new AppError('kernel-unavailable', sentence, { cause });
}

export function toMissingPython(python: string, cause: unknown): AppError {
  const sentence = `There is no Python at ${python}. Set ACTBOOK_PYTHON to one with the packages of kernels/requirements.txt.`;
  return new AppError('kernel-unavailable', sentence, { cause });
}
