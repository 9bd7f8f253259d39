import { memo } from 'react';
import type { ContextSummary } from '../../../lib/protocol/compaction.ts';
import { describeUsage } from '../../../lib/protocol/describe-usage.ts';
import { Markdown } from '../../render/markdown/markdown.tsx';
import styles from './step-view.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Says that the model reads a summary instead of the steps above, and shows it when opened. */
export const CompactionNote = memo(function CompactionNote({ summary }: { summary: ContextSummary }) {
  const usage = describeUsage(summary.usage);
  return (
    <details className={styles.folded}>
      <summary>{VIEW_TEXTS.compacted}</summary>
      <div className={styles.summary}>
        <p>
          {VIEW_TEXTS.compactedBody}
          {summary.by === 'rules' && ` ${VIEW_TEXTS.compactedByRules(summary.reason ?? '')}`}
          {usage && ` ${VIEW_TEXTS.compactionUsage(usage)}`}
        </p>
        <Markdown text={summary.text} />
      </div>
    </details>
  );
});
