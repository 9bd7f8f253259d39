'use client';

import type { Run } from '../../../lib/session/session.ts';
import type { WorkSummary } from '../../../lib/session/view/summarize-work.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCommands } from '../commands/commands-context.ts';
import { useFolds } from '../folds/use-folds.tsx';
import { describeWork } from './describe-work.ts';
import { RunCheck } from './run-check.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunVerification } from './run-verification.tsx';
import { VIEW_TEXTS } from './view-texts.ts';
import styles from './work-line.module.css';

interface WorkLineProps {
  run: Run;
  summary: WorkSummary;
  isOpen: boolean;
  /** Whether there is more in the notebook to fold than this. */
  canFoldAll: boolean;
}

/** The line that summarizes a run's steps and folds them; what an answer took stands there too. */
export function WorkLine({ run, summary, isOpen, canFoldAll }: WorkLineProps) {
  const folds = useFolds();
  const { runCommand } = useCommands();
  const isWorking = run.outcome === null;
  const isAnswered = run.outcome?.status === 'answered';
  return (
    <div className={styles.line} {...(isAnswered ? { 'data-outcome': 'answered' } : {})}>
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
      {isAnswered && <RunFacts run={run} />}
      {isAnswered && <RunCheck run={run} />}
      {isAnswered && <RunVerification run={run} />}
      {canFoldAll && (
        <TextButton className={styles.all} onClick={() => runCommand(isOpen ? 'work-fold' : 'work-unfold')}>
          {isOpen ? VIEW_TEXTS.foldAll : VIEW_TEXTS.unfoldAll}
        </TextButton>
      )}
    </div>
  );
}
