import type { BatchScope } from '../protocol/cells/batch.ts';

/** Several cells that the user runs in order. */
export interface Batch {
  readonly scope: BatchScope;
  readonly cellIds: readonly string[];
  /** The code that runs, by cell ID: as it was when the batch was queued or, if it did not wait, when it began. */
  readonly sources: ReadonlyMap<string, string>;
  /** How many of the cells have ended. */
  readonly done: number;
  readonly status: 'running' | 'ok' | 'failed' | 'stopped';
  readonly reason?: string | undefined;
  /** `Session.executions` when the batch began: a cell whose `ranOrder` is not higher has not started since. */
  readonly executions: number;
}
