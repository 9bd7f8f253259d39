/** The library's beginning: one Actbook, with sessions in it. */
import { resolve } from 'node:path';
import type { VerifyOptions } from '../app/container.ts';
import type { SessionSummary } from '../protocol/sessions/session-summary.ts';
import type { Verification } from '../protocol/verification/verification.ts';
import { type ActbookSession, createActbookSession } from './actbook-session.ts';
import { assertKnown, SESSION_OPTIONS, VERIFY_FILE_OPTIONS } from './assert-known.ts';
import { assertOpen } from './assert-open.ts';
import type { ActbookOptions, SessionOptions } from './options.ts';
import { toContainer } from './to-container.ts';

export interface Actbook extends AsyncDisposable {
  /** Throws AppError `bad-request` for the name of a kernel that is not installed. */
  createSession(options?: SessionOptions): Promise<ActbookSession>;
  /** A session that is there, e.g. from an earlier process with the same `homeDir`. Throws AppError `not-found`. */
  openSession(sessionId: string): Promise<ActbookSession>;
  /** Newest first. */
  listSessions(): Promise<SessionSummary[]>;
  /**
   * Verifies a notebook file, as {@link ActbookSession.verify} does a session, with a copy of the files in its folder.
   * Throws AppError `bad-request` for what is not a notebook, `too-large` for more than 2 GB or 10,000 files beside it.
   */
  verifyNotebook(path: string, options?: VerifyOptions & { kernelName?: string }): Promise<Verification>;
  /**
   * Stops runs, ends kernels, and removes a temporary home. `await using` does it by itself. Idempotent. Calls after it throw
   * AppError `conflict`.
   */
  dispose(): Promise<void>;
}

/** Nothing is started before the first run needs it. Throws AppError `bad-request` for an option that is not known. */
export async function createActbook(options: ActbookOptions = {}): Promise<Actbook> {
  const container = await toContainer(options);
  let disposal: Promise<void> | null = null;
  const dispose = () => {
    disposal ??= container.dispose();
    return disposal;
  };

  return {
    createSession: async (session = {}) => {
      assertOpen(container);
      assertKnown('createSession', session, SESSION_OPTIONS);
      return createActbookSession(container, await container.runtime.sessions.create(session));
    },
    openSession: async (sessionId) => {
      assertOpen(container);
      await container.runtime.sessions.read(sessionId);
      return createActbookSession(container, sessionId);
    },
    listSessions: async () => {
      assertOpen(container);
      return container.listSessions();
    },
    verifyNotebook: async (path, verifying) => {
      assertOpen(container);
      assertKnown('verifyNotebook', verifying, VERIFY_FILE_OPTIONS);
      return container.verifyNotebook({ ...verifying, path: resolve(path) });
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
