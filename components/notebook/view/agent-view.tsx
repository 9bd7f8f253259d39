'use client';

import Link from 'next/link';
import { describeUsage } from '../../../lib/protocol/runs/describe-usage.ts';
import type { AgentAsk } from '../../../lib/session/agent-ask.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { toAgentKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import styles from './attempts-view.module.css';
import stepStyles from './step-view.module.css';
import { CellView } from './step-view.tsx';

const AgentFacts = createLate(async () => (await import('./agent-facts.tsx')).AgentFacts);

/** What another agent did for a step, folded under a line: its task, its cells, and what of it came back. */
export function AgentView({ ask, cells }: { ask: AgentAsk; cells: readonly Cell[] }) {
  const { askId, agentSessionId, end } = ask;
  const folds = useFolds();
  const key = toAgentKey(askId);
  const isOpen = folds.isFolded(key) === false;
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => folds.fold([key], isOpen)}
      >
        <span className={styles.chevron} data-open={isOpen}>
          <ChevronIcon size={12} />
        </span>
        <span className={styles.line}>{describeLine(ask)}</span>
      </button>
      {isOpen && (
        <div className={styles.earlier}>
          {cells.map((cell) => (
            <CellView key={cell.id} cell={cell} />
          ))}
        </div>
      )}
      {end ? (
        <AgentFacts end={end} factClass={styles.fact ?? ''} noteClass={stepStyles.note ?? ''} />
      ) : (
        <p className={styles.fact}>
          <Link href={`/sessions/${agentSessionId}`}>Watch its notebook</Link>
        </p>
      )}
    </div>
  );
}

/** `Agent 1 · answered · 3 steps · 2,104 tokens · Group the frame by region…`. */
function describeLine({ index, task, end }: AgentAsk): string {
  const took = end
    ? [end.outcome.status, pluralize(end.steps, 'step'), describeUsage(end.usage)]
    : ['working'];
  return [`Agent ${index + 1}`, ...took, task].filter(Boolean).join(' · ');
}
