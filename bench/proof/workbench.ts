/** Makes the notebooks of the corpus and verifies them, on Jupyter servers of its own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import type { KernelProvider } from '../../lib/kernel/kernel.ts';
import type { NotebookFile } from '../../lib/notebook/notebook-file.ts';
import type { Verification } from '../../lib/protocol/verification/verification.ts';
import { executeNotebook } from '../../lib/runtime/notebooks/execute-notebook.ts';
import { verifyNotebook } from '../../lib/runtime/notebooks/verify-notebook.ts';
import type { ProofCase } from './case.ts';
import { makeNotebook, toCell, toNotebook } from './make-notebook.ts';
import { readPublished } from './read-published.ts';

export interface Workbench {
  /** Runs what made the outputs, then puts them under the code as it is now. Published notebooks are read as they are. */
  make(proof: ProofCase): Promise<NotebookFile>;
  /** `firstMs`: until the first cell of the clean run had ended, which is the first moment that it can be judged. */
  verify(
    proof: ProofCase,
    notebook: NotebookFile,
  ): Promise<{ verification: Verification; ms: number; firstMs: number }>;
  /** The notebook's own run, in a new kernel of the same server. Resolves to its milliseconds. */
  run(proof: ProofCase, notebook: NotebookFile): Promise<number>;
  /** A new folder with the files as they are now and the notebook as `notebook.ipynb`. Resolves to its path. */
  write(proof: ProofCase, notebook: NotebookFile): Promise<string>;
  /** As `verify`, each time in a box that is ready, as those of a serving process are. */
  verifyReady(source: string): Promise<{ ms: number; firstMs: number }>;
  dispose(): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** A box gets ready in the background, milliseconds: it is started 5 s after the last one was taken. */
const READY_AFTER_MS = 9_000;

export async function createWorkbench(): Promise<Workbench> {
  const { python, rootDir, kernelEnv } = readConfig({ ...process.env });
  const root = await mkdtemp(join(tmpdir(), 'actbook-proof-'));
  const open = (name: string, sandbox: 'on' | 'off') =>
    createJupyterKernels({
      python,
      rootDir,
      kernelEnv,
      sandbox,
      workspacesDir: join(root, name),
      external: null,
    });
  // Outputs are made on another server than the one that verifies.
  const maker = open('made', 'off');
  const [plain, boxes] = [open('plain', 'off'), open('boxes', 'on')];
  const ready = open('ready', 'on');
  let folders = 0;

  async function openFolder(where: string, files: ProofCase['files'] = {}): Promise<string> {
    const folder = join(root, where, `w${++folders}`);
    await mkdir(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return folder;
  }

  return {
    make: (proof) =>
      proof.published === undefined
        ? makeNotebook(proof, async (notebook) =>
            execute(notebook, maker, await openFolder('made', proof.files)),
          )
        : readPublished(proof.published),
    verify: async ({ files, filesNow = files, isBoxed = false, timeoutMs = TIMEOUT_MS }, notebook) => {
      const openWorkspace = () => openFolder(isBoxed ? 'boxes' : 'plain', filesNow);
      return measure(notebook, isBoxed ? boxes : plain, { openWorkspace, timeoutMs });
    },
    run: async ({ files, filesNow = files }, notebook) => {
      const startedAt = performance.now();
      await execute(notebook, plain, await openFolder('plain', filesNow));
      return performance.now() - startedAt;
    },
    write: async ({ files, filesNow = files }, notebook) => {
      const folder = await openFolder('peers', filesNow);
      await writeFile(join(folder, 'notebook.ipynb'), JSON.stringify(notebook));
      return folder;
    },
    verifyReady: async (source) => {
      await mkdir(join(root, 'ready'), { recursive: true });
      ready.keepWarm();
      ready.keepWarmApart();
      await new Promise((resolve) => setTimeout(resolve, READY_AFTER_MS));
      const notebook = toNotebook([toCell(source), toCell(source)]);
      return measure(notebook, ready, { openWorkspace: () => openFolder('ready') });
    },
    dispose: async () => {
      await Promise.all([maker, plain, boxes, ready].map((provider) => provider.dispose()));
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function execute(notebook: NotebookFile, kernels: KernelProvider, cwd: string): Promise<NotebookFile> {
  const executed = await executeNotebook({
    notebook,
    kernels,
    kernelName: 'python3',
    cwd,
    timeoutMs: TIMEOUT_MS,
    allowErrors: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return executed.notebook;
}

async function measure(
  notebook: NotebookFile,
  kernels: KernelProvider,
  { openWorkspace, timeoutMs = TIMEOUT_MS }: { openWorkspace: () => Promise<string>; timeoutMs?: number },
) {
  const startedAt = performance.now();
  let firstMs: number | null = null;
  const verification = await verifyNotebook({
    notebook,
    kernels,
    kernelName: 'python3',
    openWorkspace,
    files: [],
    timeoutMs,
    signal: new AbortController().signal,
    onProgress: ({ step }) => {
      if (step === 2) firstMs ??= performance.now() - startedAt;
    },
  });
  const ms = performance.now() - startedAt;
  return { verification, ms, firstMs: firstMs ?? ms };
}
