/** A way becomes the notebook that asked for it: with its events, its folder, and its kernel. */
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import type { EventBody, Stamp } from '../../protocol/events/event.ts';
import { readEvents } from '../../protocol/events/read-events.ts';
import type { Way, WayKernel } from '../../protocol/ways/ways.ts';
import { applyEvents } from '../../session/fold/apply-event.ts';
import { toBody } from '../../session/fold/handlers.ts';
import { createSession, findActiveRun, type Session } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { nameNotebook } from '../../session/view/titles/name-notebook.ts';
import { isOfWays, type Ways } from '../../session/ways.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';

/** What to write when it is the notebook. */
export type ToEnd = (kernel: WayKernel) => EventBody;

const REPLACED = 'The kernel of the way that was chosen took its place.';
const NO_KERNEL = 'The kernel of the way that was chosen had ended, so its variables are lost.';
const OTHER_CHOSEN = 'Another way was chosen, so this kernel ended.';

/**
 * For a session that is claimed, as is that of the way, with nothing running in either. `ways.chosen` makes room: its cells are
 * deleted, and its folder is its own again. Resolves to what became of the kernel.
 */
export async function adoptWay(
  bench: OwnWorkbench,
  session: Session,
  ways: Ways,
  way: Way,
  toEnd: ToEnd,
): Promise<WayKernel> {
  const { store, logs, kernels, workspaces, by } = bench;
  const past = await readEvents(store, way.sessionId, way.copiedSeq);
  // It keeps its own title, and the ways that were asked for in the way.
  const events = past.filter(
    (event) => event.type !== 'session-rename' && event.type !== 'approval-change' && !isOfWays(event),
  );
  await store.holdBlobs([...new Set(events.flatMap(collectBlobs))]);
  const undone = ways.chosen === null ? [] : await undoChoice(bench, session, ways);
  const isSame = way.begins === 'live' && ways.chosen === null;
  if (ways.chosen !== null) {
    await kernels.close(session.id, REPLACED);
    await kernels.close(ways.chosen, OTHER_CHOSEN);
    await workspaces.swap(session.id, ways.chosen);
  }
  const from = `This way was chosen, so its kernel is that of “${nameNotebook(session.title)}” now.`;
  const isMoved = await kernels.move(way.sessionId, session.id, { from, to: isSame ? null : REPLACED });
  const kernel = isMoved ? 'moved' : 'lost';
  const loss: EventBody = { type: 'kernel-status', status: 'none', stateLost: true, reason: NO_KERNEL };
  const before = [...undone, ...joinApproval(await logs.readSession(session.id), past)];
  const now = { at: Date.now(), by };
  const stamps: Stamp[] = [
    ...before.map(() => now),
    ...events.map((event) => ({ at: event.at, by: event.by })),
  ];
  const bodies = [...before, ...events.map(toBody), ...(isMoved ? [] : [loss]), toEnd(kernel)];
  await logs.writerOf(session.id, by).writeAll(bodies, stamps);
  await endOthers(bench, ways, way);
  return kernel;
}

/** Of what the user chose in the notebook and in the way, the stricter counts. */
function joinApproval(session: Session, past: readonly EventBody[]): EventBody[] {
  const chosen = past.findLast((event) => event.type === 'approval-change');
  if (chosen?.type !== 'approval-change') return [];
  return [{ type: 'approval-change', approval: findApproval(session, chosen.approval) }];
}

/** Kernels of ways in which somebody runs something stay. */
async function endOthers({ logs, kernels }: OwnWorkbench, ways: Ways, chosen: Way): Promise<void> {
  const others = ways.ways.filter(({ sessionId }) => sessionId !== chosen.sessionId);
  const end = async (sessionId: string) => {
    if (findActiveRun(await logs.readSession(sessionId)) === null)
      await kernels.close(sessionId, OTHER_CHOSEN);
  };
  await Promise.allSettled(others.map(({ sessionId }) => end(sessionId)));
}

/** Events that make the cells what they were when the ways began. */
async function undoChoice({ store }: OwnWorkbench, session: Session, { id }: Ways): Promise<EventBody[]> {
  const past = await readEvents(store, session.id);
  const begun = past.findIndex((event) => event.type === 'ways-start' && event.waysId === id);
  const base = applyEvents(createSession(session.id), past.slice(0, begun));
  const known = new Map(base.cells.map((cell) => [cell.id, cell]));
  return session.cells.flatMap((cell): EventBody[] => {
    const cellId = cell.id;
    const first = known.get(cellId);
    if (!first) return [{ type: 'cell-delete', cellId }];
    return first.version === cell.version ? [] : [{ type: 'cell-revert', cellId, version: first.version }];
  });
}
