/** Takes a cell back with its effect on variables: the kernel is again what it was before the cell ran. */
import { tellNames } from '../../execution/execute-cell.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type CheckpointsReply,
  type KeptFiles,
  type KernelBack,
  MAX_KEPT_NAMES,
  type TakeBack,
} from '../../protocol/kernel/take-back.ts';
import { findBackPoint, findStandingRun, listRanSince } from '../../session/back-point.ts';
import { type Cell, type CellVersion, isAlive, type Session } from '../../session/session.ts';
import { listRunsBefore } from '../../session/stale/list-rebuild-runs.ts';
import { AppError, isAppError, toMessage } from '../../util/app-error.ts';
import { beginRebuild } from '../kernels/start-rebuild.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { requireCell } from './require-cell.ts';

const NOT_RUN = 'This cell has not run in this notebook, so it has no effect to take back.';
const IS_UNDONE = 'This cell is undone already. Run it again to undo it again.';
const NO_KERNEL = 'This notebook has no kernel that is running.';
const NOT_BEGUN = 'The last run of this cell ended before its code began.';

/** What the kernel keeps; nothing without a kernel. Throws AppError `not-found`. */
export async function listCheckpoints(
  { logs, kernels, provider }: OwnWorkbench,
  sessionId: string,
): Promise<CheckpointsReply> {
  await logs.readSession(sessionId);
  const kernel = await kernels.find(sessionId);
  if (!kernel) return { checkpoints: [] };
  const { checkpoints, off } = await provider.forks.listCheckpoints(kernel);
  return { checkpoints, ...(off !== null && { off }) };
}

/** What {@link takeBack} would do. Nothing is changed. Throws AppError `not-found`, and `conflict` for a cell that has not run. */
export async function planTakeBack(
  bench: OwnWorkbench,
  sessionId: string,
  cellId: string,
): Promise<TakeBack> {
  return plan(bench, await bench.logs.readSession(sessionId), cellId);
}

/**
 * Resolves to what was done; cells that run again have begun then. Nothing is removed from the notebook, and files stay as they
 * are. Throws AppError `not-found`, and `conflict` while anything runs in the session and for a cell that has not run.
 */
export async function takeBack(bench: OwnWorkbench, sessionId: string, cellId: string): Promise<TakeBack> {
  const { kernels, work } = bench;
  const done = Promise.withResolvers<TakeBack>();
  await work.begin(sessionId, 'rebuild', async (session) => {
    await kernels.requireOwn(sessionId);
    const kernel = await kernels.find(sessionId);
    const planned = await plan(bench, session, cellId);
    const { files } = planned;
    const name = nameCell(requireCell(session, cellId));
    let { reason } = planned;
    if (kernel && planned.how === 'checkpoint') {
      const why = `${name} was taken back: the kernel is again what it was before that cell ran.`;
      reason = await wake(bench, kernel, session.id, { back: { cellId, files }, why });
    }
    if (reason === undefined) {
      done.resolve(planned);
      return null;
    }
    const why = `${name} was taken back with a new kernel, in which what ran before it has run again.`;
    const drive = await beginRebuild(bench, session, {
      runs: listRunsBefore(session, cellId),
      back: { cellId, files, reason },
      ...(kernel && { beside: { kernel, why } }),
    });
    done.resolve(toRebuilt(session, files, cellId, reason));
    return drive;
  });
  return done.promise;
}

/** Resolves to why the checkpoint could not be had, if so: the kernel then is as it was. */
async function wake(
  { provider, logs, by }: OwnWorkbench,
  kernel: Kernel,
  sessionId: string,
  { back, why }: { back: KernelBack; why: string },
): Promise<string | undefined> {
  try {
    await provider.forks.wake(kernel, back, why);
  } catch (error) {
    if (isAppError(error) && error.code === 'conflict') return toMessage(error);
    throw error;
  }
  const writer = logs.writerOf(sessionId, by);
  for await (const body of tellNames(kernel, { known: [], source: '' })) await writer.write(body);
  return undefined;
}

async function plan(bench: OwnWorkbench, session: Session, cellId: string): Promise<TakeBack> {
  const cell = requireCell(session, cellId);
  const point = findBackPoint(session, cellId);
  if (cell.type !== 'code' || !point) throw new AppError('conflict', NOT_RUN);
  const run = findStandingRun(cell);
  if (run.isTakenBack && !isAlive(run, session.kernel.id)) throw new AppError('conflict', IS_UNDONE);
  const files = await listChangedFiles(bench, session, run);
  const reason = await explainMissing(bench, session, cell, run);
  if (reason !== null) return toRebuilt(session, files, cellId, reason);
  return { how: 'checkpoint', cellIds: [], undone: toIds(listRanSince(session, point)), files };
}

function toRebuilt(session: Session, files: KeptFiles, cellId: string, reason: string): TakeBack {
  const runs = listRunsBefore(session, cellId);
  const cellIds = toIds(runs);
  const isAgain = ({ id, version }: CellVersion) =>
    runs.some((run) => run.id === id && run.version === version);
  const had = session.cells.map(findStandingRun).filter((run) => isAlive(run, session.kernel.id));
  return { how: 'rebuilt', reason, cellIds, undone: toIds(had.filter((run) => !isAgain(run))), files };
}

async function explainMissing(
  { kernels, provider }: OwnWorkbench,
  session: Session,
  cell: Cell,
  { ranOrder }: CellVersion,
): Promise<string | null> {
  const kernel = await kernels.find(session.id);
  if (!kernel) return NO_KERNEL;
  // A checkpoint would be from a run before that one.
  const ran = [cell, ...cell.versions].filter((version) => version.ranOrder === ranOrder);
  if (ran.some(({ status }) => status === 'aborted')) return NOT_BEGUN;
  return (await provider.forks.listCheckpoints(kernel)).explainMissing(cell.id);
}

/** Files that are other ones since the run began, whoever changed them. */
async function listChangedFiles(
  { workspaces }: OwnWorkbench,
  { id, kernel }: Session,
  { startedAt, kernelId, heldBy }: CellVersion,
): Promise<KeptFiles> {
  // Another kernel has started since then.
  const isByContent = kernelId !== kernel.id && heldBy !== kernel.id;
  const names = await workspaces.listChanged(id, startedAt ?? 0, isByContent);
  return { names: names.toSorted().slice(0, MAX_KEPT_NAMES), count: names.length };
}

function toIds(cells: readonly CellVersion[]): string[] {
  return cells.map(({ id }) => id);
}

function nameCell({ executionCount }: Cell): string {
  return executionCount === null ? 'A cell' : `In [${executionCount}]`;
}
