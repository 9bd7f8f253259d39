import type { BudgetWarning } from '../../session/budget-warning.ts';
import { describeBudget } from '../../session/view/describe-budget.ts';

/** What the model is told. */
export function toBudgetMessage(warning: BudgetWarning): string {
  return `[${describeBudget(warning)} of this run are used. Come to an answer soon: at the limit you can only sum up.]`;
}
