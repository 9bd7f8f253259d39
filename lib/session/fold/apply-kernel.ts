/** The part of the fold that knows what a kernel holds: its names, their loss, and cells run again for them. */
import { joinNames, pickNames, withoutNames } from '../kernel-names.ts';
import { MAX_SIZES, type Rebuild } from '../kernel-state.ts';
import { type Cell, findActiveRebuild, type Session } from '../session.ts';
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
  'rebuild-start'(session, { cellIds, back }) {
    const { lostNames } = session.kernel;
    const rebuild: Rebuild = {
      cellIds,
      done: 0,
      status: 'running',
      wanted: lostNames,
      back: [],
      missing: [],
      kernelId: session.kernel.id,
      runCount: session.runs.length,
      executions: session.executions,
      ...(back && { backTo: back }),
    };
    const next = back ? markTakenBack(session, back.cellId, cellIds) : session;
    return { ...next, rebuilds: [...next.rebuilds, rebuild] };
  },
  'rebuild-step'(session, event) {
    const kernelId = session.kernel.id;
    const order = session.executions + 1;
    const next = patchCell({ ...session, executions: order }, event.cellId, (cell) => ({
      ...cell,
      rebuilt: { kernelId, order, isOther: event.isOther === true },
      isTakenBack: undefined,
      pendingInputs: [],
    }));
    return patchRebuild(next, (rebuild) => ({ ...rebuild, done: rebuild.done + 1 }));
  },
  'rebuild-end'(session, { status, reason }) {
    const { kernel } = session;
    const next = patchRebuild(session, (rebuild) => {
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
    return isWhole ? endLoss(ended) : ended;
  },
} satisfies Partial<Handlers>;

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
