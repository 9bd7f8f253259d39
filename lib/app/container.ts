/**
 * The app's front door. The process that serves the app composes it (lib/app/create-container.ts) and leaves it
 * here; pages and routes, which the framework loads as bundles of their own, take it from here. Only types are
 * imported, so that no bundle carries the kernel, the store or a model client.
 */
import type { Config } from '../config/config.ts';
import type { Catalog } from '../protocol/connections/catalog.ts';
import type {
  Connection,
  ConnectionList,
  ConnectionSettings,
  ConnectionTest,
} from '../protocol/connections/connection.ts';
import type { ContextChange } from '../protocol/files/context-change.ts';
import type { SandboxStatus } from '../protocol/kernel/sandbox-status.ts';
import type { ModelProvider, RemovedProvider } from '../protocol/models/model-catalog.ts';
import type {
  ModelServer,
  ModelServers,
  NewServer,
  ServerDraft,
  ServerPatch,
  ServerTest,
} from '../protocol/models/model-server.ts';
import type { ModelInfo, Reviewer } from '../protocol/runs/run.ts';
import type {
  NewSchedule,
  SavedSchedule,
  Schedule,
  SchedulePatch,
  ScheduleRun,
} from '../protocol/schedules/schedule.ts';
import type { ExportFormat } from '../protocol/sessions/export-format.ts';
import type { SessionEntries, SessionSummary } from '../protocol/sessions/session-summary.ts';
import type { Verification, VerifyProgress } from '../protocol/verification/verification.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Shares } from '../runtime/sessions/shares.ts';
import type { Blobs, Store, Workspaces } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import type { Example } from './examples.ts';

export interface Container {
  config: Omit<Config, 'models' | 'jupyter' | 'notebookEnv' | 'connections'>;
  runtime: Runtime;
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  /** The models that are configured now; the first is the default. */
  listConfigured(): readonly ModelInfo[];
  /** The model servers that the user connects. */
  servers: ServerDesk;
  /** Connections to databases. */
  connections: ConnectionDesk;
  /** Notebooks and questions that run again at a time. */
  schedules: ScheduleDesk;
  /** What the user has written down for the agent in all notebooks. */
  homeContext: HomeContext;
  /** How answers are reviewed where nobody says; null: not at all. */
  review: Reviewer | null;
  /** Everything that can be chosen, by server; `fresh` asks the servers again. */
  listModels(options?: { fresh?: boolean }): Promise<ModelProvider[]>;
  examples: readonly Example[];
  /** As `runtime.summaries.listSessions`. */
  listSessions(search?: string): Promise<SessionSummary[]>;
  /** What a list of sessions shows: the first `limit`, how many there are, and the trash. */
  listEntries(search?: string, limit?: number): Promise<SessionEntries>;
  getSession(sessionId: string): Promise<SessionSummary | null>;
  /** Adds a bundled table to a session. Throws AppError `bad-request` for an unknown id. */
  addExample(sessionId: string, exampleId: string): Promise<{ name: string; bytes: number }>;
  /** A new session that begins as a notebook file of any version. Throws AppError `bad-request`, `too-large`. */
  importNotebook(file: NotebookUpload): Promise<{ id: string }>;
  readSandbox(): Promise<SandboxStatus>;
  /** Keeps or takes back the user's consent to run code without a box; taking it back ends all kernels. */
  consentToNoSandbox(isAgreed: boolean): Promise<void>;
  /** As `runtime.kernels.allowNetwork`. Throws AppError `conflict` when this machine has no means to give it to a box. */
  allowNetwork(sessionId: string, isAllowed: boolean): Promise<void>;
  exportSession(sessionId: string, format: ExportFormat): Promise<ExportedFile>;
  /**
   * Runs the notebook from a clean start, with the files that were added to it, and compares. The session is not changed,
   * but for the report in its log with `isRecorded`. Throws AppError `not-found`, `kernel-unavailable`, `conflict` while
   * something is running in it. With `isRecorded`, one that is under way is joined.
   */
  verifySession(sessionId: string, options?: VerifyOptions & { isRecorded?: boolean }): Promise<Verification>;
  /** Stops one with `isRecorded` that somebody asked for: it rejects with AppError `conflict`. False where none is under way. */
  stopVerification(sessionId: string): boolean;
  /**
   * The same of a notebook file, with a copy of the files in its folder. Throws AppError `bad-request` for what is not a
   * notebook or an installed kernel, `too-large` for a folder with too much in it, `kernel-unavailable`.
   */
  verifyNotebook(options: VerifyFileOptions): Promise<Verification>;
  /** Answers a request of another agent, in the Model Context Protocol. */
  answerMcp: (request: Request) => Promise<Response>;
  /** Read-only links to notebooks. */
  shares: Shares;
  /** The notebook that a link's token opens, as a page of its own; null when it opens none. */
  readShared(token: string): Promise<string | null>;
  /** All that a cell has shown, as UTF-8 text. Throws AppError `not-found`. */
  openOutput(sessionId: string, cellId: string): Promise<ReadableStream<Uint8Array>>;
  /** Reads the whole database, in the background: what is damaged, and what to do; null when nothing is. */
  describeDamage(): Promise<string | null>;
  /** Copies the database if the last copy is a day old. Throws AppError when it cannot. */
  backUp(): Promise<void>;
  /**
   * From now on, notebooks are verified in the background after each answered question, where `config.verify` and the
   * sandbox allow it. For a process that serves.
   */
  verifyAfterRuns(): void;
  /** From now on, what is due runs. For a process that serves. */
  runSchedules(): void;
  /** Keeps kernels ready for the next sessions. For a process that serves, once it does. */
  keepWarm(): void;
  /** Keeps a kernel ready for a verification, which the next click may ask for; once `keepWarm` was called. */
  keepWarmApart(): void;
  /** Aborts when the app shuts down: open streams end by it. */
  closing: AbortSignal;
  /** The version of Actbook. */
  version: string;
  dispose(): Promise<void>;
}

/** What the user can do with model servers. Nothing that it returns or throws holds a key. */
export interface ServerDesk {
  list(): ModelServers;
  /** Servers that notebooks may still name. */
  listRemoved(): RemovedProvider[];
  /**
   * Throws AppError `bad-request` for an address that is not valid. This and the next two throw `conflict` where nothing can
   * be saved.
   */
  add(server: NewServer): ModelServer;
  /** Throws AppError `not-found`, and `bad-request` when the address changes and the key does not. */
  change(id: string, patch: ServerPatch): ModelServer;
  /** Deletes its key too; for a moment both can be restored. Throws AppError `not-found`. */
  remove(id: string): void;
  /** Undoes a removal, the default included if nothing else was chosen. Throws AppError `not-found` when it is too late, `conflict`. */
  restore(id: string): ModelServer;
  /** Asks the server what it offers, and one model a short question. Throws AppError `bad-request`. */
  test(draft: ServerDraft, signal: AbortSignal): Promise<ServerTest>;
  /**
   * Chooses the default for new notebooks. Throws AppError `bad-request` for an unknown model, `conflict` where the
   * environment decides.
   */
  chooseDefault(modelId: string): Promise<void>;
}

/** What the user can do with connections. Nothing that it returns or throws holds a secret. */
export interface ConnectionDesk {
  /** Of a file that cannot be read, `problem` says why. */
  list(): ConnectionList;
  /** Adds it, or replaces its settings. Throws AppError `bad-request`, and `conflict` where nothing can be saved. */
  save(name: string, settings: ConnectionSettings): Connection;
  /** Throws AppError `not-found`, `conflict`. */
  remove(name: string): void;
  /** Undoes the removal. Throws AppError `not-found` once it is too late, and `conflict`. */
  restore(name: string): Connection;
  /** Asks the database who connects; without settings, as they are saved. Throws AppError `not-found`, `bad-request`. */
  test(name: string, settings: ConnectionSettings | undefined, signal: AbortSignal): Promise<ConnectionTest>;
  /** What was read in the last five minutes, unless `fresh`. Throws AppError `not-found`, `connection-failed`. */
  readCatalog(name: string, options: { fresh?: boolean; signal: AbortSignal }): Promise<Catalog>;
}

/** What the user can do with schedules. Of a webhook, only the origin of its address is shown. All throw AppError `not-found`. */
export interface ScheduleDesk {
  /** Oldest first; of all notebooks without one. */
  list(sessionId?: string): Promise<Schedule[]>;
  /** Throws AppError `bad-request` for a time or a zone that cannot be, and for what no schedule can have. */
  add(sessionId: string, schedule: NewSchedule): Promise<SavedSchedule>;
  change(scheduleId: string, patch: SchedulePatch): Promise<SavedSchedule>;
  /** Its runs go too, with the notebooks that they left. */
  remove(scheduleId: string): Promise<void>;
  /** The last first. */
  listRuns(scheduleId: string): Promise<ScheduleRun[]>;
  /** Runs it now, and resolves at its end, once its webhook was tried. Throws AppError `conflict` while it is running. */
  run(scheduleId: string): Promise<ScheduleRun>;
  /** The same, but resolves once it has begun. */
  begin(scheduleId: string): Promise<ScheduleRun>;
  /** The secret that signatures of its webhook are checked with. */
  readSecret(scheduleId: string): Promise<string>;
}

export interface VerifyOptions {
  /** Wall time of each cell, milliseconds. Default: ten minutes. */
  timeoutMs?: number | undefined;
  /** Other work of the machine goes before it. Default false. */
  isBackground?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

export interface HomeContext {
  /** Empty if nothing was written. Throws AppError `disk-failed`. */
  read(): Promise<string>;
  /** Throws AppError `conflict` where the text is not `was` any more, `disk-full`, `disk-failed`. */
  write(change: ContextChange): Promise<void>;
}

export interface VerifyFileOptions extends VerifyOptions {
  /** Absolute path of the notebook. */
  path: string;
  /** Name of a kernelspec. Default: the notebook's own if it is installed, else `python3` for Python. */
  kernelName?: string | undefined;
}

export interface NotebookUpload {
  name: string;
  source: AsyncIterable<Uint8Array>;
  /** Aborts when nobody waits for the import any longer. */
  signal?: AbortSignal | undefined;
}

export interface ExportedFile {
  fileName: string;
  mimeType: string;
  content: string;
}

const KEY = Symbol.for('actbook.container');

/** Throws AppError `internal` when the page runs without its server, e.g. under a bare `next start`. */
export function getContainer(): Container {
  const container: unknown = Reflect.get(globalThis, KEY);
  if (!isContainer(container)) {
    throw new AppError('internal', 'Start the app with “npm start” or “actbook serve”.');
  }
  return container;
}

export function setContainer(container: Container): void {
  Reflect.set(globalThis, KEY, container);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'runtime' in value;
}
