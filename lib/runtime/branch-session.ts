/** Another session that goes on from a cell of this one. */
import { collectBlobs } from '../protocol/collect-blobs.ts';
import type { Event, EventBody } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import { applyEvents } from '../session/apply-event.ts';
import { endBranch, findBranchPoint } from '../session/find-branch-point.ts';
import { createSession, type Session } from '../session/session.ts';
import type { Store, Workspaces } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { requireCell } from './cell-editor.ts';
import { toTitle } from './start-session.ts';

interface BranchDeps {
  store: Store;
  workspaces: Workspaces;
  readSession(sessionId: string): Promise<Session>;
}

/**
 * Resolves to its id. Its log is a copy up to that cell, with the times of then; its files are those of now. Throws AppError
 * `not-found`, and `too-large` for too many bytes of files.
 */
export async function branchSession(deps: BranchDeps, sessionId: string, cellId: string): Promise<string> {
  const { store, workspaces } = deps;
  const cell = requireCell(await deps.readSession(sessionId), cellId);
  const events = await readAll(store, sessionId);
  const kept = events.slice(0, findBranchPoint(events, cell));
  const id = createId('s');
  const branch = applyEvents(createSession(id), kept);
  const title = toTitle(`${branch.title} (branch)`);
  const copied: EventBody[] = kept.map(({ sessionId: _, seq: __, at: ___, ...body }) => body);
  const bodies: EventBody[] = [...copied, ...endBranch(branch), { type: 'session-rename', title }];
  try {
    await workspaces.copy(sessionId, id);
    await store.holdBlobs([...new Set(copied.flatMap(collectBlobs))]);
    // Had it been deleted before, what its outputs refer to might be gone.
    if (!(await store.getSession(sessionId))) throw new AppError('not-found', 'This session does not exist.');
    await store.createSession(
      id,
      bodies,
      kept.map(({ at }) => at),
    );
  } catch (error) {
    await workspaces.remove(id);
    throw error;
  }
  return id;
}

async function readAll(store: Store, sessionId: string): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const events = await store.read(sessionId, all.length);
    if (events.length === 0) return all;
    all.push(...events);
  }
}
