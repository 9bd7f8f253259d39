import { createContext, useContext } from 'react';
import type { PicturePair, Verification } from '../../../lib/protocol/verification/verification.ts';
import type { ChangedBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import type { StaleCells } from '../../../lib/session/stale/find-stale.ts';
import type { Ways } from '../../../lib/session/ways.ts';
import type { FindSight } from './create-sight-finder.ts';
import type { WaitingCells } from './create-waiting-finder.ts';

/** What cells need to know about their session. */
export interface NotebookState {
  readonly kernelId: string;
  readonly stale: StaleCells;
  /** Cells whose outputs come from a notebook file, below one that has run with other code since, by ID. */
  readonly fileOutputs: ReadonlySet<string>;
  readonly changedBasis: ChangedBasis;
  /** Of the notebook as it is now; null without one. */
  readonly verification: Verification | null;
  /** What a clean run drew differently, by the ID of the cell. */
  readonly pictures: ReadonlyMap<string, readonly PicturePair[]>;
  /** Null before the first run. */
  readonly lastRunId: string | null;
  /** Whether a run, a rebuild or a cell is running. */
  readonly isBusy: boolean;
  /** Whether a run or a rebuild is in progress, so that cells cannot be changed. */
  readonly isLocked: boolean;
  /** Whether it is shown to be looked at: what its cells ask can be answered, and nothing else done. */
  readonly isReadOnly: boolean;
  /** Cells that wait for their turn, by ID. */
  readonly waiting: WaitingCells;
  readonly findSight: FindSight;
  /** Places in the notebook, from 1, of cells that share their number with another, by ID. */
  readonly repeats: ReadonlyMap<string, number>;
  /** Cells that check an answer, by ID. */
  readonly checks: ReadonlySet<string>;
  /** What became of texts that were to be answers and are not, by ID. */
  readonly drafts: ReadonlyMap<string, string>;
  /** Cells that questions are about and that were deleted, by ID. */
  readonly goneSubjects: ReadonlySet<string>;
  /** Several ways that were tried here, oldest first. */
  readonly ways: readonly Ways[];
}

/** Around all cells: a change redraws the cells that use it, but not the placeholders of cells far away. */
export const NotebookStateContext = createContext<NotebookState>({
  kernelId: '',
  stale: new Map(),
  fileOutputs: new Set(),
  changedBasis: new Map(),
  verification: null,
  pictures: new Map(),
  lastRunId: null,
  isBusy: false,
  isLocked: false,
  isReadOnly: false,
  waiting: new Map(),
  findSight: () => null,
  repeats: new Map(),
  checks: new Set(),
  drafts: new Map(),
  goneSubjects: new Set(),
  ways: [],
});

export const useNotebookState = () => useContext(NotebookStateContext);

/** The cell that the tab key leads to first; null in an empty notebook. */
export const FirstCellContext = createContext<string | null>(null);
