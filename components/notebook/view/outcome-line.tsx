import { useContext } from 'react';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { Run } from '../../../lib/session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AlertIcon, BranchIcon, CheckIcon, StopIcon } from '../../ui/icons.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import { useCommands } from '../commands/commands-context.ts';
import { WriteTaskContext } from '../write-task-context.ts';
import { describeOutcome } from './describe-outcome.ts';
import styles from './outcome-line.module.css';
import { RunFacts } from './run-facts.tsx';
import { RUN_LINE_TEXTS } from './run-line-texts.ts';

const ICONS = { good: CheckIcon, plain: BranchIcon, stopped: StopIcon, bad: AlertIcon };

interface OutcomeLineProps {
  run: Run;
  /** Sends the same task again; absent when that would not help. */
  onRetry: (() => void) | undefined;
}

/** How the run ended, with its steps, time, and tokens. Empty while it is running. */
export function OutcomeLine({ run, onRetry }: OutcomeLineProps) {
  const { runCommand } = useCommands();
  const take = useContext(WriteTaskContext);
  if (!run.outcome) return null;
  const { tone, label, detail } = describeOutcome(run.outcome);
  const Icon = ICONS[tone];
  return (
    <div className={styles.line} data-tone={tone} data-outcome={run.outcome.status}>
      <div className={styles.text}>
        <span className={styles.label}>
          <Icon size={14} /> {label}
        </span>
        <RunFacts run={run} />
      </div>
      {detail && <p className={styles.detail}>{detail}</p>}
      {run.outcome.status === 'asked' && run.outcome.choices.length > 0 && take && (
        <div className={styles.ways}>
          {run.outcome.choices.map((choice) => (
            <Button key={choice} onClick={() => take(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
      {onRetry && tone !== 'good' && run.outcome.status !== 'asked' && (
        <div className={styles.ways}>
          {isSettled(run) ? (
            <Button onClick={() => runCommand('model-connect')}>{RUN_LINE_TEXTS.useModel}</Button>
          ) : (
            <Button onClick={onRetry}>{UI_TEXTS.tryAgain}</Button>
          )}
          <Button onClick={() => runCommand('task-rephrase')}>{RUN_LINE_TEXTS.rephrase}</Button>
        </div>
      )}
    </div>
  );
}

/** Whether the model would say the same if it were asked again. */
function isSettled({ model, outcome }: Run): boolean {
  return !traitsOf(model).improvises && outcome?.status === 'stopped' && outcome.reason === 'no-answer';
}
