/** The composition of `actbook exec`: files and kernels, without sessions or a store. */
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import { readNotebook } from '../files/read-notebook.ts';
import { stampFile } from '../files/replace-file.ts';
import { writeNotebook } from '../files/write-notebook.ts';
import { createJupyterKernels } from '../kernel/jupyter-kernels.ts';
import { injectParameters } from '../notebook/inject-parameters.ts';
import type { NotebookFile } from '../notebook/notebook-file.ts';
import type { Parameters } from '../protocol/schedules/schedule.ts';
import { requireKernelSpec } from '../runtime/kernels/require-kernel-spec.ts';
import {
  type ExecuteNotebookOptions,
  executeNotebook,
  type NotebookOutcome,
} from '../runtime/notebooks/execute-notebook.ts';

export interface ExecuteFileOptions
  extends Pick<ExecuteNotebookOptions, 'timeoutMs' | 'allowErrors' | 'signal' | 'onProgress'> {
  path: string;
  /** Where the executed notebook is written; `path` itself for in place. */
  out: string;
  /** Name of a kernelspec. Default: the notebook's own, or `python3`. */
  kernelName?: string | undefined;
  /** The kernel's working directory. Default: the notebook's folder. */
  cwd?: string | undefined;
  /** Values that are set before it runs, see `injectParameters`. */
  parameters?: Parameters | undefined;
}

export interface ExecutedFile {
  outcome: NotebookOutcome;
  writtenTo: string;
  /** Whether a cell of the notebook gives defaults for parameters. */
  hasDefaults: boolean;
}

const DEFAULT_KERNEL = 'python3';

/**
 * Executes a notebook file and writes what ran, also when a cell failed: to `out`, or beside it if somebody else changed
 * that file meanwhile. Throws AppError `bad-request` for a file that is not a notebook and for a kernel that is not
 * installed; then nothing is written.
 */
export async function executeNotebookFile(
  config: Config,
  { path, out, kernelName, cwd = dirname(path), parameters = {}, ...options }: ExecuteFileOptions,
): Promise<ExecutedFile> {
  const { python, rootDir, notebookEnv, jupyter } = config;
  const seen = await stampFile(out);
  const { notebook: found, style } = await readNotebook(path, { python, rootDir });
  const { notebook, hasDefaults } = injectParameters(found, parameters);
  const folder = await realpath(cwd);
  const kernels = createJupyterKernels({
    python,
    rootDir,
    workspacesDir: folder,
    kernelEnv: notebookEnv,
    external: jupyter,
    // The user's own notebook, run at their word in their folder, as `jupyter execute` would.
    sandbox: 'off',
  });
  try {
    const name = kernelName ?? readKernelName(notebook);
    await requireKernelSpec(kernels, name, OTHER_KERNEL);
    const executed = await executeNotebook({ ...options, notebook, kernels, kernelName: name, cwd: folder });
    const writtenTo = await writeNotebook(out, executed.notebook, { ...style, seen });
    return { outcome: executed.outcome, writtenTo, hasDefaults };
  } finally {
    await kernels.dispose();
  }
}

const OTHER_KERNEL = 'Name one with --kernel, or `kernelName` in the library.';

function readKernelName({ metadata }: NotebookFile): string {
  const { kernelspec } = metadata;
  const name = kernelspec instanceof Object && 'name' in kernelspec ? kernelspec.name : null;
  return typeof name === 'string' && name !== '' ? name : DEFAULT_KERNEL;
}
