import type { Session } from './session.ts';

/** Whether a branch at the end may have the variables. Only the kernel knows what prevents a fork. */
export function canBranchLive({ cells, kernel }: Session): boolean {
  return cells.length > 0 && (kernel.status === 'idle' || kernel.status === 'busy');
}
