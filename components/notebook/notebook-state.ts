import type { StaleCells } from '../../lib/session/find-stale.ts';
import type { FindSight } from './create-sight-finder.ts';

/** What of the session its cells need to know. */
export interface NotebookState {
  readonly kernelEpoch: number;
  readonly stale: StaleCells;
  /** Whether a run, a rebuild or a cell goes on. */
  readonly isBusy: boolean;
  readonly findSight: FindSight;
  /** The cell that the tab key leads to first; null in an empty notebook. */
  readonly firstCellId: string | null;
}
