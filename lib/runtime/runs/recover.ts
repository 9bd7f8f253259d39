/** Continues after a crash what still lives, and writes the end of what does not. */
import type { KernelProvider } from '../../kernel/kernel.ts';
import type { Models } from '../../model/model.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import { findActiveRebuild, findActiveRun, type Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import type { WriterOf } from '../events/session-logs.ts';
import { endAbandonedKernel, endAbandonedQueue } from '../kernels/end-abandoned.ts';
import { type SessionKernels, toLeaseOptions } from '../kernels/session-kernels.ts';
import type { WorkLeases } from '../kernels/work-leases.ts';
import type { RunDriver } from './run-driver.ts';
import { resumeRunModels } from './run-models.ts';

export interface RecoverDeps {
  store: Pick<Store, 'takeAbandonedLeases'>;
  listRunningSessions: Store['listRunningSessions'];
  kernels: KernelProvider;
  models: Models;
  recovers?: boolean;
  sessionKernels: SessionKernels;
  driver: RunDriver;
  cells: CellRunner;
  leases: WorkLeases;
  readSession(sessionId: string): Promise<Session>;
  writerOf: WriterOf;
}

/** A session that cannot be read must keep neither the others nor the app from starting. */
export async function recover(deps: RecoverDeps): Promise<void> {
  const { store, driver, writerOf, recovers = false } = deps;
  const survivors = deps.kernels.listSurvivors();
  const leases = await store.takeAbandonedLeases(recovers ? [] : survivors);
  const holders = leases.filter(({ kind }) => kind === 'kernel').map(({ sessionId }) => sessionId);
  const lost: string[] = [];
  await Promise.allSettled(
    holders.map(async (id) => {
      const lives = recovers && survivors.includes(id) && (await recoverSession(deps, id).catch(() => false));
      if (!lives) lost.push(id);
    }),
  );
  // Runs first: a run's cells end with the run.
  const running = await deps.listRunningSessions();
  const left = leases.filter(({ kind }) => kind === 'run').map(({ sessionId }) => sessionId);
  const unfinished = new Set([...left, ...running.map(({ id }) => id)]);
  await Promise.allSettled([...unfinished].map((id) => driver.endAbandoned(id)));
  await Promise.allSettled(
    lost.map(async (id) => writerOf(id, SYSTEM).writeAtLast(endAbandonedKernel(await deps.readSession(id)))),
  );
  const unstarted = left.filter((id) => !holders.includes(id));
  await Promise.allSettled(
    unstarted.map(async (id) =>
      writerOf(id, SYSTEM).writeAtLast(endAbandonedQueue(await deps.readSession(id))),
    ),
  );
}

/** Resolves to whether the kernel lives; then its run continues. */
async function recoverSession(
  { leases, sessionKernels, driver, cells, models, readSession }: RecoverDeps,
  id: string,
): Promise<boolean> {
  const session = await readSession(id);
  // Cells were running again to restore variables: half of the variables are worth no more than none at all.
  if (findActiveRebuild(session)) return false;
  const run = findActiveRun(session);
  if (!run) {
    if (!(await sessionKernels.recover(id, toLeaseOptions(session)))) return false;
    await cells.resume(id);
    return true;
  }
  const opened = await resumeRunModels(models, run);
  // Nobody would follow its cell.
  if (!opened) return false;
  // Held from here on, so that no other process writes the run's end.
  await leases.claim(id);
  const lives = await sessionKernels.recover(id, toLeaseOptions(session)).catch(() => false);
  if (lives) driver.resume(id, run, opened);
  else await leases.release(id);
  return lives;
}
