import { describeUsage, formatCost } from '../../../lib/protocol/runs/describe-usage.ts';
import type { Usage } from '../../../lib/protocol/runs/run.ts';
import { countTokens } from '../../../lib/protocol/runs/usage.ts';
import type { Run } from '../../../lib/session/session.ts';
import { listRunUsage, sumRunUsage } from '../../../lib/session/view/runs/sum-usage.ts';
import { formatDuration } from '../../ui/text/format.ts';
import styles from './run-facts.module.css';
import { RUN_LINE_TEXTS } from './run-line-texts.ts';

/** What a run took and which model did it, in a line that unfolds to its model calls. */
export function RunFacts({ run }: { run: Run }) {
  const usage = sumRunUsage(run);
  const text = describeRun(run, usage);
  if (countTokens(usage) === 0) return <span className={styles.facts}>{text}</span>;
  return (
    <details className={styles.facts}>
      <summary>{text}</summary>
      <table className={styles.calls}>
        <thead>
          <tr>
            <th scope="col">{RUN_LINE_TEXTS.modelCall}</th>
            <th scope="col">{RUN_LINE_TEXTS.tokensRead}</th>
            <th scope="col">{RUN_LINE_TEXTS.fromCache}</th>
            <th scope="col">written</th>
            {usage.cost !== undefined && <th scope="col">Cost</th>}
          </tr>
        </thead>
        <tbody>
          {listRunUsage(run).map(({ name, key, usage: each }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{write(each.promptTokens)}</td>
              <td>{write(each.cachedTokens)}</td>
              <td>{write(each.completionTokens)}</td>
              {usage.cost !== undefined && <td>{each.cost === undefined ? '' : formatCost(each.cost)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Nothing for a call that was cut off, of which no server reported how many. */
function write(tokens: number | undefined): string {
  return tokens ? tokens.toLocaleString('en') : '';
}

function describeRun(run: Run, usage: Usage): string {
  return [
    run.endedAt === null ? '' : formatDuration(run.endedAt - run.startedAt),
    describeUsage(usage),
    run.model.label,
  ]
    .filter(Boolean)
    .join(' · ');
}
