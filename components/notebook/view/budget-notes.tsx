import type { Run } from '../../../lib/session/session.ts';
import { describeBudget } from '../../../lib/session/view/runs/describe-budget.ts';
import styles from './step-view.module.css';

export const BUDGET_USED = 'are used. The model was asked to answer soon.';

/** Budgets that were nearly used up after this step of the run. */
export function BudgetNotes({ run, step }: { run: Run; step: number }) {
  return run.budgetWarnings
    .filter((warning) => warning.step === step)
    .map((warning) => (
      <p key={warning.budget} className={styles.note}>
        {describeBudget(warning)} {BUDGET_USED}
      </p>
    ));
}
