/** The log of another session that continues from a cell: the notebook as it is, up to and with that cell. */
import type { Event, EventBody, Stamp } from '../../protocol/events/event.ts';
import type { KernelName } from '../../protocol/kernel/kernel-name.ts';
import { endApprovals } from '../end-approvals.ts';
import { type Cell, createSession, findActiveRebuild, listActiveRuns, type Session } from '../session.ts';
import { isOfWays } from '../ways.ts';
import { applyEvent } from './apply-event.ts';
import { toBody } from './handlers.ts';

/** An event of a branch; a copied event keeps its time, and who caused it. */
export interface BranchEvent {
  readonly body: EventBody;
  readonly stamp?: Stamp | undefined;
}

/**
 * Up to the last run above the cell the log is copied as it is, so that what the model saw stays what it saw; a run that
 * continues below the cell ends there. Of what came later only what concerns these cells is copied. `session` is the fold of
 * `events`. With `isLive`, all cells are kept and so is what the log says of the kernel, which its fork is to take over. Without a
 * cell, none is kept.
 */
export function branchLog(
  events: readonly Event[],
  session: Session,
  cellId: string | null,
  isLive = false,
): BranchEvent[] {
  const { cells } = session;
  const kept = cells.slice(0, cells.findIndex(({ id }) => id === cellId) + 1);
  const keptIds = new Set(kept.map(({ id }) => id));
  const cut = findCut(events, session, keptIds);
  let branch = createSession('');
  const log: BranchEvent[] = [];
  const add = (bodies: readonly EventBody[], event?: Event) => {
    const stamp = event && { at: event.at, by: event.by };
    for (const body of bodies) {
      // Ways become the notebook that asked for them, and no other.
      if (isOfWays(body)) continue;
      log.push({ body, stamp });
      branch = applyEvent(branch, { ...body, ...stamp });
    }
  };
  for (const event of events.slice(0, cut)) add([toBody(event)], event);
  add(endBranchedRuns(branch), events[cut - 1]);
  // Of what was undone, the kernel that went back says what it has.
  const undoneIds = events.flatMap((event) => ('back' in event && event.back ? [event.back.cellId] : []));
  const sift = createSieve(keptIds, new Set([...keptIds, ...undoneIds]), branch);
  for (const event of events.slice(cut)) add(sift(toBody(event)), event);
  add(
    branch.cells.filter(({ id }) => !keptIds.has(id)).map(({ id }) => ({ type: 'cell-delete', cellId: id })),
  );
  add(listMoves(branch, kept));
  add(endBranch(branch, isLive));
  return log;
}

/** How many of the first events are copied as they are: none where no run is above. */
function findCut(events: readonly Event[], { cells, runs }: Session, keptIds: ReadonlySet<string>): number {
  const isAbove = ({ id }: Cell) => keptIds.has(id);
  const run = runs.findLast(({ id }) => cells.some((cell) => cell.runId === id && isAbove(cell)));
  if (!run) return 0;
  const own = cells.filter(({ runId }) => runId === run.id);
  const end = countThrough(events, (event) => event.type === 'run-end' && event.runId === run.id);
  if (own.every(isAbove)) return end;
  const counts = own.filter(isAbove).map((cell) => countThrough(events, (event) => isDone(cell, event)));
  return Math.min(end, Math.max(...counts));
}

/** Whether with this event its run was done with the cell. */
function isDone({ id, role, type, runId, step, askId }: Cell, event: Event): boolean {
  if (askId !== undefined) return event.type === 'agent-end' && event.askId === askId;
  if (role === 'task') return event.type === 'run-start' && event.runId === runId;
  if (role === 'review') return event.type === 'review-end' && event.runId === runId && event.step === step;
  if (!('cellId' in event) || event.cellId !== id) return false;
  return type === 'markdown' || event.type === 'cell-end';
}

/** How many events there are up to the first such one, and with it; all where there is none. */
function countThrough(events: readonly Event[], isIt: (event: Event) => boolean): number {
  const index = events.findIndex(isIt);
  return index < 0 ? events.length : index + 1;
}

/** About cells together, of which the branch has some. */
const OF_OTHER_CELLS = new Set<EventBody['type']>([
  'batch-start',
  'batch-end',
  'verification-end',
  'kernel-packages',
]);

/** Keeps the later events that concern the cells that are kept. Operations are taken back in the other session, not here. */
function createSieve(keptIds: ReadonlySet<string>, knownIds: ReadonlySet<string>, { kernel }: Session) {
  const seen = new Set(kernel.names.map(({ name }) => name));
  const foreign = new Set<string>();
  let isOfKept = true;

  /** The names without those that a cell which is not kept was the first to define. */
  function siftNames(names: readonly KernelName[]): KernelName[] {
    for (const { name } of names) {
      if (!seen.has(name) && !isOfKept) foreign.add(name);
      seen.add(name);
    }
    return names.filter(({ name }) => !foreign.has(name));
  }

  return (body: EventBody): EventBody[] => {
    if (OF_OTHER_CELLS.has(body.type)) return [];
    if (body.type === 'queue-add' || body.type === 'queue-remove') return siftQueue(body, keptIds);
    if (body.type === 'rebuild-start')
      return [{ ...body, cellIds: body.cellIds.filter((id) => knownIds.has(id)) }];
    if (body.type === 'kernel-names') return [{ ...body, names: siftNames(body.names) }];
    // The run that asked is not in the branch: what it replaced is as if the user had.
    if (body.type === 'approval-request' && body.isEdit) return [];
    // The check of an answer is left out with its run.
    if (!('cellId' in body) || body.type === 'answer-check') return 'runId' in body ? [] : [body];
    if (body.type === 'cell-start') isOfKept = keptIds.has(body.cellId);
    return knownIds.has(body.cellId) ? [withoutOrigin(body)] : [];
  };
}

function siftQueue(
  body: Extract<EventBody, { type: 'queue-add' | 'queue-remove' }>,
  keptIds: ReadonlySet<string>,
): EventBody[] {
  const cellIds = body.cellIds.filter((id) => keptIds.has(id));
  // Nothing begins the batches whose start is left out.
  const isOfBatch = body.type === 'queue-add' && body.scope !== undefined;
  return isOfBatch || cellIds.length === 0 ? [] : [{ ...body, cellIds }];
}

/** The operation and the run that changed a cell are not in the branch. */
function withoutOrigin(body: EventBody): EventBody {
  if (body.type === 'cell-edit') return { ...body, from: undefined, operation: undefined };
  return 'operation' in body ? { ...body, operation: undefined } : body;
}

/** Moves cells whose neighbors at that time are not there. */
function listMoves({ cells }: Session, kept: readonly Cell[]): EventBody[] {
  const order = cells.map(({ id }) => id);
  return kept.flatMap(({ id }, index): EventBody[] => {
    if (order[index] === id) return [];
    order.splice(order.indexOf(id), 1);
    order.splice(index, 0, id);
    return [{ type: 'cell-move', cellId: id, after: order[index - 1] ?? null }];
  });
}

export const BRANCHED = 'This notebook continues from another one: its kernel starts without variables.';
export const FORKED =
  'This notebook continues from another one, with a copy of its kernel and all variables.';
const CUT_OFF = 'This notebook was branched off here; the run continued in the other one.';
const LEFT = 'This notebook was branched off while the cell ran.';

/** The runs in whose midst it begins. */
function endBranchedRuns(session: Session): EventBody[] {
  const outcome = { status: 'branched', message: CUT_OFF } as const;
  return listActiveRuns(session).map(({ id }) => ({ type: 'run-end', runId: id, outcome }));
}

function endBranch(session: Session, isLive: boolean): EventBody[] {
  const running = session.cells.filter(({ status }) => status === 'running');
  const bodies: EventBody[] = running.map(({ id }) => ({
    type: 'cell-end',
    cellId: id,
    status: 'interrupted',
    executionCount: null,
    reason: LEFT,
  }));
  bodies.push(...endApprovals(session));
  if (findActiveRebuild(session)) bodies.push({ type: 'rebuild-end', status: 'stopped' });
  const waiting = session.queue.flatMap(({ cells }) => cells.map(({ id }) => id));
  if (waiting.length > 0) bodies.push({ type: 'queue-remove', cellIds: waiting, reason: 'user' });
  if (isLive) return bodies;
  if (session.isNetworkAllowed) bodies.push({ type: 'network-change', isAllowed: false });
  const hadKernel = session.executions > 0;
  const loss = hadKernel ? { stateLost: true, reason: BRANCHED } : {};
  bodies.push({ type: 'kernel-status', status: 'none', ...loss });
  return bodies;
}
