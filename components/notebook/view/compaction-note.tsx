import { memo } from 'react';
import type { ContextSummary } from '../../../lib/protocol/compaction.ts';
import { describeUsage } from '../../../lib/protocol/describe-usage.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import styles from './step-view.module.css';

/** Tells that the model reads a summary instead of the steps above, and shows it when opened. */
export const CompactionNote = memo(function CompactionNote({ summary }: { summary: ContextSummary }) {
  const usage = describeUsage(summary.usage);
  return (
    <details className={styles.folded}>
      <summary>Earlier steps were summed up</summary>
      <div className={styles.summary}>
        <p>
          From here on the model reads this instead of the earliest steps
          {summary.by === 'model' ? '.' : `. It was put together by rules: ${summary.reason ?? ''}`}
          {usage && ` It took ${usage}.`}
        </p>
        <Markdown text={summary.text} />
      </div>
    </details>
  );
});
