/** Another session that continues from a cell of this one. */
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import { applyEvents } from '../../session/fold/apply-event.ts';
import { branchLog } from '../../session/fold/branch-log.ts';
import { createSession } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { nameBranch } from '../../session/view/titles/name-notebook.ts';
import { AppError } from '../../util/app-error.ts';
import { requireCell } from '../cells/require-cell.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { readEvents } from './read-events.ts';

/**
 * Resolves to the id of the branch. Its log describes the cells down to that one and keeps their times; its files are those of
 * the session as it is now. With null, the session has no cells to continue from. Throws AppError `not-found`, and `too-large` for too many bytes of files.
 */
export async function branchSession(
  { logs, store, workspaces, by }: OwnWorkbench,
  sessionId: string,
  cellId: string | null,
): Promise<string> {
  await logs.readSession(sessionId);
  const events = await readEvents(store, sessionId);
  const session = applyEvents(createSession(sessionId), events);
  const cell = cellId === null ? null : requireCell(session, cellId);
  const log = branchLog(events, session, cellId);
  const id = createId('s');
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
  const copied = log.map(({ body }) => (body.type === 'session-start' ? { ...body, ...origin } : body));
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
  return id;
}
