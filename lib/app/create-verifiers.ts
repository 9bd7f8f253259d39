/** Verification with the kernels of the app: of a session, as a file would have it with the files that were added, and of files. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { VerifyWork } from '../agent/run-context.ts';
import type { Config } from '../config/config.ts';
import { inlineNotebook } from '../export/inline-notebook.ts';
import type { KernelProvider } from '../kernel/kernel.ts';
import { toNotebookFile } from '../notebook/notebook-file.ts';
import type { FigureDigest } from '../notebook/output-digest.ts';
import type { Event, VerificationEnd } from '../protocol/events/event.ts';
import {
  DEFAULT_VERIFY_TIMEOUT_MS,
  type Verification,
  type VerifyProgress,
} from '../protocol/verification/verification.ts';
import { verifyNotebook } from '../runtime/notebooks/verify-notebook.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isBusy, type Session } from '../session/session.ts';
import type { Blobs } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { orAborted } from '../util/or-aborted.ts';
import type { Container, VerifyOptions } from './container.ts';
import { type BackgroundVerifier, createBackgroundVerifier } from './create-background-verifier.ts';
import { isRepeatable, measureCode } from './is-repeatable.ts';
import { openVerificationFolders } from './verification-folders.ts';
import { verifyFile } from './verify-notebook-file.ts';

export interface Verifiers
  extends Pick<Container, 'verifySession' | 'stopVerification' | 'verifyNotebook' | 'verifyAfterRuns'> {
  /** To be called with each session's events, once they are stored. */
  observe(events: readonly Event[]): void;
  /** Verifies the work of runs, once {@link Container.verifyAfterRuns} was called. */
  verifyWork: VerifyWork;
  /** Resolves when those that have started have ended, and their folders are gone. */
  settle(): Promise<void>;
}

interface VerifierDeps {
  runtime: Runtime;
  blobs: Blobs;
  kernels: KernelProvider;
  python: string;
  rootDir: string;
  homeDir: string;
  /** Whether notebooks may be verified by themselves. */
  verify: Config['verify'];
  /** Aborts when the app shuts down. */
  closing: AbortSignal;
}

export function createVerifiers(deps: VerifierDeps): Verifiers {
  const { runtime, homeDir, closing } = deps;
  const stopWith = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing]) : closing);

  /** Verifications whose report goes into the log, by session. */
  const running = new Map<string, RecordedRun>();
  let background: BackgroundVerifier | null = null;
  const unsettled = new Set<Promise<unknown>>();

  /** The app closes after it. */
  function hold<T>(work: Promise<T>): Promise<T> {
    const held = work.finally(() => unsettled.delete(held)).catch(() => {});
    unsettled.add(held);
    return work;
  }

  /** Its report goes into the log. */
  async function verifyAndRecord(session: Session, options: RecordOptions): Promise<Recorded> {
    const verification = await verifyOnce(deps, session, { ...options, isRecorded: true });
    // What was broken off says nothing about the notebook; nor does a limit that nobody chose.
    const isSaid = !options.signal.aborted && !(options.isUnasked && wasHindered(verification));
    const event = isSaid ? await runtime.sessions.recordVerification(session, verification) : null;
    return { verification, event };
  }

  const verifySession: Container['verifySession'] = async (
    sessionId,
    { isRecorded = false, ...options } = {},
  ) => {
    const session = await runtime.sessions.read(sessionId);
    if (isBusy(session))
      throw new AppError('conflict', 'Something is running in this notebook. Try again when it has ended.');
    const other = running.get(sessionId);
    if (isRecorded && other && !other.signal.aborted) {
      if (options.isBackground || !other.isBackground) {
        other.follow(options.onProgress);
        return other.report;
      }
      // It yields to all else, and its limits are narrow.
      other.stop();
    }
    const own = new AbortController();
    const signal = AbortSignal.any([stopWith(options.signal), own.signal]);
    if (!isRecorded) return hold(verifyOnce(deps, session, { ...options, isRecorded, signal }));
    const isBackground = options.isBackground === true;
    const { follow, tell } = createFeed();
    follow(options.onProgress);
    // Nobody joins one in the background.
    const onProgress = isBackground ? undefined : tell;
    const recorded = hold(
      verifyAndRecord(session, { ...options, onProgress, signal, isUnasked: isBackground }),
    );
    const report = recorded.then(({ verification }) => {
      if (own.signal.aborted) throw new AppError('conflict', 'The verification was stopped.');
      return verification;
    });
    const entry = { report, signal, isBackground, follow, stop: () => own.abort() };
    running.set(sessionId, entry);
    try {
      return await report;
    } finally {
      if (running.get(sessionId) === entry) running.delete(sessionId);
    }
  };

  const verifyWork: VerifyWork = (session, { limitMs, signal }) => {
    const isWanted = background !== null && isRepeatable(session) && measureCode(session) <= limitMs;
    if (!isWanted) return null;
    const limit = AbortSignal.any([stopWith(signal), AbortSignal.timeout(limitMs)]);
    const recorded = runtime.sessions
      .read(session.id)
      .then((stored) => verifyAndRecord(stored, { timeoutMs: limitMs, signal: limit, isUnasked: true }));
    return orAborted(
      hold(recorded).catch(() => null),
      limit,
    );
  };

  const verifyNotebookFile: Container['verifyNotebook'] = async (options) => {
    const folders = await openVerificationFolders(toParent(homeDir));
    try {
      return await verifyFile({ ...deps, folders }, { ...options, signal: stopWith(options.signal) });
    } finally {
      await folders.remove();
    }
  };

  return {
    verifySession,
    stopVerification: (sessionId) => {
      const found = running.get(sessionId);
      if (!found || found.isBackground || found.signal.aborted) return false;
      found.stop();
      return true;
    },
    verifyWork,
    verifyAfterRuns: () => {
      if (deps.verify === 'on')
        background ??= createBackgroundVerifier({ ...runtime.sessions, verifySession, closing });
    },
    observe: (events) => background?.observe(events),
    verifyNotebook: (options) => hold(verifyNotebookFile(options)),
    settle: async () => void (await Promise.all(unsettled)),
  };
}

/** Verifies a session with the files that were added to it. */
async function verifyOnce(
  { blobs, kernels, homeDir }: VerifierDeps,
  session: Session,
  {
    timeoutMs = DEFAULT_VERIFY_TIMEOUT_MS,
    isBackground,
    isRecorded = false,
    signal,
    onProgress,
  }: VerifyOptions & { isRecorded?: boolean; signal: AbortSignal },
): Promise<Verification> {
  const notebook = toNotebookFile(await inlineNotebook(session, blobs, 'script'));
  const folders = await openVerificationFolders(toParent(homeDir));
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
      packages: session.packages?.packages,
      openWorkspace: () => folders.open(fill),
      files: session.files.map(({ name, bytes, blob }) => ({ name, bytes, sha256: blob })),
      figures: listFigures(session),
      // Only what the log refers to is kept.
      putBlob: isRecorded ? (bytes) => blobs.put(bytes) : undefined,
      timeoutMs,
      isBackground,
      signal,
      onProgress,
    });
  } finally {
    await folders.remove();
  }
}

/** A folder on the file system of ready kernels, which move a folder into place. */
function toParent(homeDir: string): string {
  return join(homeDir, 'workspaces');
}

/** What the kernel reported of the figures of each cell, one entry for each display. */
function listFigures({ cells }: Session): Map<string, (FigureDigest | undefined)[]> {
  return new Map(
    cells.map(({ id, outputs }) => [
      id,
      outputs.flatMap((output) => ('data' in output ? [output.digest?.figure] : [])),
    ]),
  );
}

interface RecordOptions extends VerifyOptions {
  signal: AbortSignal;
  /** The app itself wants it, and chose its limits. */
  isUnasked: boolean;
}

interface Recorded {
  verification: Verification;
  /** Null if it is not in the log, because it says nothing about the notebook. */
  event: VerificationEnd | null;
}

interface RecordedRun {
  report: Promise<Verification>;
  signal: AbortSignal;
  isBackground: boolean;
  follow: Feed['follow'];
  stop(): void;
}

interface Feed {
  /** A listener that comes later first gets everything reported so far. */
  follow(listener: VerifyOptions['onProgress']): void;
  tell(progress: VerifyProgress): void;
}

function createFeed(): Feed {
  const told: VerifyProgress[] = [];
  const listeners: ((progress: VerifyProgress) => void)[] = [];
  return {
    follow: (listener) => {
      if (!listener) return;
      told.forEach(listener);
      listeners.push(listener);
    },
    tell: (progress) => {
      told.push(progress);
      for (const listener of listeners) listener(progress);
    },
  };
}

/** Whether a cell did not run for a reason that is not the notebook's own. */
function wasHindered({ cells }: Verification): boolean {
  return cells.some(({ notRun }) => notRun !== undefined && notRun !== 'input' && notRun !== 'skipped');
}
