/** Continues after a crash what still lives, and writes the end of what does not. */
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import { endApprovals } from '../../session/end-approvals.ts';
import { findActiveRebuild, findActiveRun, type Session } from '../../session/session.ts';
import { listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';
import { findActiveWays } from '../../session/ways.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import { emptyQueue, endAbandonedKernel } from '../kernels/end-abandoned.ts';
import type { Workbench } from '../kernels/workbench.ts';
import type { RunDriver } from './run-driver.ts';
import { resumeRunModels } from './run-models.ts';

export interface RecoverDeps {
  recovers?: boolean;
  driver: RunDriver;
  cells: CellRunner;
  /** Continues with the ways of a session. */
  resumeWays(session: Session): Promise<void>;
}

/** A session that cannot be read must keep neither the others nor the app from starting. */
export async function recover(bench: Workbench, deps: RecoverDeps): Promise<void> {
  const { logs, work, store, provider } = bench;
  const { recovers = false } = deps;
  const survivors = provider.listSurvivors();
  const leases = await store.takeAbandonedLeases(recovers ? [] : survivors);
  const holders = leases.filter(({ kind }) => kind === 'kernel').map(({ sessionId }) => sessionId);
  const lost: string[] = [];
  await Promise.allSettled(
    holders.map(async (id) => {
      const lives =
        recovers && survivors.includes(id) && (await recoverSession(bench, deps, id).catch(() => false));
      if (!lives) lost.push(id);
    }),
  );
  // Runs first: a run's cells end with the run.
  const running = await logs.summaries.listRunningSessions();
  const left = leases.filter(({ kind }) => kind === 'run').map(({ sessionId }) => sessionId);
  const waiting = recovers ? await listWaiting(bench, left) : [];
  const unfinished = new Set([...left, ...running.map(({ id }) => id)]);
  for (const { id } of waiting) unfinished.delete(id);
  await Promise.allSettled([...unfinished].map((id) => work.begin(id, 'run', async () => null)));
  // Only now: the runs that nobody drives any more have their end.
  await Promise.allSettled(waiting.map(deps.resumeWays));
  const end = async (id: string, toEnd: (session: Session) => EventBody[]) =>
    logs.writerOf(id, SYSTEM).writeAtLast(toEnd(await logs.readSession(id)));
  await Promise.allSettled(lost.map((id) => end(id, endAbandonedKernel)));
  const unstarted = left.filter((id) => !holders.includes(id));
  await Promise.allSettled(unstarted.map((id) => end(id, (session) => emptyQueue(session, 'crash'))));
}

/** Those of the sessions whose ways had not ended. */
async function listWaiting({ logs }: Workbench, ids: readonly string[]): Promise<Session[]> {
  const read = await Promise.allSettled(ids.map(logs.readSession));
  return read.flatMap((each) =>
    each.status === 'fulfilled' && findActiveWays(each.value) ? [each.value] : [],
  );
}

/** Resolves to whether the kernel lives; then its run continues. */
async function recoverSession(
  { logs, work, kernels, models }: Workbench,
  { driver, cells }: RecoverDeps,
  id: string,
): Promise<boolean> {
  const session = await logs.readSession(id);
  // Cells were running again to restore variables: half of the variables are worth no more than none at all.
  const rebuild = findActiveRebuild(session);
  const isUntouched = rebuild?.beside && rebuild.kernelId === session.kernel.id;
  if (rebuild && !isUntouched) return false;
  const run = findActiveRun(session);
  if (!run) {
    if (!(await kernels.recover(session))) return false;
    // Only what waits in the queue is asked about again.
    const queued = new Set(listWaitingCells(session));
    const dropped = session.cells.filter((cell) => !queued.has(cell.id));
    await logs.writerOf(id, SYSTEM).writeAll(endApprovals({ cells: dropped }));
    await cells.resume(id);
    return true;
  }
  const opened = await resumeRunModels(models, run);
  // Nobody would follow its cell.
  if (!opened) return false;
  // Claimed from here on, so that no other process writes the run's end.
  return work.resume(id, 'run', async () => {
    const lives = await kernels.recover(session).catch(() => false);
    return lives ? driver.resume(id, run, opened) : null;
  });
}
