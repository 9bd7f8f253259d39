/** Several cells that the user runs in order, as folded. */
import type { BatchScope } from '../protocol/cells/batch.ts';

export interface Batch {
  readonly scope: BatchScope;
  readonly cellIds: readonly string[];
  /** The code of each when it was queued: what runs, by cell. */
  readonly sources: ReadonlyMap<string, string>;
  /** How many of them have ended. */
  readonly done: number;
  readonly status: 'running' | 'ok' | 'failed' | 'stopped';
  readonly reason?: string | undefined;
  /** `Session.executions` when it began: a cell that has not started since is still to run. */
  readonly executions: number;
}
