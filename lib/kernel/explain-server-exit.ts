import { AppError } from '../util/app-error.ts';

/** Exit code of serve.py when a Python package is not installed; its name is on standard error. */
const EXIT_PACKAGE_MISSING = 3;

/** Why serve.py ended before it listened. Code null: its Python could not be started. */
export function explainServerExit(python: string, code: number | null, log: string): AppError {
  if (code === null) return toMissingPython(python, log);
  const sentence =
    code === EXIT_PACKAGE_MISSING
      ? `${python} lacks the package ${log}. Install kernels/requirements.txt there, or set ACTBOOK_PYTHON.`
      : `The Jupyter server did not start (exit code ${code}). Its last words: ${log || 'none'}`;
  return new AppError('kernel-unavailable', sentence);
}

export function toMissingPython(python: string, cause: unknown): AppError {
  const sentence = `There is no Python at ${python}. Set ACTBOOK_PYTHON to one with the packages of kernels/requirements.txt.`;
  return new AppError('kernel-unavailable', sentence, { cause });
}
