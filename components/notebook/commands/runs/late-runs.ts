import type { CommandRuns } from '../table/command-context.ts';
import { KERNEL_RUNS } from './kernel-runs.ts';
import { NOTEBOOK_RUNS } from './notebook-runs.ts';
import { TAKE_BACK_RUNS } from './take-back-runs.ts';

/** Commands that the page loads with the first of them. */
export const LATE_RUNS = { ...KERNEL_RUNS, ...NOTEBOOK_RUNS, ...TAKE_BACK_RUNS } satisfies CommandRuns;
