import type { Run } from '../../../lib/session/session.ts';
import { describeBudget } from '../../../lib/session/view/describe-budget.ts';
import styles from './step-view.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Budgets that were nearly used up after this step of the run. */
export function BudgetNotes({ run, step }: { run: Run; step: number }) {
  return run.budgetWarnings
    .filter((warning) => warning.step === step)
    .map((warning) => (
      <p key={warning.budget} className={styles.note}>
        {VIEW_TEXTS.budgetUsed(describeBudget(warning))}
      </p>
    ));
}
