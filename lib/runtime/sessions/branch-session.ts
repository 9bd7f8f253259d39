/** Another session that continues from a cell of this one, with a copy of its kernel where that can be had. */
import { tellNames } from '../../execution/execute-cell.ts';
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import { readEvents } from '../../protocol/events/read-events.ts';
import { createId } from '../../protocol/id.ts';
import type { Branch, BranchPlan, BranchRequest } from '../../protocol/sessions/branch.ts';
import { findBranchPoint } from '../../session/back-point.ts';
import { applyEvents } from '../../session/fold/apply-event.ts';
import { BRANCHED, branchLog, FORKED } from '../../session/fold/branch-log.ts';
import { createSession, type Session } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { nameBranch } from '../../session/view/titles/name-notebook.ts';
import { AppError, isAppError, toMessage } from '../../util/app-error.ts';
import { requireCell } from '../cells/require-cell.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';

const NO_KERNEL = 'This notebook has no kernel that is running, so its branch starts without variables.';
const ABOVE =
  'The kernel was never only what the cells down to this one make: cells below ran before, or between them.';
const CHANGED =
  'Code ran in this notebook meanwhile, or a cell of it was undone, so the branch starts without variables.';

/** What a branch would be. Nothing is changed. Throws AppError `not-found`. */
export async function planBranch(
  { logs, kernels, provider, workspaces }: OwnWorkbench,
  sessionId: string,
  cellId: string | undefined,
): Promise<BranchPlan> {
  const session = await logs.readSession(sessionId);
  const bytes = await workspaces.measure(sessionId);
  const point = cellId === undefined ? 'now' : findBranchPoint(session, requireCell(session, cellId).id);
  if (point === null) return { isLive: false, reason: ABOVE, bytes };
  const kernel = await kernels.findReady(sessionId);
  if (!kernel) return { isLive: false, reason: NO_KERNEL, bytes };
  const { forks } = provider;
  if (point !== 'now') {
    const missing = (await forks.listCheckpoints(kernel)).explainMissing(point.before);
    return missing === null
      ? { isLive: true, before: point.before, bytes }
      : { isLive: false, reason: missing, bytes };
  }
  const reason = await forks.explainRefusal(kernel);
  return reason === null ? { isLive: true, bytes } : { isLive: false, reason, isRefused: true, bytes };
}

/**
 * Its log describes the cells down to that one and keeps their times; its files are those of the session as it is now. Throws
 * AppError `not-found`, `too-large` for too many bytes of files, and `conflict` if only a live branch is wanted and none can be had.
 */
export async function branchSession(
  bench: OwnWorkbench,
  sessionId: string,
  { cellId, kernel, mayBeEmpty = false, isBare = false }: BranchRequest & BranchForm,
): Promise<Branch> {
  const { logs, kernels, workspaces } = bench;
  const plan: BranchPlan =
    kernel === 'new' ? { isLive: false, bytes: 0 } : await planBranch(bench, sessionId, cellId);
  if (kernel === 'live' && !plan.isLive) throw new AppError('conflict', plan.reason ?? NO_KERNEL);
  const id = createId('s');
  const form = { mayBeEmpty: mayBeEmpty || isBare, isBare: isBare && plan.isLive };
  // An undo puts another process in place, and the log is told of it a little later.
  const process = (await kernels.find(sessionId))?.id;
  const copied = await create(bench, { id, sessionId, cellId, isLive: plan.isLive, ...form });
  if (!plan.isLive)
    return { id, isLive: false, ...(plan.reason === undefined ? {} : { reason: plan.reason }) };
  try {
    const forked = await kernels.fork(sessionId, id, plan.before);
    // What has run since the log was copied is in the kernel, and not in the notebook.
    const now = await logs.readSession(sessionId);
    const isSame = now.executions === copied.executions && now.kernel.id === copied.kernel.id;
    if (!isSame || (await kernels.find(sessionId))?.id !== process) throw new AppError('conflict', CHANGED);
    await logs.writerOf(id, SYSTEM).write({
      type: 'kernel-status',
      status: 'idle',
      info: forked.info,
      forkOf: sessionId,
      reason: FORKED,
    });
    // Its log does not say of all cells what they have defined, or says it of cells that are not there.
    if (isBare || plan.before !== undefined)
      for await (const body of tellNames(forked, { known: [], source: '' }))
        await logs.writerOf(id, SYSTEM).write(body);
    return { id, isLive: true };
  } catch (error) {
    await kernels.close(id, null);
    if (kernel === 'live') await discard();
    if (kernel === 'live' || !isAppError(error)) throw error;
    await logs.writerOf(id, SYSTEM).write({
      type: 'kernel-status',
      status: 'none',
      stateLost: true,
      reason: BRANCHED,
    });
    return { id, isLive: false, reason: toMessage(error) };
  }

  async function discard(): Promise<void> {
    await bench.store.deleteSession(id);
    await workspaces.remove(id);
  }
}

interface BranchForm {
  /** Whether the other may have no cells to continue from. */
  mayBeEmpty?: boolean;
  /** A live branch has no cells and no runs: variables and files are all that it continues with. */
  isBare?: boolean;
}

interface NewBranch extends Required<BranchForm> {
  id: string;
  sessionId: string;
  cellId: string | undefined;
  isLive: boolean;
}

/** Resolves to the session whose log was copied, as it was then. */
async function create(
  { logs, store, workspaces, by }: OwnWorkbench,
  { id, sessionId, cellId, isLive, mayBeEmpty, isBare }: NewBranch,
): Promise<Session> {
  await logs.readSession(sessionId);
  const events = await readEvents(store, sessionId);
  const session = applyEvents(createSession(sessionId), events);
  const last = isBare ? null : (cellId ?? session.cells.at(-1)?.id ?? null);
  if (last === null && !mayBeEmpty)
    throw new AppError('conflict', 'This notebook has no cells yet. Ask a question first.');
  const cell = last === null ? null : requireCell(session, last);
  const log = branchLog(events, session, last, isLive);
  const runCount = log.filter(({ body }) => body.type === 'run-start').length;
  const approval = findApproval(session);
  const { title: from } = session;
  const origin = cell && {
    branchOf: {
      sessionId,
      title: from,
      cellId: cell.id,
      executionCount: cell.executionCount,
      approval,
      runCount,
    },
  };
  const copied = log.map(({ body }) =>
    // A branch of what a schedule left is the user's own: lists have it, and it stays.
    body.type === 'session-start' ? { ...body, ...origin, scheduleOf: undefined } : body,
  );
  const taken = (await store.listSessions()).map((each) => each.title);
  const title = nameBranch(session.title, taken);
  const bodies: EventBody[] = [...copied, { type: 'session-rename', title }];
  const copiedAt = Date.now();
  try {
    await workspaces.copy(sessionId, id);
    await store.holdBlobs([...new Set(copied.flatMap(collectBlobs))]);
    // Had it been deleted before, what its outputs refer to might be gone.
    if (!(await store.getSession(sessionId))) throw new AppError('not-found', 'This session does not exist.');
    await store.createSession(id, bodies, [...log.map(({ stamp }) => stamp ?? { at: copiedAt, by }), { by }]);
  } catch (error) {
    await workspaces.remove(id);
    throw error;
  }
  return session;
}
