/** The part of the fold that knows what a kernel holds: its names, their loss, and cells run again for them. */
import type { EventBody } from '../protocol/event.ts';
import { joinNames, withoutNames } from './kernel-names.ts';
import type { KernelState, Rebuild, Session } from './session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyKernelStatus(session: Session, event: Body<'kernel-status'>): Session {
  const { kernel } = session;
  const loss = event.stateLost ? applyLoss(kernel, event.reason ?? 'The kernel was restarted.') : null;
  const next = { ...kernel, ...loss, status: event.status, info: event.info ?? kernel.info };
  return { ...session, kernel: next };
}

function applyLoss(kernel: KernelState, reason: string): Partial<KernelState> {
  return {
    // A process that held nothing leaves the reason of the loss before.
    lost: kernel.names.length === 0 && kernel.lost !== null ? kernel.lost : reason,
    epoch: kernel.epoch + 1,
    names: [],
    lostNames: joinNames(kernel.lostNames, kernel.names),
    losses: [...kernel.losses, { reason, names: kernel.names }],
  };
}

export function applyKernelNames(session: Session, { names }: Body<'kernel-names'>): Session {
  const { kernel } = session;
  const lostNames = withoutNames(kernel.lostNames, names);
  return { ...session, kernel: { ...kernel, names, lostNames } };
}

export function applyRebuildStart(session: Session, { cellIds }: Body<'rebuild-start'>): Session {
  const { names, lostNames } = session.kernel;
  const rebuild: Rebuild = {
    cellIds,
    done: 0,
    status: 'running',
    wanted: joinNames(lostNames, names),
    back: [],
    missing: [],
    epoch: session.kernel.epoch,
    runCount: session.runs.length,
  };
  return { ...session, rebuilds: [...session.rebuilds, rebuild] };
}

export function applyRebuildStep(session: Session, { cellId }: Body<'rebuild-step'>): Session {
  const { epoch } = session.kernel;
  const cells = session.cells.map((cell) => (cell.id === cellId ? { ...cell, rebuiltEpoch: epoch } : cell));
  return patchRebuild({ ...session, cells }, (rebuild) => ({ ...rebuild, done: rebuild.done + 1 }));
}

export function applyRebuildEnd(session: Session, { status, reason }: Body<'rebuild-end'>): Session {
  const { kernel } = session;
  const next = patchRebuild(session, (rebuild) => {
    const missing = withoutNames(rebuild.wanted, kernel.names);
    const back = withoutNames(rebuild.wanted, missing);
    return { ...rebuild, status, reason, back, missing, epoch: kernel.epoch };
  });
  const isWhole = status === 'ok' && next.rebuilds.at(-1)?.missing.length === 0;
  return isWhole ? { ...next, kernel: { ...kernel, lost: null, lostNames: [] } } : next;
}

function patchRebuild(session: Session, patch: (rebuild: Rebuild) => Rebuild): Session {
  const { rebuilds } = session;
  const last = rebuilds.at(-1);
  return last ? { ...session, rebuilds: rebuilds.with(-1, patch(last)) } : session;
}
