import type { Budget } from '../protocol/runs/run.ts';

/** Told to the model after this step. */
export interface BudgetWarning {
  readonly step: number;
  readonly budget: Budget;
  /** Milliseconds for `time`. */
  readonly used: number;
  readonly limit: number;
}
