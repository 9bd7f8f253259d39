/** Python as people use it on what Actbook wrote: the same environment, another program. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../lib/config/config.ts';

const run = promisify(execFile);

/** Stdout of a Python program; rejects with its stderr when it fails. */
export async function runPython(args: string[], cwd: string): Promise<string> {
  const { python } = readConfig();
  const { stdout } = await run(python, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Rejects unless Jupyter's own validator accepts the notebook. */
export const validateNotebook = (path: string, cwd: string): Promise<void> => validateNotebooks([path], cwd);

export async function validateNotebooks(paths: readonly string[], cwd: string): Promise<void> {
  const program = `
import json, sys, nbformat
for path in sys.argv[1:]:
    raw = json.load(open(path, encoding="utf-8"))
    assert (raw["nbformat"], raw["nbformat_minor"]) == (4, 5), path
    ids = [cell["id"] for cell in raw["cells"]]
    assert len(ids) == len(set(ids)), f"{path}: cell ids repeat"
    nbformat.validate(nbformat.read(path, as_version=4))
`;
  await runPython(['-c', program, ...paths], cwd);
}

/** Reruns a notebook from top to bottom with Jupyter's own executor. */
export async function executeNotebook(path: string, cwd: string): Promise<void> {
  await runPython(['-m', 'jupyter', 'execute', path], cwd);
}
