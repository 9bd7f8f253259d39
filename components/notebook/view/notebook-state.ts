import { createContext, useContext } from 'react';
import type { ChangedBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import type { StaleCells } from '../../../lib/session/stale/find-stale.ts';
import type { FindSight } from './create-sight-finder.ts';

/** What of the session its cells need to know. */
export interface NotebookState {
  readonly kernelEpoch: number;
  readonly stale: StaleCells;
  readonly changedBasis: ChangedBasis;
  /** Whether a run, a rebuild or a cell is running. */
  readonly isBusy: boolean;
  readonly findSight: FindSight;
  /** Cells whose number another has too: their place in the notebook, from 1, by id. */
  readonly repeats: ReadonlyMap<string, number>;
}

/** Around all cells: a change of it draws the cells that show something of it, and not the places of those far away. */
export const NotebookStateContext = createContext<NotebookState>({
  kernelEpoch: 0,
  stale: new Map(),
  changedBasis: new Map(),
  isBusy: false,
  findSight: () => null,
  repeats: new Map(),
});

export const useNotebookState = () => useContext(NotebookStateContext);

/** The cell that the tab key leads to first; null in an empty notebook. */
export const FirstCellContext = createContext<string | null>(null);
