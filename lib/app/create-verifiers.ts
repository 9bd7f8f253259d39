/** Verification with the kernels of the app: of a session, as a file would have it with the files that were added, and of files. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inlineNotebook } from '../export/inline-notebook.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import { toNotebookFile } from '../notebook/notebook-file.ts';
import { DEFAULT_VERIFY_TIMEOUT_MS, type Verification } from '../protocol/verification.ts';
import { verifyNotebook } from '../runtime/notebooks/verify-notebook.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isBusy, type Session } from '../session/session.ts';
import type { Blobs } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import type { Container, VerifyOptions } from './container.ts';
import { openVerificationFolders } from './verification-folders.ts';
import { verifyFile } from './verify-notebook-file.ts';

interface VerifierDeps {
  runtime: Runtime;
  blobs: Blobs;
  kernels: KernelProvider;
  python: string;
  rootDir: string;
  homeDir: string;
  /** Aborts when the app shuts down. */
  closing: AbortSignal;
}

export function createVerifiers(deps: VerifierDeps): Pick<Container, 'verifySession' | 'verifyNotebook'> {
  const { runtime, blobs, kernels, homeDir, closing } = deps;
  // On the file system of ready kernels, which move a folder into place.
  const parent = join(homeDir, 'workspaces');
  const stopWith = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing]) : closing);

  /** Those whose report goes into the log, by session. */
  const running = new Map<string, { report: Promise<Verification>; signal: AbortSignal }>();

  async function verifyOnce(
    session: Session,
    { timeoutMs = DEFAULT_VERIFY_TIMEOUT_MS, isBackground, signal, onProgress }: VerifyOptions,
  ): Promise<Verification> {
    const notebook = toNotebookFile(await inlineNotebook(session, blobs, 'notebook'));
    const folders = await openVerificationFolders(parent);
    const fill = async (folder: string) => {
      for (const { name, blob } of session.files) {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await blobs.copyTo(blob, path);
      }
    };
    try {
      return await verifyNotebook({
        notebook,
        kernels,
        kernelName: session.kernel.name,
        openWorkspace: () => folders.open(fill),
        files: session.files.map(({ name, bytes, blob }) => ({ name, bytes, sha256: blob })),
        timeoutMs,
        isBackground,
        signal: stopWith(signal),
        onProgress,
      });
    } finally {
      await folders.remove();
    }
  }

  const verifySession: Container['verifySession'] = async (sessionId, { isRecorded, ...options } = {}) => {
    const session = await runtime.sessions.read(sessionId);
    if (isBusy(session))
      throw new AppError('conflict', 'Something is running in this notebook. Try again when it has ended.');
    const signal = stopWith(options.signal);
    const verify = () => verifyOnce(session, { ...options, signal });
    if (!isRecorded) return verify();
    const other = running.get(sessionId);
    if (other && !other.signal.aborted) return other.report;
    const report = verify().then(async (verification) => {
      // What was broken off says nothing about the notebook.
      if (!signal.aborted) await runtime.sessions.recordVerification(session, verification);
      return verification;
    });
    const entry = { report, signal };
    running.set(sessionId, entry);
    try {
      return await report;
    } finally {
      if (running.get(sessionId) === entry) running.delete(sessionId);
    }
  };

  const verifyNotebookFile: Container['verifyNotebook'] = async (options) => {
    const folders = await openVerificationFolders(parent);
    try {
      return await verifyFile({ ...deps, folders }, { ...options, signal: stopWith(options.signal) });
    } finally {
      await folders.remove();
    }
  };

  return { verifySession, verifyNotebook: verifyNotebookFile };
}
