import type { CommandRun } from '../table/command-context.ts';
import type { CommandId, OwnCommandId } from '../table/command-table.ts';
import { CHANGE_RUNS } from './change-runs.ts';
import { CLIPBOARD_RUNS } from './clipboard-runs.ts';
import { EXECUTION_RUNS } from './execution-runs.ts';
import { KERNEL_RUNS } from './kernel-runs.ts';
import { NOTEBOOK_RUNS } from './notebook-runs.ts';
import { SELECTION_RUNS } from './selection-runs.ts';
import { TAKE_BACK_RUNS } from './take-back-runs.ts';
import { UNDO_RUNS } from './undo-runs.ts';

/** A command in the table without a function here does not compile, unless a component runs it. */
const RUNS: Record<OwnCommandId, CommandRun> = {
  ...SELECTION_RUNS,
  ...CHANGE_RUNS,
  ...CLIPBOARD_RUNS,
  ...UNDO_RUNS,
  ...EXECUTION_RUNS,
  ...KERNEL_RUNS,
  ...NOTEBOOK_RUNS,
  ...TAKE_BACK_RUNS,
};

/** The command's own function; null where a component runs it. */
export function findOwnRun(id: CommandId): CommandRun | null {
  return isOwn(id) ? RUNS[id] : null;
}

function isOwn(id: CommandId): id is OwnCommandId {
  return Object.hasOwn(RUNS, id);
}
