import { LOCAL_USER } from '../../protocol/events/principal.ts';
import type { Cell } from '../session.ts';

/** A cell that nothing is known of yet. */
export const EMPTY_CELL: Cell = {
  id: '',
  type: 'markdown',
  source: '',
  author: 'human',
  role: 'task',
  runId: null,
  step: null,
  status: 'idle',
  executionCount: null,
  kernelId: null,
  ranSource: null,
  ranOrder: null,
  outputs: [],
  clearPending: false,
  pendingInputs: [],
  answers: [],
  pendingApprovals: [],
  calls: [],
  version: 0,
  versions: [],
  made: { as: 'insert', at: 0, by: LOCAL_USER },
  written: { at: 0, by: LOCAL_USER, author: 'human' },
  startedAt: null,
  endedAt: null,
};
