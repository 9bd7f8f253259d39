/** A session takes over the folder and the kernel of another one. */
import type { Kernel } from '../../kernel/kernel.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { SYSTEM } from '../../protocol/events/principal.ts';
import type { Store } from '../../store/store.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { SessionFolders } from './session-folders.ts';

/** Why each of two sessions loses a kernel, a sentence; null logs nothing. */
export interface MoveReasons {
  from: string;
  to: string | null;
}

interface MoveDeps {
  store: Pick<Store, 'claimLease' | 'releaseLease'>;
  folders: SessionFolders;
  logs: SessionLogs;
  find(sessionId: string): Promise<Kernel | null>;
  close(sessionId: string, reason: string | null): Promise<void>;
  /** The kernel, which can follow its folder, is that of the other session from now on, and reports to its log. */
  hand(kernel: Kernel, fromSessionId: string, toSessionId: string): void;
}

/** See `SessionKernels.move`. */
export async function moveKernel(
  { store, folders, logs, find, close, hand }: MoveDeps,
  fromId: string,
  toId: string,
  { from, to }: MoveReasons,
): Promise<boolean> {
  await close(toId, to);
  const kernel = await find(fromId);
  const isMovable = kernel?.moveTo !== undefined;
  // One that cannot follow its folder would work in that of the other.
  if (!isMovable) await close(fromId, from);
  folders.forget(fromId);
  await folders.swap(fromId, toId);
  if (!kernel?.moveTo) return false;
  await store.claimLease({ kind: 'kernel', sessionId: toId });
  await kernel.moveTo({ name: toId, workspace: await folders.open(toId) });
  hand(kernel, fromId, toId);
  await folders.follow(toId);
  await logs.writerOf(fromId, SYSTEM).writeAtLast([toLoss(from)]);
  await store.releaseLease({ kind: 'kernel', sessionId: fromId });
  return true;
}

/** The kernel of a session is gone, with its variables. */
export function toLoss(reason: string | null): EventBody {
  return { type: 'kernel-status', status: 'none', stateLost: true, ...(reason && { reason }) };
}
