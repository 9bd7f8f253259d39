/** Asks a Python which parts of the file system it needs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { toBusyPython, toMissingPython } from '../server/explain-server-exit.ts';
import { toProcessEnv } from '../server/to-process-env.ts';

const PythonInstallation = z.object({
  /** Absolute path of the interpreter. */
  executable: z.string(),
  /** Folders it loads code from, symlinks not resolved. */
  folders: z.array(z.string()),
});
export type PythonInstallation = z.infer<typeof PythonInstallation>;

const TIMEOUT_MS = 20_000;
const PROGRAM = `
import json, sys
folders = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
print(json.dumps({"executable": sys.executable, "folders": sorted(set(folders))}))`;

/** Throws AppError `kernel-unavailable` when there is no such Python, or it does not answer in time. */
export async function describePython(python: string): Promise<PythonInstallation> {
  try {
    // -I: neither this process's PYTHON* variables nor its folder have a say.
    const { stdout } = await promisify(execFile)(python, ['-I', '-c', PROGRAM], {
      env: toProcessEnv({}),
      timeout: TIMEOUT_MS,
    });
    return PythonInstallation.parse(JSON.parse(stdout));
  } catch (cause) {
    throw isKilled(cause) ? toBusyPython(python, cause) : toMissingPython(python, cause);
  }
}

/** As {@link describePython}, asking one Python once: again only after a failure, or when it or a folder it loads from is gone. */
export function rememberPython(python: string): () => Promise<PythonInstallation> {
  let known: Promise<PythonInstallation> | null = null;
  const ask = () => {
    const asked = describePython(python);
    asked.catch(() => {
      if (known === asked) known = null;
    });
    known = asked;
    return asked;
  };
  return async () => {
    const installation = await (known ?? ask());
    return [installation.executable, ...installation.folders].every((path) => existsSync(path))
      ? installation
      : ask();
  };
}

/** Whether it ran until its time was over. */
function isKilled(cause: unknown): boolean {
  return cause instanceof Error && 'killed' in cause && cause.killed === true;
}
