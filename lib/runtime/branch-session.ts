/** Another session that goes on from a cell of this one. */
import type { Event } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import { applyEvents } from '../session/apply-event.ts';
import { endBranch, findBranchPoint } from '../session/find-branch-point.ts';
import { createSession, type Session } from '../session/session.ts';
import type { Store, Workspaces } from '../store/store.ts';
import { requireCell } from './cell-editor.ts';
import { toTitle } from './start-session.ts';

interface BranchDeps {
  store: Store;
  workspaces: Workspaces;
  readSession(sessionId: string): Promise<Session>;
}

/**
 * Resolves to its id. Its log is a copy up to that cell, with the times of then; its files are those of now. Throws AppError
 * `not-found`.
 */
export async function branchSession(deps: BranchDeps, sessionId: string, cellId: string): Promise<string> {
  const { store, workspaces } = deps;
  const cell = requireCell(await deps.readSession(sessionId), cellId);
  const events = await readAll(store, sessionId);
  const kept = events.slice(0, findBranchPoint(events, cell));
  const id = createId('s');
  const branch = applyEvents(createSession(id), kept);
  await store.createSession(id);
  await workspaces.copy(sessionId, id);
  const bodies = kept.map(({ sessionId: _, seq: __, at: ___, ...body }) => body);
  await store.append(
    id,
    bodies,
    kept.map(({ at }) => at),
  );
  const title = toTitle(`${branch.title} (branch)`);
  await store.append(id, [...endBranch(branch), { type: 'session-rename', title }]);
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
