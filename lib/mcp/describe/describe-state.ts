/** A notebook as it is: which one, what is running in it, and what waits for whom. */
import { type Cell, findActiveRebuild, findActiveRun, isBusy, type Session } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import { createStaleFinder } from '../../session/stale/find-stale.ts';
import { nameNotebook } from '../../session/view/titles/name-notebook.ts';

const MAX_CODE_LENGTH = 600;
/** Cells that are listed as out of date. */
const MAX_OUTDATED = 20;

/** The first lines of every result about a notebook. */
export function describeState(session: Session, origin: string): string {
  return [
    `notebook: ${session.id} · ${nameNotebook(session.title)}`,
    `page: ${toPage(session.id, origin)}`,
    `state: ${describeWork(session)}`,
    `cursor: ${session.seq}`,
    ...describeOutdated(session),
    ...session.cells.flatMap((cell) => describeWaiting(cell, toPage(session.id, origin))),
  ].join('\n');
}

export function toPage(sessionId: string, origin: string): string {
  return `${origin}/sessions/${sessionId}`;
}

/** Whether something in the notebook waits for an answer or an approval. */
export function isAsking({ cells }: Session): boolean {
  return cells.some(
    ({ pendingInputs, pendingApprovals }) => pendingInputs.length + pendingApprovals.length > 0,
  );
}

/** Whether anything runs, waits for its turn, or waits for approval before it runs. */
export function isAtWork(session: Session): boolean {
  return isBusy(session) || session.cells.some(({ pendingApprovals }) => pendingApprovals.length > 0);
}

function describeWork(session: Session): string {
  const run = findActiveRun(session);
  if (run) return `the agent is working on ${run.id}, step ${run.steps.length}`;
  if (findActiveRebuild(session)) return 'cells run again, to bring variables back';
  const running = session.cells.find(({ status }) => status === 'running');
  const waiting = session.queue.flatMap(({ cells }) => cells).length;
  const queue = waiting > 0 ? `, ${waiting} more waiting` : '';
  if (running) return `cell ${toShortCellId(running.id)} is running${queue}`;
  if (isAsking(session)) return 'waits for the user';
  return isBusy(session) ? 'busy' : 'nothing is running';
}

/** Also cells that are not in this result: an agent may have read them before they were out of date. */
function describeOutdated(session: Session): string[] {
  const ids = [...createStaleFinder()(session).keys()].map(toShortCellId);
  if (ids.length === 0) return [];
  const more = ids.length > MAX_OUTDATED ? `, and ${ids.length - MAX_OUTDATED} more` : '';
  return [`out of date: ${ids.slice(0, MAX_OUTDATED).join(', ')}${more}; run them again`];
}

function describeWaiting(cell: Cell, page: string): string[] {
  const id = toShortCellId(cell.id);
  const approvals = cell.pendingApprovals.map(
    ({ reasons, source }) =>
      `Cell ${id} waits for the user's approval. ${reasons.join(' ')} Only the user can give it, on the page ${page}: ask them to open it, then call check.\n${source.slice(0, MAX_CODE_LENGTH)}`,
  );
  const inputs = cell.pendingInputs.map(({ prompt, password }) =>
    password
      ? `Cell ${id} asks for a password: “${prompt}”. The user answers it on the page ${page}.`
      : `Cell ${id} asks for input: “${prompt}”. Answer it with reply.`,
  );
  return [...approvals, ...inputs];
}
