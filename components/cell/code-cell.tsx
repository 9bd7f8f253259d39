import { memo } from 'react';
import type { Cell, CellStatus } from '../../lib/session/session.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { OutputList } from '../output/output-list.tsx';
import { formatDuration } from '../ui/format.ts';
import { CellInputs } from './cell-inputs.tsx';
import styles from './code-cell.module.css';

const ENDINGS: Partial<Record<CellStatus, string>> = {
  interrupted: 'Interrupted',
  'timed-out': 'Timed out',
  'kernel-died': 'The kernel died',
  aborted: 'Not run',
};

const STALE = 'The kernel was restarted since this cell ran: its variables are gone.';

interface CodeCellProps {
  cell: Cell;
  /** True when the kernel process that ran the cell is gone, and its variables with it. */
  isStale: boolean;
}

/** A code cell with its outputs, as a notebook shows it. */
export const CodeCell = memo(function CodeCell({ cell, isStale }: CodeCellProps) {
  const ending = describeEnding(cell);
  return (
    <section className={styles.cell} data-status={cell.status} aria-label={`Code cell ${toPrompt(cell)}`}>
      <div className={styles.margin}>
        <span className={isStale ? styles.stale : styles.prompt} title={isStale ? STALE : undefined}>
          {toPrompt(cell)}
        </span>
        <CellTime cell={cell} />
        {isStale && <span className="visually-hidden">{STALE}</span>}
      </div>
      <div className={styles.body}>
        <CodeBlock source={cell.source} language="python" />
        <OutputList outputs={cell.outputs} />
        <CellInputs requests={cell.pendingInputs} />
        {ending && <p className={styles.ending}>{ending}</p>}
      </div>
    </section>
  );
});

/** How the cell ended where its outputs do not say it: in a word, in the reason's sentence, or both. */
function describeEnding({ status, reason }: Cell): string | undefined {
  const word = ENDINGS[status];
  if (!reason) return word && `${word}.`;
  return word === undefined || status === 'aborted' || status === 'kernel-died'
    ? reason
    : `${word}: ${reason}`;
}

/** `In [3]`, `In [*]` while it runs, `In [ ]` before it ran or when it never got a number. */
function toPrompt(cell: Cell): string {
  return `In [${cell.status === 'running' ? '*' : (cell.executionCount ?? ' ')}]`;
}

function CellTime({ cell }: { cell: Cell }) {
  if (cell.startedAt === null || cell.endedAt === null) return null;
  return <span className={styles.time}>{formatDuration(cell.endedAt - cell.startedAt)}</span>;
}
