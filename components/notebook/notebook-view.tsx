import type { Session } from '../../lib/session/session.ts';
import { TaskCell } from '../cell/prose-cell.tsx';
import { groupCells, type RunSection } from './group-cells.ts';
import styles from './notebook-view.module.css';
import { OutcomeLine } from './outcome-line.tsx';
import { CellView, StepView } from './step-view.tsx';

interface NotebookViewProps {
  session: Session;
  /** Sends the last run's task again. */
  onRetry: () => void;
}

/** The whole notebook: every run with its task, steps, answer and outcome. */
export function NotebookView({ session, onRetry }: NotebookViewProps) {
  const { epoch } = session.kernel;
  const lastRun = session.runs.at(-1);
  return (
    <div className={styles.notebook}>
      {groupCells(session).map((section) =>
        section.kind === 'cell' ? (
          <CellView key={section.cell.id} cell={section.cell} kernelEpoch={epoch} />
        ) : (
          <RunView
            key={section.run.id}
            section={section}
            kernelEpoch={epoch}
            {...(section.run === lastRun ? { onRetry } : {})}
          />
        ),
      )}
    </div>
  );
}

interface RunViewProps {
  section: RunSection;
  kernelEpoch: number;
  onRetry?: () => void;
}

function RunView({ section, kernelEpoch, onRetry }: RunViewProps) {
  const { run, task, setup, steps } = section;
  return (
    <article className={styles.run}>
      {task && <TaskCell cell={task} />}
      {setup.map((cell) => (
        <CellView key={cell.id} cell={cell} kernelEpoch={kernelEpoch} />
      ))}
      {steps.map(({ step, cells }) => (
        <StepView
          key={step.index}
          step={step}
          cells={cells}
          kernelEpoch={kernelEpoch}
          isWriting={run.outcome === null && step.action === null}
        />
      ))}
      <OutcomeLine run={run} {...(onRetry ? { onRetry } : {})} />
    </article>
  );
}
