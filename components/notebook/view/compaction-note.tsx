import { memo } from 'react';
import type { ContextSummary } from '../../../lib/protocol/runs/compaction.ts';
import { describeUsage } from '../../../lib/protocol/runs/describe-usage.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import styles from './step-view.module.css';

export const COMPACTED = 'Earlier steps were summarized';
const COMPACTED_BODY = 'From here on, the model reads this summary instead of the earliest steps.';
const BY_RULES = 'It was compiled by fixed rules, without a model:';

/** Says that the model reads a summary instead of the steps above, and shows it when opened. */
export const CompactionNote = memo(function CompactionNote({ summary }: { summary: ContextSummary }) {
  const usage = describeUsage(summary.usage);
  return (
    <details className={styles.folded}>
      <summary>{COMPACTED}</summary>
      <div className={styles.summary}>
        <p>
          {COMPACTED_BODY}
          {summary.by === 'rules' && ` ${BY_RULES} ${summary.reason ?? ''}`}
          {usage && ` It took ${usage}.`}
        </p>
        <Markdown text={summary.text} />
      </div>
    </details>
  );
});
