/** How a kernel process is lost, and what a cell that was running on it then says. */
import { MAX_BOX_MESSAGE_BYTES } from '../wire/guarded-socket.ts';
import type { LostPlace } from '../wire/jupyter-api.ts';

/**
 * The server put a new process in place (`restarted`), nothing is there any more (`gone`), or whatever is there cannot
 * be reached (`unreachable`).
 */
export interface KernelLoss {
  kind: 'restarted' | 'gone' | 'unreachable';
  reason: string;
}

export const KERNEL_DIED: KernelLoss = {
  kind: 'restarted',
  reason: 'The kernel process died and was started again: all variables were lost.',
};
export const KERNEL_GONE: KernelLoss = {
  kind: 'gone',
  reason: 'The kernel process ended: all variables were lost.',
};

export function notReady(limitMs: number): KernelLoss {
  return { kind: 'gone', reason: `The kernel did not answer within ${limitMs / 1000} s of its start.` };
}

export function connectionLost(limitMs: number): KernelLoss {
  const seconds = limitMs / 1000;
  const reason = `The connection to the Jupyter server was lost and not restored within ${seconds} s. Code still running there cannot be reached.`;
  return { kind: 'unreachable', reason };
}

export function serverEnded(reason: string | null, hasAnswered: boolean): KernelLoss {
  return { kind: 'gone', reason: reason ?? (hasAnswered ? SERVER_ENDED : SERVER_ENDED_EARLY) };
}

const SERVER_ENDED_EARLY = 'The Jupyter server ended before its kernel had started.';
const SERVER_ENDED = 'The Jupyter server ended, and the kernel with it: all variables were lost.';

export function toLoss(place: LostPlace): KernelLoss {
  if (place.kind === 'refused') return { kind: 'unreachable', reason: place.reason };
  return { kind: 'gone', reason: KERNEL_MISSING };
}

const KERNEL_MISSING =
  'The Jupyter server no longer has this kernel: it was restarted, or it ended the kernel. All variables were lost.';

export const UNKNOWN_END = 'Actbook was restarted while this cell ran; how it ended is unknown.';
export const DROPPED = 'The connection to the kernel dropped';
export const TOO_LONG = `An output larger than ${MAX_BOX_MESSAGE_BYTES / 1024 ** 2} MB was rejected, and all output after it was lost. Write large data to a file.`;
