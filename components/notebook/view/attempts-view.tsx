'use client';

import type { Cell } from '../../../lib/session/session.ts';
import type { CellAttempts } from '../../../lib/session/view/layout/group-attempts.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { toAttemptsKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import styles from './attempts-view.module.css';
import { CellView } from './step-view.tsx';
import { VIEW_TEXTS } from './view-texts.ts';

/** A cell; above a retried one, a line that unfolds to the earlier attempts. */
export function AttemptsView({ group }: { group: CellAttempts }) {
  const { cell, earlier } = group;
  const folds = useFolds();
  const key = toAttemptsKey(group);
  const isOpen = earlier.length > 0 && folds.isFolded(key) === false;
  return (
    <div className={styles.group}>
      {earlier.length > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => folds.fold([key], isOpen)}
        >
          <span className={styles.chevron} data-open={isOpen}>
            <ChevronIcon size={12} />
          </span>
          {describeAttempts(group)}
        </button>
      )}
      {isOpen && (
        <div className={styles.earlier}>
          {earlier.map((each) => (
            <CellView key={each.id} cell={each} />
          ))}
        </div>
      )}
      <CellView cell={cell} />
    </div>
  );
}

/** `2 attempts · KeyError fixed`, `3 attempts · KeyError, NameError`. */
function describeAttempts({ cell, earlier }: CellAttempts): string {
  const failed = earlier.filter(({ type }) => type === 'code');
  const errors = [...new Set(failed.map(toErrorName))].join(', ');
  return VIEW_TEXTS.attempts(failed.length + 1, errors, cell.status === 'ok');
}

function toErrorName({ outputs, status }: Cell): string {
  const error = outputs.findLast((output) => output.output_type === 'error');
  return error?.ename ?? (status === 'timed-out' ? VIEW_TEXTS.timeLimit : 'error');
}
