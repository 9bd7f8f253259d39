import { formatCount } from '../../../util/format-count.ts';
import { pluralize } from '../../../util/pluralize.ts';
import type { BudgetWarning } from '../../budget-warning.ts';

/** `16 of 20 steps`, `720 of 900 seconds`, for users and the model alike. */
export function describeBudget({ budget, used, limit }: Omit<BudgetWarning, 'step'>): string {
  switch (budget) {
    case 'steps':
      return `${used} of ${pluralize(limit, 'step')}`;
    case 'time':
      return `${Math.round(used / 1000)} of ${pluralize(Math.round(limit / 1000), 'second')}`;
    case 'tokens':
      return `${formatCount(used)} of ${formatCount(limit)} tokens`;
    case 'cost':
      return `$${Number(used.toPrecision(2))} of $${limit}`;
  }
}
