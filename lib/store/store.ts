/** The store port: the log's home. Implementation: lib/store/sqlite-store.ts. */
import type { Event, EventBody } from '../protocol/event.ts';
import type { Outcome } from '../protocol/run.ts';

/** A line of the session list, kept in step with the log by `append`. */
export interface SessionSummary {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  lastSeq: number;
  /** The last run: `running`, an outcome's status, or null when there was none. */
  runStatus: 'running' | Outcome['status'] | null;
}

export interface Store {
  /** Appends events in one transaction and returns them stamped. The only write path to the log. */
  append(sessionId: string, bodies: EventBody[]): Promise<Event[]>;
  /** Events after `afterSeq`, in order, at most `limit`. */
  read(sessionId: string, afterSeq: number, limit?: number): Promise<Event[]>;
  /** Events after `afterSeq`, then new ones as they are appended by any process, until the signal aborts. */
  tail(sessionId: string, afterSeq: number, signal: AbortSignal): AsyncIterable<Event[]>;
  getSession(sessionId: string): Promise<SessionSummary | null>;
  /** Newest first. */
  listSessions(): Promise<SessionSummary[]>;
  /** Creates the row that events refer to; the caller appends `session-start` next. */
  createSession(sessionId: string): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;

  /** Takes the session for one run; throws AppError `conflict` while another live process or run holds it. */
  claimRun(sessionId: string, runId: string): Promise<void>;
  releaseRun(runId: string): Promise<void>;
  /** Runs whose owner is gone, released by this call: the caller writes how they ended. */
  takeAbandonedRuns(): Promise<{ sessionId: string; runId: string }[]>;

  /** Keeps a login (sha256 of its cookie value) until `expiresAt`. */
  addLogin(hash: string, expiresAt: number): Promise<void>;
  hasLogin(hash: string): Promise<boolean>;
  dispose(): Promise<void>;
}

/** Content-addressed bytes beside the database. Implementation: lib/store/file-blobs.ts. */
export interface Blobs {
  /** Stores bytes and returns their sha256. Same bytes, same file. */
  put(bytes: Uint8Array): Promise<string>;
  /** Streams into the store; throws AppError `too-large` past `maxBytes`. */
  putStream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<{ blob: string; bytes: number }>;
  /** The bytes, or AppError `not-found`. */
  get(blob: string): Promise<Buffer>;
  /** Copies the bytes to a new file; an existing one is replaced. */
  copyTo(blob: string, path: string): Promise<void>;
}
