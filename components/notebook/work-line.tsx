'use client';

import type { Run } from '../../lib/session/session.ts';
import type { WorkSummary } from '../../lib/session/summarize-work.ts';
import { formatDuration, pluralize } from '../ui/format.ts';
import { ChevronIcon } from '../ui/icons.tsx';
import { useFolds } from './use-folds.tsx';
import styles from './work-line.module.css';

interface WorkLineProps {
  run: Run;
  summary: WorkSummary;
  isOpen: boolean;
}

/** The line that stands for a run's steps and folds them. */
export function WorkLine({ run, summary, isOpen }: WorkLineProps) {
  const folds = useFolds();
  const isWorking = run.outcome === null;
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => folds.fold([run.id], isOpen)}
      >
        <span className={styles.chevron} data-open={isOpen}>
          <ChevronIcon size={14} />
        </span>
        <span className={styles.name}>{isWorking ? 'Working' : 'Work'}</span>
        <span className={styles.facts}>{describeWork(summary) || pluralize(run.steps.length, 'step')}</span>
      </button>
    </div>
  );
}

/** `3 cells · 2.1 s · 1 error fixed`; empty without code. */
export function describeWork({ cells, durationMs, errorsFixed, errors }: WorkSummary): string {
  if (cells === 0) return '';
  return [
    pluralize(cells, 'cell'),
    formatDuration(durationMs),
    errorsFixed > 0 ? `${pluralize(errorsFixed, 'error')} fixed` : '',
    errors > 0 ? pluralize(errors, 'error') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
