'use client';

import Link from 'next/link';
import { describeUsage } from '../../../lib/protocol/runs/describe-usage.ts';
import type { AgentAsk } from '../../../lib/session/agent-ask.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';
import { ChevronIcon } from '../../ui/icons.tsx';
import { toAgentKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import styles from './attempts-view.module.css';
import stepStyles from './step-view.module.css';
import { CellView } from './step-view.tsx';

const TEXTS = {
  name: (index: number) => `Agent ${index + 1}`,
  working: 'working',
  answered: 'answered',
  watch: 'Watch its notebook',
  values: (names: string) => `Now in the kernel: ${names}.`,
  file: (name: string, file: string) => `${name} cannot be copied, so it is in ${file}.`,
  missing: (name: string, reason: string) => `${name} did not come back. ${reason}`,
  files: (names: string) => `New files: ${names}.`,
  changed: (names: string) => `Changed in its own folder, and here as before: ${names}.`,
};

/** What another agent did for a step, folded under a line: its task, its cells, and what of it came back. */
export function AgentView({ ask, cells }: { ask: AgentAsk; cells: readonly Cell[] }) {
  const folds = useFolds();
  const key = toAgentKey(ask.askId);
  const isOpen = folds.isFolded(key) === false;
  return (
    <section className={styles.group} aria-label={`${TEXTS.name(ask.index)}: ${ask.task}`}>
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
      {!ask.end && (
        <p className={stepStyles.note}>
          <Link href={`/sessions/${ask.agentSessionId}`}>{TEXTS.watch}</Link>
        </p>
      )}
      {isOpen && (
        <div className={styles.earlier}>
          {cells.map((cell) => (
            <CellView key={cell.id} cell={cell} />
          ))}
        </div>
      )}
      {ask.end && <Returned end={ask.end} />}
    </section>
  );
}

/** `Agent 1 · answered · 3 steps · 2,104 tokens · Group the frame by region…`. */
function describeLine({ index, task, end }: AgentAsk): string {
  const parts = end
    ? [
        end.outcome.status === 'answered'
          ? TEXTS.answered
          : 'message' in end.outcome
            ? end.outcome.message
            : '',
        pluralize(end.steps, 'step'),
        describeUsage(end.usage),
      ]
    : [TEXTS.working];
  return [TEXTS.name(index), ...parts, task].filter((part) => part !== '').join(' · ');
}

function Returned({ end }: { end: NonNullable<AgentAsk['end']> }) {
  const { returned, files, changedFiles } = end;
  const values = returned.filter((each) => each.as === 'value').map(({ name }) => name);
  const lines = [
    ...(values.length > 0 ? [TEXTS.values(values.join(', '))] : []),
    ...returned.flatMap(({ name, as, file = '', reason = '' }) => {
      if (as === 'value') return [];
      return as === 'file' ? [TEXTS.file(name, file)] : [TEXTS.missing(name, reason)];
    }),
    ...(files.length > 0 ? [TEXTS.files(files.join(', '))] : []),
    ...(changedFiles.length > 0 ? [TEXTS.changed(changedFiles.join(', '))] : []),
  ];
  return lines.length > 0 ? <p className={stepStyles.note}>{lines.join(' ')}</p> : null;
}
