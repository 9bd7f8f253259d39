'use client';

import { formatCost } from '../../../lib/protocol/runs/describe-usage.ts';
import { countTokens } from '../../../lib/protocol/runs/usage.ts';
import type { Run, Session } from '../../../lib/session/session.ts';
import { listKeptRuns } from '../../../lib/session/view/runs/list-kept-runs.ts';
import { sumRunUsage, sumSessionUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import { describeOutcome } from '../../notebook/view/describe-outcome.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatDuration, formatElapsed } from '../../ui/text/format.ts';
import { VerificationPanel } from '../verification/verification-panel.tsx';
import { KernelPanel } from './kernel-panel.tsx';
import { PackagesPanel } from './packages-panel.tsx';
import styles from './panel.module.css';

/** Words of the panel about runs. */
const RUN_PANEL_TEXTS = {
  empty: 'Steps, tokens, and time of each run appear here.',
  allRuns: 'All runs',
  tokens: (count: number) => `${count.toLocaleString('en')} tokens`,
} as const;

interface RunPanelProps {
  session: Session;
  /** Called when the user has gone to a cell. */
  onGo: () => void;
}

/** What runs used, what they can call, and the kernel they ran in. */
export function RunPanel({ session, onGo }: RunPanelProps) {
  return (
    <>
      <KernelPanel session={session} />
      <PackagesPanel session={session} />
      <VerificationPanel session={session} onGo={onGo} />
      <RunList session={session} />
      <UsageSection session={session} />
      <ToolList session={session} />
    </>
  );
}

/** The functions that the session's code can call, and which are missing. */
function ToolList({ session }: { session: Session }) {
  const { tools = [], toolProblems: problems = [] } = session.runs.at(-1) ?? {};
  if (tools.length === 0 && problems.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>Tools</h3>
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          {problem}
        </p>
      ))}
      <ul className={styles.tools}>
        {tools.map(({ name, signature, doc }) => (
          <li key={name}>
            <details>
              <summary>{name}</summary>
              <pre className={styles.doc}>{doc === '' ? signature : `${signature}\n\n${doc}`}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The latest first. */
function RunList({ session }: { session: Session }) {
  const runs = listKeptRuns(session);
  return (
    <section>
      <h3 className={styles.heading}>Runs</h3>
      {runs.length === 0 && <p className={styles.empty}>{RUN_PANEL_TEXTS.empty}</p>}
      {runs.toReversed().map((run, index) => (
        <details key={run.id} className={styles.run} open={index === 0}>
          <summary className={styles.task}>{run.task.text}</summary>
          <RunFactList run={run} cellCount={countCode(session, run)} />
        </details>
      ))}
    </section>
  );
}

function countCode({ cells }: Session, { id }: Run): number {
  return cells.filter(({ runId, role }) => runId === id && role === 'code').length;
}

function RunFactList({ run, cellCount }: { run: Run; cellCount: number }) {
  const now = useNow(run.endedAt === null, 1000);
  const usage = sumRunUsage(run);
  const tokens = countTokens(usage);
  const time =
    run.endedAt === null ? formatElapsed(now - run.startedAt) : formatDuration(run.endedAt - run.startedAt);
  const facts: [string, string | undefined][] = [
    ['Outcome', run.outcome ? describeOutcome(run.outcome).label : 'Running'],
    ['Model', run.model.label],
    ['Reviewer', run.reviewer?.label],
    ['Steps', String(run.steps.length)],
    ['Cells', String(cellCount)],
    ['Time', time],
    ['Tokens', tokens > 0 ? tokens.toLocaleString('en') : undefined],
    ['Cost', usage.cost === undefined ? undefined : formatCost(usage.cost)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Only if it says more than the facts of a single run. */
function UsageSection({ session }: { session: Session }) {
  const usage = sumSessionUsage(session);
  const tokens = countTokens(usage);
  if (session.runs.length < 2 || tokens === 0) return null;
  const cost = usage.cost === undefined ? '' : `, ${formatCost(usage.cost)}`;
  return (
    <section>
      <h3 className={styles.heading}>{RUN_PANEL_TEXTS.allRuns}</h3>
      <p className={styles.credit}>
        {RUN_PANEL_TEXTS.tokens(tokens)}
        {cost}
      </p>
    </section>
  );
}
