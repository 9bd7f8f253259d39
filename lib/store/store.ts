/** The store port: the log's home. Implementation: lib/store/sqlite/sqlite-store.ts. */
import type { Event, EventBody, Stamp } from '../protocol/events/event.ts';
import type { TrashedFile } from '../protocol/files/trashed-file.ts';
import type { FileListing } from '../protocol/files/workspace-file.ts';
import type { SessionSummary } from '../protocol/sessions/session-summary.ts';
import type { Share } from '../protocol/sessions/share.ts';
import type { ScheduleQueue } from '../schedules/schedule-queue.ts';

/** A deleted session that can still be restored. */
export interface DeletedSession {
  id: string;
  title: string;
  /** Milliseconds since 1970. */
  deletedAt: number;
}

/**
 * What one process holds at a time. `run`: the right to run code in a session. `kernel`: a live kernel. `schedule`: the right to
 * run a schedule of the session.
 */
export interface Lease {
  kind: 'run' | 'kernel' | 'schedule';
  sessionId: string;
  /** Which one, where a session has several. Default: the one that is its notebook's. */
  id?: string;
}

/** When there is something new to read. */
export interface Changes {
  wake(sessionId: string): void;
  /** Resolves at the next append to this session, a foreign commit, an abort, or disposal. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
  /** How often anyone was woken so far, or would have been: what was read before the last time may be out of date. */
  count(): number;
}

export interface EventLog {
  /**
   * Appends events in one transaction and returns them stamped: as given for each, else with the present time and the local user. The only write path to the log. Throws AppError
   * `not-found` without a session, `internal` for an event that its schema does not accept, `conflict` when a lease of
   * the session that this process claimed was taken by another.
   */
  append(sessionId: string, bodies: EventBody[], stamps?: readonly Partial<Stamp>[]): Promise<Event[]>;
  /** Events after `afterSeq`, in order, at most `limit`. */
  read(sessionId: string, afterSeq: number, limit?: number): Promise<Event[]>;
}

/** The list of sessions, as users keep it: found, pinned, put away and brought back. */
export interface SessionList {
  /** Null also for one that was discarded. */
  getSession(sessionId: string): Promise<SessionSummary | null>;
  /** Pinned ones first, then the newest; those in whose titles and questions every word of `search` occurs. */
  listSessions(search?: string): Promise<SessionSummary[]>;
  /** The first `limit` of those, and how many there are. */
  listFirstSessions(search: string, limit: number): Promise<{ sessions: SessionSummary[]; total: number }>;
  /** Sessions whose last run is in progress. */
  listRunningSessions(): Promise<SessionSummary[]>;
  /** Pins it to the top of the list, or unpins it. */
  pinSession(sessionId: string, isPinned: boolean): Promise<void>;
  /** Removes it from every list and ends whatever follows it; {@link restoreSession} undoes this. */
  discardSession(sessionId: string): Promise<void>;
  /** Sessions discarded before this time, milliseconds since 1970, or one of them: from this call on, they cannot be restored. */
  takeDiscarded(before: number, sessionId?: string): Promise<string[]>;
  /** False when it is gone for good, or {@link takeDiscarded} has taken it. */
  restoreSession(sessionId: string): Promise<boolean>;
  /** The last first. */
  listDiscarded(): Promise<DeletedSession[]>;
}

export interface Store
  extends EventLog,
    SessionList,
    BlobReferences,
    LeaseTable,
    SnapshotList,
    Logins,
    ShareList {
  readonly changes: Changes;
  /** What runs again at a time. */
  readonly schedules: ScheduleQueue;
  /**
   * Creates a session with its first events, as `append` takes them: all or nothing. A session begins with
   * `session-start`.
   */
  createSession(
    sessionId: string,
    bodies?: readonly EventBody[],
    stamps?: readonly Partial<Stamp>[],
  ): Promise<void>;
  /** Removes the session and its events; contents that nothing refers to any more go with the next {@link sweepBlobs}. */
  deleteSession(sessionId: string): Promise<void>;
  dispose(): Promise<void>;
}

/** Which stored contents sessions refer to, and which nobody needs any more. */
export interface BlobReferences {
  /** Whether an event of this session refers to the blob. */
  hasBlob(sessionId: string, blob: string): Promise<boolean>;
  /** Keeps contents for ten minutes from {@link sweepBlobs}: time to write an event that refers to them. */
  holdBlobs(blobs: readonly string[]): Promise<void>;
  /** Calls `remove` for the contents of deleted sessions that nobody refers to and nobody holds at the time `now`. */
  sweepBlobs(remove: (blob: string) => Promise<void>, now?: number): Promise<void>;
}

/** Who runs code in a session and who holds its kernel. */
export interface LeaseTable {
  /** Takes the lease for this process; throws AppError `conflict` while a live process holds it. */
  claimLease(lease: Lease): Promise<void>;
  releaseLease(lease: Lease): Promise<void>;
  /** The process that holds it, with the URL at which that answers requests, if it does; null when nobody holds it. */
  findHolder(lease: Lease): Promise<{ address: string | null } | null>;
  /** Notes for other processes, with every lease of this one, where it answers requests. */
  setAddress(url: string): Promise<void>;
  /** Leases whose holder is gone, but for those of some sessions, released by this call: the caller writes into the log what became of them. */
  takeAbandonedLeases(exceptSessions?: readonly string[]): Promise<Lease[]>;
}

/** Folds of long logs, a cache. */
export interface SnapshotList {
  /** The snapshot of the session that this code has made, or null. */
  findSnapshot(sessionId: string, code: string): Promise<Uint8Array | null>;
  /** Replaces the snapshot of the session. Throws without a session. */
  keepSnapshot(sessionId: string, code: string, data: Uint8Array): Promise<void>;
}

export interface Logins {
  /** Keeps a login (sha256 of its cookie value) until `expiresAt`. */
  addLogin(hash: string, expiresAt: number): Promise<void>;
  hasLogin(hash: string): Promise<boolean>;
}

/** Read-only links. */
export interface ShareList {
  /** Keeps a link by the sha256 of its token; it goes with the session. */
  addShare(sessionId: string, share: Share, hash: string): Promise<void>;
  /** Oldest first. */
  listShares(sessionId: string): Promise<Share[]>;
  /** Resolves to whether there was one. */
  removeShare(sessionId: string, shareId: string): Promise<boolean>;
  /** The session of the link with this hash, or null. */
  findShared(hash: string): Promise<string | null>;
}

/** Content-addressed bytes beside the database. Implementation: lib/store/files/file-blobs.ts. */
export interface Blobs {
  /** Stores bytes and returns their sha256. Same bytes, same file. */
  put(bytes: Uint8Array): Promise<string>;
  /** Streams into the store; throws AppError `too-large` past `maxBytes`, `disk-full`, and `disk-failed`. */
  putStream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<{ blob: string; bytes: number }>;
  /** The bytes, or AppError `not-found`. */
  get(blob: string): Promise<Buffer>;
  /** Removes the blob, if it exists. */
  remove(blob: string): Promise<void>;
  /** Copies the bytes to a new file; an existing one is replaced. Throws AppError `conflict` when it is a folder. */
  copyTo(blob: string, path: string): Promise<void>;
}

/** Files that were deleted from workspaces. Implementation: lib/store/files/file-trash.ts. */
export interface FileTrash {
  /** The last first. */
  list(sessionId: string): Promise<TrashedFile[]>;
  /** Moves a regular file out of the workspace `root`; resolves to its ID in the trash, or null when there is none. */
  put(
    sessionId: string,
    root: string,
    file: Pick<TrashedFile, 'name' | 'reason' | 'isAdded'>,
  ): Promise<string | null>;
  /** Its content. Throws when it is not there. */
  open(sessionId: string, id: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Moves it back into the workspace `root`, where a file of its name is replaced. Resolves to the name it has there: its
   * own, without folders that are gone. Throws AppError `not-found`.
   */
  restore(sessionId: string, id: string, root: string): Promise<string>;
  erase(sessionId: string, id: string): Promise<void>;
  /** All of a session. */
  remove(sessionId: string): Promise<void>;
  /** All that were deleted before this time, milliseconds since 1970. */
  purge(before: number): Promise<void>;
}

/** The workspace folders: one per session, the kernel's working directory. Implementation: lib/store/files/workspaces.ts. */
export interface Workspaces {
  /** Absolute path of the session's folder, created when missing. */
  open(sessionId: string): Promise<string>;
  /** What tells the folder from another one at its path; null when there is none. Throws when the disk does not say. */
  identify(sessionId: string): Promise<string | null>;
  /**
   * Opens a regular file inside the workspace for reading. Symlinks, folders, pipes and anything outside are
   * AppError `not-found`, decided on the opened file and not on its name. `bytes` is the size of the whole; the stream
   * ends after `maxBytes`.
   */
  openFile(
    sessionId: string,
    name: string,
    maxBytes?: number,
  ): Promise<{ stream: ReadableStream<Uint8Array>; bytes: number }>;
  /**
   * Calls `put` with a path for the file `name`, whose folders are created, and never one outside the workspace. Throws
   * AppError `conflict` where something other than a folder is in the way.
   */
  putFile(sessionId: string, name: string, put: (path: string) => Promise<void>): Promise<void>;
  /** Regular files with usable names, folder by folder; `isCut` if there are more than are listed. */
  listFiles(sessionId: string): Promise<FileListing>;
  /**
   * Those of `listFiles` that were made, changed, moved, or given other rights since this time, milliseconds since 1970, whoever did
   * it. With `isByContent`, only what their own times say, which code can set: a kernel that starts may move all files.
   */
  listChanged(sessionId: string, since: number, isByContent: boolean): Promise<string[]>;
  /** Bytes of what {@link copy} would copy. */
  measure(sessionId: string): Promise<number>;
  /**
   * Copies the files that `listFiles` returns into the folder of another session. Throws AppError `too-large` when they
   * take more than `maxBytes` together, 2 GB without.
   */
  copy(fromSessionId: string, toSessionId: string, maxBytes?: number): Promise<void>;
  /** Copies one file into the folder of another session, in place of one of that name. Throws as `openFile` and `putFile` do. */
  copyOne(fromSessionId: string, toSessionId: string, name: string): Promise<void>;
  /**
   * Each of two sessions gets the folder of the other, by renaming: what has one open or mounted keeps it. Their trashes stay.
   */
  swap(sessionId: string, otherId: string): Promise<void>;
  /** Removes the workspace with its trash. */
  remove(sessionId: string): Promise<void>;
  readonly trash: FileTrash;
}
