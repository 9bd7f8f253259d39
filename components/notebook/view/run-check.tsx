import type { Run } from '../../../lib/session/session.ts';
import { describeCheck, findCheck } from '../../../lib/session/view/describe-check.ts';
import { useNotebookState } from './notebook-state.ts';
import styles from './run-facts.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Whether a second way of computing the answer found the same. If it was not checked, the work says so. */
export function RunCheck({ run }: { run: Run }) {
  const { changedBasis } = useNotebookState();
  const check = findCheck(run);
  // What it compared is no longer what the notebook shows.
  if (run.steps.some(({ cellIds }) => cellIds.some((id) => changedBasis.has(id)))) return null;
  if (!check || check.verdict === 'not-checked') return null;
  return (
    <span className={check.verdict === 'differs' ? styles.differs : styles.facts} title={VIEW_TEXTS.check}>
      {describeCheck(check)}
    </span>
  );
}
