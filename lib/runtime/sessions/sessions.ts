/** What can be done with sessions as a whole. Everything known about one is read from its log. */
import type { VerificationEnd } from '../../protocol/events/event.ts';
import type { ApprovalMode } from '../../protocol/runs/run.ts';
import type { Branch, BranchPlan, BranchRequest } from '../../protocol/sessions/branch.ts';
import type { Verification } from '../../protocol/verification/verification.ts';
import type { Session } from '../../session/session.ts';
import { toVerifiedBasis } from '../../session/verified.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { AppError } from '../../util/app-error.ts';
import { boundVerification } from '../../verify/bound-verification.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { branchSession, planBranch } from './branch-session.ts';
import { type ContextFiles, createContextFiles } from './context-files.ts';
import { importNotebook, type NotebookToImport } from './import-notebook.ts';
import { createSessionFiles, type PutUpload, type SessionFiles } from './session-files.ts';
import type { SessionRemoval } from './session-removal.ts';
import { type SessionRequest, startSession, toTitle } from './start-session.ts';

export interface Sessions extends SessionRemoval, SessionFiles, ContextFiles {
  /** Resolves to its id. Throws AppError `bad-request` for a kernel that is not installed. Default: `python3`. */
  create(request?: SessionRequest): Promise<string>;
  /**
   * A new session that begins as this notebook. Resolves to its id. Throws AppError `bad-request`, a fragment of a
   * sentence, for cells that no notebook can have.
   */
  import(notebook: NotebookToImport): Promise<string>;
  /**
   * A new session that continues from a cell of this one: its log up to there, its files, and a fork of its kernel, where that is
   * possible. Throws AppError `not-found`, `too-large`, `conflict`: see {@link branchSession}.
   */
  branch(sessionId: string, request?: BranchRequest): Promise<Branch>;
  /** Looks what a branch would be. Throws AppError `not-found`. */
  planBranch(sessionId: string, cellId?: string): Promise<BranchPlan>;
  /** The session folded from its log. Throws AppError `not-found`. */
  read(sessionId: string): Promise<Session>;
  rename(sessionId: string, title: string): Promise<void>;
  /**
   * Chooses the model of the session's coming runs, unless they name another. Throws AppError `bad-request` for one that
   * is not there, `not-found` without the session.
   */
  chooseModel(sessionId: string, modelId: string): Promise<void>;
  /**
   * Chooses which code of agents waits for the user from now on, also in a run that is under way, unless it began with a stricter
   * mode. Throws AppError `not-found`, and `forbidden` where a program would loosen what the user chose.
   */
  chooseApproval(sessionId: string, approval: ApprovalMode): Promise<void>;
  /**
   * Appends the report on the session as `session` had it, and whether it has changed since. Throws AppError `not-found`
   * when it was deleted. Resolves to the event that says so.
   */
  recordVerification(session: Session, verification: Verification): Promise<VerificationEnd>;
}

const ONLY_USERS = 'Only the user can choose that less code waits for approval.';

interface SessionsDeps {
  putUpload: PutUpload;
  removal: SessionRemoval;
}

export function createSessions(bench: OwnWorkbench, { putUpload, removal }: SessionsDeps): Sessions {
  const { logs, blobs, models, by } = bench;
  const files = createSessionFiles(bench, putUpload);

  return {
    create: (request) => startSession(bench, request),
    import: (notebook) => importNotebook(bench, notebook),
    branch: (sessionId, request = {}) => branchSession(bench, sessionId, request),
    planBranch: (sessionId, cellId) => planBranch(bench, sessionId, cellId),
    read: logs.readSession,
    rename: async (sessionId, title) => {
      await logs.writerOf(sessionId, by).write({ type: 'session-rename', title: toTitle(title) });
    },
    chooseModel: async (sessionId, modelId) => {
      const { info } = await models.open(modelId);
      await logs.writerOf(sessionId, by).write({ type: 'model-change', model: info });
    },
    chooseApproval: async (sessionId, approval) => {
      const session = await logs.readSession(sessionId);
      if (approval === findApproval(session)) return;
      if (by.via !== undefined && findApproval(session, approval) !== approval)
        throw new AppError('forbidden', ONLY_USERS);
      await logs.writerOf(sessionId, by).write({ type: 'approval-change', approval });
    },
    recordVerification: async (session, report) => {
      const { id } = session;
      const verification = boundVerification(report);
      const was = JSON.stringify(toVerifiedBasis(session));
      const record = async (isOutdated: boolean): Promise<VerificationEnd> => {
        const event: VerificationEnd = { type: 'verification-end', verification, isOutdated };
        await logs.writerOf(id, by).write(event);
        return event;
      };
      const event = await record(JSON.stringify(toVerifiedBasis(await logs.readSession(id))) !== was);
      const { verified } = await logs.readSession(id);
      // A change may have come after it was looked for, and before the report.
      const isChanged = verified && !verified.isOutdated && JSON.stringify(verified.basis) !== was;
      return isChanged ? record(true) : event;
    },
    ...files,
    ...createContextFiles({ logs, blobs, files }),
    ...removal,
  };
}
