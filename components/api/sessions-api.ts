/** The list of sessions over the HTTP API, what is done to it, and how the machine runs their code. */
import type { Outcome } from '../../lib/protocol/run.ts';
import type { SandboxStatus } from '../../lib/protocol/sandbox-status.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { send } from './request.ts';

/** A session as the list shows it. */
export interface SessionEntry {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Of the last run; null when there was none. */
  readonly runStatus: 'running' | Outcome['status'] | null;
  /** Whether code waits for an answer or an approval. */
  readonly isWaiting: boolean;
  readonly isPinned: boolean;
  /** The question that a search found, where the title alone does not say why. */
  readonly question?: string;
}

/** A session that was deleted and can still be brought back. */
export interface DiscardedEntry {
  readonly id: string;
  readonly title: string;
  /** How long it still can, milliseconds. */
  readonly undoMs: number;
}

export interface SessionEntries {
  /** Pinned ones first, then the newest. */
  readonly sessions: readonly SessionEntry[];
  readonly discarded: readonly DiscardedEntry[];
}

export async function listSessions(search: string): Promise<SessionEntries> {
  const body = await send('GET', `/api/sessions?search=${encodeURIComponent(search)}`);
  // The server that sent the page speaks the page's own types.
  if (isEntries(body)) return body;
  throw new AppError('internal', 'The server did not list the notebooks. Try again.');
}

function isEntries(body: unknown): body is SessionEntries {
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'sessions' in body && Array.isArray(body.sessions) && 'discarded' in body;
}

export async function hasSession(sessionId: string): Promise<boolean> {
  return send('GET', `/api/sessions/${sessionId}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return false;
      throw error;
    },
  );
}

export async function renameSession(sessionId: string, title: string): Promise<void> {
  await send('PATCH', `/api/sessions/${sessionId}`, { title });
}

export async function pinSession(sessionId: string, isPinned: boolean): Promise<void> {
  await send('PATCH', `/api/sessions/${sessionId}`, { isPinned });
}

/** For some seconds it can be restored. */
export async function deleteSession(sessionId: string): Promise<void> {
  await send('DELETE', `/api/sessions/${sessionId}`);
}

export async function restoreSession(sessionId: string): Promise<void> {
  await send('POST', `/api/sessions/${sessionId}/restore`);
}

/** What isolates code on the server's machine. */
export async function readSandbox(): Promise<SandboxStatus> {
  const body = await send('GET', '/api/sandbox');
  if (isSandboxStatus(body)) return body;
  throw new AppError('internal', 'The server did not tell how code is isolated. Try again.');
}

function isSandboxStatus(body: unknown): body is SandboxStatus {
  return typeof body === 'object' && body !== null && 'isolation' in body;
}
