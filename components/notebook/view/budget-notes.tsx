import type { Run } from '../../../lib/session/session.ts';
import { describeBudget } from '../../../lib/session/view/describe-budget.ts';
import styles from './step-view.module.css';

/** What was nearly used up after this step of the run. */
export function BudgetNotes({ run, step }: { run: Run; step: number }) {
  return run.budgetWarnings
    .filter((warning) => warning.step === step)
    .map((warning) => (
      <p key={warning.budget} className={styles.note}>
        {describeBudget(warning)} are used: the model was told to come to an answer.
      </p>
    ));
}
