import type { CommandRun, CommandRuns } from '../table/command-context.ts';
import { type CommandId, getCommand, type OwnCommandId } from '../table/command-table.ts';
import { CHANGE_RUNS } from './change-runs.ts';
import { CLIPBOARD_RUNS } from './clipboard-runs.ts';
import { EXECUTION_RUNS } from './execution-runs.ts';
import { SELECTION_RUNS } from './selection-runs.ts';
import { UNDO_RUNS } from './undo-runs.ts';

/** What moves the selection or sends what was written happens at once: the next key may be for what comes of it. */
const RUNS = {
  ...SELECTION_RUNS,
  ...CHANGE_RUNS,
  ...CLIPBOARD_RUNS,
  ...UNDO_RUNS,
  ...EXECUTION_RUNS,
} satisfies CommandRuns;

/** A command in the table that is neither here nor there does not compile, unless a component runs it. */
type LateRuns = Record<Exclude<OwnCommandId, keyof typeof RUNS>, CommandRun>;

/** The command's own function; null where a component runs it. */
export function findOwnRun(id: CommandId): CommandRun | null {
  if (isEarly(id)) return RUNS[id];
  return isLate(id) ? async (context) => (await loadRuns())[id](context) : null;
}

async function loadRuns(): Promise<LateRuns> {
  return (await import('./late-runs.ts')).LATE_RUNS;
}

function isEarly(id: CommandId): id is keyof typeof RUNS {
  return Object.hasOwn(RUNS, id);
}

function isLate(id: CommandId): id is keyof LateRuns {
  return getCommand(id).runsIn !== 'component';
}
