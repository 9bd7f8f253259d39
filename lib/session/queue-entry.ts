import type { BatchScope } from '../protocol/cells/batch.ts';
import type { CellOperation } from '../protocol/cells/cell-operation.ts';
import type { QueueExit } from '../protocol/cells/queue.ts';
import type { Principal } from '../protocol/events/principal.ts';

/** What waits for its turn in the kernel: one cell, or the cells of a batch in order. */
export interface QueueEntry {
  /** Who runs it. */
  readonly by: Principal;
  readonly entryId: string;
  readonly cells: readonly QueuedCell[];
  /** Of a batch; absent for one cell. */
  readonly scope?: BatchScope;
  /** Wall time of the cell, milliseconds; absent: the default. */
  readonly timeoutMs?: number;
  /** By which the run of one cell can be taken back. */
  readonly operation?: CellOperation;
}

/** Why what waited will not run, and who or what took it out. */
export interface LeftQueue {
  readonly reason: QueueExit;
  readonly by: Principal;
}

interface QueuedCell {
  readonly id: string;
  /** What runs: its code when it was queued, as in JupyterLab. */
  readonly source: string;
}
