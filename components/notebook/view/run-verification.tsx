import { OUTCOME_WORDS } from '../../../lib/protocol/verification-words.ts';
import type { Run } from '../../../lib/session/session.ts';
import { findRunOutcome } from '../../../lib/session/view/find-run-outcome.ts';
import { useNotebookState } from './notebook-state.ts';
import styles from './run-facts.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Whether the cells of a run gave the same outputs from a clean start, while that is of the notebook as it is. */
export function RunVerification({ run }: { run: Run }) {
  const { verification } = useNotebookState();
  const outcome = verification && findRunOutcome(run, verification);
  if (!outcome) return null;
  return (
    <span className={styles.facts} title={VIEW_TEXTS.cleanStart}>
      {OUTCOME_WORDS[outcome]}
    </span>
  );
}
