/** What can be done with sessions as a whole. Everything known about one is read from its log. */
import type { KernelProvider } from '../../kernel/kernel.ts';
import type { Models } from '../../model/model.ts';
import type { VerificationEnd } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import type { Verification } from '../../protocol/verification/verification.ts';
import type { Session } from '../../session/session.ts';
import { toVerifiedBasis } from '../../session/verified.ts';
import type { Blobs, Store, Workspaces } from '../../store/store.ts';
import type { Turns } from '../../util/turns.ts';
import { boundVerification } from '../../verify/bound-verification.ts';
import type { EventWriter } from '../events/live-session.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';
import type { SessionTools } from '../kernels/session-tools.ts';
import { addFile, type NewFile } from './add-file.ts';
import { branchSession } from './branch-session.ts';
import { type ContextFiles, createContextFiles } from './context-files.ts';
import { importNotebook, type NotebookToImport } from './import-notebook.ts';
import { putBackFile } from './put-back-file.ts';
import { renameFile } from './rename-file.ts';
import type { SessionRemoval } from './session-removal.ts';
import { type SessionRequest, startSession, toTitle } from './start-session.ts';
import { createTrashedFiles, type TrashedFiles } from './trashed-files.ts';

export interface Sessions extends SessionRemoval, TrashedFiles, ContextFiles {
  /** Resolves to its id. Throws AppError `bad-request` for a kernel that is not installed. Default: `python3`. */
  create(request?: SessionRequest): Promise<string>;
  /**
   * A new session that begins as this notebook. Resolves to its id. Throws AppError `bad-request`, a fragment of a
   * sentence, for cells that no notebook can have.
   */
  import(notebook: NotebookToImport): Promise<string>;
  /**
   * A new session that continues from a cell of this one: its log up to there, its files, a new kernel. Resolves to its
   * id. Throws AppError `not-found`.
   */
  branch(sessionId: string, cellId: string): Promise<string>;
  /** The session folded from its log. Throws AppError `not-found`. */
  read(sessionId: string): Promise<Session>;
  rename(sessionId: string, title: string): Promise<void>;
  /**
   * Chooses the model of the session's coming runs, unless they name another. Throws AppError `bad-request` for one that
   * is not there, `not-found` without the session.
   */
  chooseModel(sessionId: string, modelId: string): Promise<void>;
  /**
   * Appends the report on the session as `session` had it, and whether it has changed since. Throws AppError `not-found`
   * when it was deleted. Resolves to the event that says so.
   */
  recordVerification(session: Session, verification: Verification): Promise<VerificationEnd>;
  /** Stores an upload and copies it into the workspace; a file of the same name goes to the trash. */
  addFile(sessionId: string, file: NewFile): Promise<{ name: string; bytes: number }>;
  /** Puts an upload that code deleted back. Throws AppError `not-found` and `conflict`. */
  putBackFile(sessionId: string, name: string): Promise<{ name: string; bytes: number }>;
  /** Throws AppError `not-found`, and `conflict` where something has the new name. */
  renameFile(sessionId: string, from: string, to: string): Promise<{ name: string; bytes: number }>;
  /** As {@link Workspaces.listFiles}, of the folder that the kernel works in. */
  listFiles: Workspaces['listFiles'];
}

export interface SessionsDeps {
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  /** Where new sessions get their kernels from. */
  provider: KernelProvider;
  models: Models;
  maxUploadBytes: number;
  /** Who does it. */
  by: Principal;
  inTurn: Turns;
  readSession: SessionLogs['readSession'];
  writerOf(sessionId: string): EventWriter;
  /** Uploads of all principals are limited together. */
  putStream: Blobs['putStream'];
  removal: SessionRemoval;
  kernels: SessionKernels;
  tools: SessionTools;
  folders: SessionFolders;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { by, store, blobs, workspaces, models, kernels, tools, readSession, writerOf } = deps;
  const starting = { by, store, kernels: deps.provider, tools };
  const putBlob = (bytes: Uint8Array) => blobs.put(bytes);
  const add: Sessions['addFile'] = (sessionId, file) => addFile(deps, sessionId, file);
  const trashed = createTrashedFiles(deps);

  return {
    create: (request) => startSession(starting, request),
    import: (notebook) => importNotebook({ ...starting, putBlob }, notebook),
    branch: (sessionId, cellId) => branchSession(deps, sessionId, cellId),
    read: readSession,
    rename: async (sessionId, title) => {
      await writerOf(sessionId).write({ type: 'session-rename', title: toTitle(title) });
    },
    chooseModel: async (sessionId, modelId) => {
      const { info } = await models.open(modelId);
      await writerOf(sessionId).write({ type: 'model-change', model: info });
    },
    recordVerification: async (session, report) => {
      const { id } = session;
      const verification = boundVerification(report);
      const was = JSON.stringify(toVerifiedBasis(session));
      const record = async (isOutdated: boolean): Promise<VerificationEnd> => {
        const event: VerificationEnd = { type: 'verification-end', verification, isOutdated };
        await writerOf(id).write(event);
        return event;
      };
      const event = await record(JSON.stringify(toVerifiedBasis(await readSession(id))) !== was);
      const { verified } = await readSession(id);
      // A change may have come after it was looked for, and before the report.
      const isChanged = verified && !verified.isOutdated && JSON.stringify(verified.basis) !== was;
      return isChanged ? record(true) : event;
    },
    addFile: add,
    putBackFile: (sessionId, name) => putBackFile(deps, sessionId, name),
    renameFile: (sessionId, from, to) => renameFile(deps, sessionId, { from, to }),
    listFiles: async (sessionId) => {
      await kernels.checkFolder(sessionId);
      return workspaces.listFiles(sessionId);
    },
    ...trashed,
    ...createContextFiles({ ...deps, addFile: add, deleteFile: trashed.deleteFile }),
    ...deps.removal,
  };
}
