import { Fragment } from 'react';
import type { Run, Session } from '../../lib/session/session.ts';
import { TaskCell } from '../cell/prose-cell.tsx';
import { CompactionNote } from './compaction-note.tsx';
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
        <Fragment key={step.index}>
          {listSummaries(run, step.index).map((summary) => (
            <CompactionNote key={summary.text} summary={summary} />
          ))}
          <StepView
            step={step}
            cells={cells}
            kernelEpoch={kernelEpoch}
            isWriting={run.outcome === null && step.action === null}
          />
        </Fragment>
      ))}
      <OutcomeLine run={run} {...(onRetry ? { onRetry } : {})} />
    </article>
  );
}

function listSummaries(run: Run, step: number) {
  return run.compactions.filter((each) => each.step === step).flatMap(({ summary }) => summary ?? []);
}
