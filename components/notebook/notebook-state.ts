import type { StaleCells } from '../../lib/session/find-stale.ts';
import type { FindSight } from './create-sight-finder.ts';

/** What of the session its cells need to know. */
export interface NotebookState {
  readonly kernelEpoch: number;
  readonly stale: StaleCells;
  /** Whether a run, a rebuild or a cell goes on. */
  readonly isBusy: boolean;
  readonly findSight: FindSight;
  /** Cells whose number another has too: their place in the notebook, from 1, by id. */
  readonly repeats: ReadonlyMap<string, number>;
  /** The cell that the tab key leads to first; null in an empty notebook. */
  readonly firstCellId: string | null;
}
