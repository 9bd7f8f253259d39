'use client';

import { OUTCOME_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import type { Run } from '../../../lib/session/session.ts';
import { describeCheck, findCheck } from '../../../lib/session/view/answers/describe-check.ts';
import { describeWork } from '../../../lib/session/view/layout/describe-work.ts';
import type { WorkSummary } from '../../../lib/session/view/layout/summarize-work.ts';
import { findRunOutcome } from '../../../lib/session/view/verification/describe-verified.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands/commands-context.ts';
import { useFolds } from '../folds/use-folds.tsx';
import { useNotebookState } from './notebook-state.ts';
import factStyles from './run-facts.module.css';
import { RunFacts } from './run-facts.tsx';
import { RUN_LINE_TEXTS } from './run-line-texts.ts';
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
    <div className={styles.line} data-outcome={isAnswered ? 'answered' : undefined}>
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
          {isOpen ? RUN_LINE_TEXTS.foldAll : RUN_LINE_TEXTS.unfoldAll}
        </TextButton>
      )}
    </div>
  );
}

/** Whether the cells of a run gave the same outputs from a clean start, while that is of the notebook as it is. */
function RunVerification({ run }: { run: Run }) {
  const { verification } = useNotebookState();
  const outcome = verification && findRunOutcome(run, verification);
  if (!outcome) return null;
  return (
    <span className={factStyles.facts} title={RUN_LINE_TEXTS.cleanStart}>
      {OUTCOME_WORDS[outcome]}
    </span>
  );
}

/** Whether a second way of computing the answer found the same. If it was not checked, the work says so. */
function RunCheck({ run }: { run: Run }) {
  const { changedBasis } = useNotebookState();
  const check = findCheck(run);
  // The check compared outputs that have changed since.
  if (run.steps.some(({ cellIds }) => cellIds.some((id) => changedBasis.has(id)))) return null;
  if (!check || check.verdict === 'not-checked') return null;
  return (
    <span
      className={check.verdict === 'differs' ? factStyles.differs : factStyles.facts}
      title={VIEW_TEXTS.check}
    >
      {describeCheck(check)}
    </span>
  );
}
