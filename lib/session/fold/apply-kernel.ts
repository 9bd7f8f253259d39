/** The part of the fold that knows what a kernel holds: its names, their loss, and cells run again for them. */
import { findStandingRun } from '../back-point.ts';
import { joinNames, pickNames, withoutNames } from '../kernel-names.ts';
import { MAX_SIZES, type Rebuild, type RebuildStep } from '../kernel-state.ts';
import { type Cell, findActiveRebuild, findCell, isAlive, type Session } from '../session.ts';
import { hasRunAgain } from '../stale/list-batch-cells.ts';
import { goBack, markTakenBack } from './go-back.ts';
import { type Handlers, patchCell } from './handlers.ts';

export const APPLY_KERNEL = {
  'kernel-status'(session, { status, info, stateLost, forkOf, back, reason = 'The kernel was restarted.' }) {
    const replaced = stateLost ? replaceKernel(session, reason) : session;
    const present = stateLost && back ? goBack(session, replaced, back) : replaced;
    const next = forkOf === undefined ? present : noteFork(present, forkOf);
    return { ...next, kernel: { ...next.kernel, status, info: info ?? next.kernel.info } };
  },
  'kernel-names'(session, { names }) {
    const { kernel } = session;
    const lostNames = withoutNames(kernel.lostNames, names);
    const sizes = [...new Set([...kernel.sizes, ...names.flatMap(({ shape = [] }) => shape)])].slice(
      -MAX_SIZES,
    );
    const next = { ...session, kernel: { ...kernel, names, sizes, lostNames } };
    const isAllBack = kernel.lostNames.length > 0 && lostNames.length === 0;
    // A rebuild has an end of its own, which says how it went.
    return isAllBack && findActiveRebuild(session) === null ? endLoss(next) : next;
  },
  'rebuild-start'(session, { cellIds, back, isBeside }) {
    const { id, lost, lostNames } = session.kernel;
    const undone = back && findCell(session, back.cellId);
    const isOfLost = !undone || !isAlive(findStandingRun(undone), id);
    const rebuild: Rebuild = {
      cellIds,
      done: 0,
      status: 'running',
      wanted: lostNames,
      back: [],
      missing: [],
      kernelId: id,
      runCount: session.runs.length,
      executions: session.executions,
      ...(back && { backTo: back }),
      ...(isBeside && { beside: { steps: [], lost: isOfLost ? null : lost } }),
    };
    const next = back && !isBeside ? markTakenBack(session, back.cellId) : session;
    return { ...next, rebuilds: [...next.rebuilds, rebuild] };
  },
  'rebuild-step'(session, { cellId, isOther = false, version }) {
    const step = { cellId, order: session.executions + 1, isOther, version };
    const next = patchRebuild({ ...session, executions: step.order }, ({ beside, ...rebuild }) => ({
      ...rebuild,
      done: rebuild.done + 1,
      ...(beside && { beside: { ...beside, steps: [...beside.steps, step] } }),
    }));
    return session.rebuilds.at(-1)?.beside
      ? patchCell(next, cellId, (cell) => ({ ...cell, pendingInputs: [] }))
      : takeStep(next, step);
  },
  'rebuild-end'(session, { status, reason }) {
    const { kernel } = session;
    const ofBeside = status === 'ok' ? takeBeside(session) : session;
    const next = patchRebuild(ofBeside, (rebuild) => {
      // What the kernel lost in between is missing too.
      const wanted = joinNames(rebuild.wanted, kernel.lostNames);
      const missing = withoutNames(wanted, kernel.names);
      const back = pickNames(wanted, kernel.names);
      return { ...rebuild, status, reason, back, missing, kernelId: kernel.id };
    });
    const last = next.rebuilds.at(-1);
    // What is missing then was taken back.
    const isWhole = status === 'ok' && (last?.backTo !== undefined || last?.missing.length === 0);
    const ended = { ...next, cells: next.cells.map(dropQuestions) };
    if (!isWhole) return ended;
    // What was lost before the cell ran is not there again.
    const { lost = null } = last?.beside ?? {};
    const lostNames = withoutNames(session.rebuilds.at(-1)?.wanted ?? [], kernel.names);
    return lost === null || lostNames.length === 0
      ? endLoss(ended)
      : { ...ended, kernel: { ...ended.kernel, lost, lostNames } };
  },
} satisfies Partial<Handlers>;

/** The kernel that has run the cells is the present one: what ran in the one before, and not in it, is taken back. */
function takeBeside(session: Session): Session {
  const { beside, backTo } = session.rebuilds.at(-1) ?? {};
  if (!beside || !backTo) return session;
  return beside.steps.reduce(takeStep, markTakenBack(session, backTo.cellId));
}

function takeStep(session: Session, { cellId, order, isOther, version }: RebuildStep): Session {
  const rebuilt = { kernelId: session.kernel.id, order, isOther };
  return patchCell(session, cellId, (cell) => {
    const earlier = version === undefined ? undefined : cell.versions[version];
    if (!earlier) return { ...cell, rebuilt, isTakenBack: undefined, pendingInputs: [] };
    const versions = cell.versions.with(earlier.version, { ...earlier, rebuilt });
    return { ...cell, versions, pendingInputs: [] };
  });
}

/** Another kernel takes the place of one whose variables are lost. */
function replaceKernel(session: Session, reason: string): Session {
  const { id: parent, names, lost, lostNames } = session.kernel;
  const loss = { reason, names };
  const ended = session.kernels.map((each) => (each.id === parent ? { ...each, loss } : each));
  const id = `k-${ended.length + 1}`;
  // A process that held nothing leaves the reason of the loss before.
  const why = names.length === 0 && lost !== null ? lost : reason;
  const kernel = { ...session.kernel, id, lost: why, names: [], lostNames: joinNames(lostNames, names) };
  return { ...session, kernel, kernels: [...ended, { id, parent, loss: null }] };
}

function noteFork(session: Session, forkOf: string): Session {
  const { id } = session.kernel;
  return {
    ...session,
    kernels: session.kernels.map((each) => (each.id === id ? { ...each, forkOf } : each)),
  };
}

/** Nothing is lost any more once all that had run has run again: what is not back then, no cell gives. */
export function endLossWhenRunAgain(session: Session): Session {
  return session.kernel.lost !== null && hasRunAgain(session) ? endLoss(session) : session;
}

export function endLoss(session: Session): Session {
  return { ...session, kernel: { ...session.kernel, lost: null, lostNames: [] } };
}

/** Nobody waits for an answer any more. */
function dropQuestions(cell: Cell): Cell {
  return cell.pendingInputs.length === 0 ? cell : { ...cell, pendingInputs: [] };
}

function patchRebuild(session: Session, patch: (rebuild: Rebuild) => Rebuild): Session {
  const { rebuilds } = session;
  const last = rebuilds.at(-1);
  return last ? { ...session, rebuilds: rebuilds.with(-1, patch(last)) } : session;
}
