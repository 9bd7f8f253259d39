/** Where in a log another session begins that goes on from a cell. */
import type { Event, EventBody } from '../protocol/event.ts';
import { type Cell, findActiveRebuild, findActiveRun, type Session } from './session.ts';

/**
 * How many of the first events it takes over: for a cell of a run those up to its first end, as the run left it; for a
 * question or an answer up to the end of its run; for a person's cell up to what was last done to it.
 */
export function findBranchPoint(events: readonly Event[], cell: Cell): number {
  const isOfCell = (event: Event) => 'cellId' in event && event.cellId === cell.id;
  const isRunEnd = (event: Event) => event.type === 'run-end' && event.runId === cell.runId;
  const isCellEnd = (event: Event) => event.type === 'cell-end' && isOfCell(event);
  const last = (index: number) => (index < 0 ? events.length : index + 1);
  if (cell.runId === null) return last(events.findLastIndex(isOfCell));
  if (cell.type === 'code' && events.some(isCellEnd)) return last(events.findIndex(isCellEnd));
  return last(events.findIndex(isRunEnd));
}

const BRANCHED = 'This notebook goes on from another one: its kernel starts anew, without variables.';
const CUT_OFF = 'This notebook was branched off here; the run went on in the other one.';

/** What ends in the branch because nobody goes on with it there. */
export function endBranch(session: Session): EventBody[] {
  const bodies: EventBody[] = [];
  const run = findActiveRun(session);
  const outcome = { status: 'stopped', reason: 'cancelled', message: CUT_OFF } as const;
  if (run) bodies.push({ type: 'run-end', runId: run.id, outcome });
  if (findActiveRebuild(session)) bodies.push({ type: 'rebuild-end', status: 'stopped' });
  if (session.batch?.status === 'running') bodies.push({ type: 'batch-end', status: 'stopped' });
  if (session.isNetworkAllowed) bodies.push({ type: 'network-change', isAllowed: false });
  const hadKernel = session.executions > 0;
  const loss = hadKernel ? { stateLost: true, reason: BRANCHED } : {};
  bodies.push({ type: 'kernel-status', status: 'none', ...loss });
  return bodies;
}
