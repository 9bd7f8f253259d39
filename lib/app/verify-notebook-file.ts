/** Verification of a notebook file, with a copy of the data beside it: files and kernels, without sessions or a store. */
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { copyDataFiles, listDataFiles } from '../files/copy-data.ts';
import { readNotebook } from '../files/read-notebook.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import type { NotebookFile } from '../notebook/notebook-file.ts';
import { ListedPackages } from '../protocol/kernel/session-packages.ts';
import {
  DEFAULT_VERIFY_TIMEOUT_MS,
  type PackageVersion,
  type Verification,
} from '../protocol/verification/verification.ts';
import { requireKernelSpec } from '../runtime/kernels/require-kernel-spec.ts';
import { verifyNotebook } from '../runtime/notebooks/verify-notebook.ts';
import { AppError } from '../util/app-error.ts';
import type { VerifyFileOptions } from './container.ts';
import { createKernels } from './create-kernels.ts';
import { createSandbox } from './create-sandbox.ts';
import { openVerificationFolders, type VerificationFolders } from './verification-folders.ts';

const PYTHON_KERNEL = 'python3';

interface FileVerifierDeps {
  /** Interpreter for what reads old formats, and the folder that holds `kernels/`. */
  python: string;
  rootDir: string;
  kernels: KernelProvider;
  folders: VerificationFolders;
}

/** As {@link verifyNotebookFile}, with kernels that are there. */
export async function verifyFile(
  { kernels, folders, ...reading }: FileVerifierDeps,
  { path, kernelName, timeoutMs = DEFAULT_VERIFY_TIMEOUT_MS, signal, onProgress }: VerifyFileOptions,
): Promise<Verification> {
  const { notebook } = await readNotebook(path, reading);
  const folder = await realpath(dirname(path));
  const files = await listDataFiles(folder, basename(path));
  const name = kernelName ?? (await chooseKernel(notebook, kernels));
  await requireKernelSpec(kernels, name);
  return verifyNotebook({
    notebook,
    kernels,
    kernelName: name,
    packages: name === PYTHON_KERNEL ? readPackages(notebook) : undefined,
    openWorkspace: () => folders.open((target) => copyDataFiles(folder, files, target)),
    files,
    timeoutMs,
    signal: signal ?? new AbortController().signal,
    onProgress,
  });
}

/**
 * The file is not changed, and its code sees a copy of its folder. Throws AppError `bad-request` for a file that is not
 * a notebook and for a kernel that is not installed, `too-large` for a folder with too much in it, and
 * `sandbox-unavailable` where code cannot be isolated and the user has not agreed to that.
 */
export async function verifyNotebookFile(config: Config, options: VerifyFileOptions): Promise<Verification> {
  const folders = await openVerificationFolders(tmpdir());
  const kernels = createKernels(
    // A few boxes, one after another: what they would be forked from takes longer to be ready than they do.
    {
      ...config,
      packages: { folder: join(config.homeDir, 'packages'), env: config.notebookEnv },
      workspacesDir: folders.root,
      external: config.jupyter,
      graceS: 0,
      box: 'bwrap',
    },
    createSandbox(config),
  );
  try {
    return await verifyFile({ ...config, kernels, folders }, options);
  } finally {
    await kernels.dispose();
    await folders.remove();
  }
}

/** Notebooks name the environment of the machine that they were made on. */
async function chooseKernel({ metadata }: NotebookFile, kernels: KernelProvider): Promise<string> {
  const own = readText(metadata.kernelspec, 'name');
  if (own === null) return PYTHON_KERNEL;
  const installed = await kernels.listSpecs();
  if (installed.some(({ name }) => name === own)) return own;
  const language = readText(metadata.kernelspec, 'language') ?? readText(metadata.language_info, 'name');
  return language === 'python' ? PYTHON_KERNEL : own;
}

/** What was added to the session that the file was exported from. Throws AppError `bad-request`. */
function readPackages({ metadata }: NotebookFile): PackageVersion[] | undefined {
  const { actbook } = metadata;
  const kept = actbook instanceof Object && 'packages' in actbook ? actbook.packages : undefined;
  if (kept === undefined) return undefined;
  const listed = z.object({ packages: ListedPackages }).safeParse(kept);
  if (listed.success) return listed.data.packages;
  throw new AppError(
    'bad-request',
    'The list of packages in the notebook’s metadata (actbook.packages) cannot be read. Correct or remove it.',
  );
}

function readText(value: unknown, key: string): string | null {
  const text: unknown = value instanceof Object ? Reflect.get(value, key) : null;
  return typeof text === 'string' && text !== '' ? text : null;
}
