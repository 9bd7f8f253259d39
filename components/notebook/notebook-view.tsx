import { Fragment, useState } from 'react';
import { createStaleFinder } from '../../lib/session/find-stale.ts';
import { isBusy, type Run, type Session } from '../../lib/session/session.ts';
import { BudgetNotes } from './budget-notes.tsx';
import { CellRows } from './cell-row.tsx';
import { CompactionNote } from './compaction-note.tsx';
import { createSightFinder } from './create-sight-finder.ts';
import { groupCells, type RunSection } from './group-cells.ts';
import { NewCell } from './new-cell.tsx';
import type { NotebookState } from './notebook-state.ts';
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
  const [findStale] = useState(createStaleFinder);
  const [findSight] = useState(createSightFinder);
  const state: NotebookState = {
    kernelEpoch: session.kernel.epoch,
    stale: findStale(session),
    isBusy: isBusy(session),
    findSight: findSight(session),
    firstCellId: session.cells[0]?.id ?? null,
  };
  const lastRun = session.runs.at(-1);
  return (
    <div className={styles.notebook}>
      <CellRows cellCount={session.cells.length}>
        {groupCells(session).map((section) =>
          section.kind === 'cell' ? (
            <CellView key={section.cell.id} cell={section.cell} state={state} />
          ) : (
            <RunView
              key={section.run.id}
              section={section}
              state={state}
              {...(section.run === lastRun ? { onRetry } : {})}
            />
          ),
        )}
      </CellRows>
      {!state.isBusy && <NewCell />}
    </div>
  );
}

interface RunViewProps {
  section: RunSection;
  state: NotebookState;
  onRetry?: () => void;
}

function RunView({ section, state, onRetry }: RunViewProps) {
  const { run, task, setup, steps } = section;
  return (
    <article className={styles.run}>
      {task && <CellView cell={task} state={state} />}
      {setup.map((cell) => (
        <CellView key={cell.id} cell={cell} state={state} />
      ))}
      {steps.map(({ step, cells }) => (
        <Fragment key={step.index}>
          {listSummaries(run, step.index).map((summary) => (
            <CompactionNote key={summary.text} summary={summary} />
          ))}
          <StepView
            step={step}
            cells={cells}
            state={state}
            isWriting={run.outcome === null && step.action === null}
          />
          <BudgetNotes run={run} step={step.index} />
        </Fragment>
      ))}
      <OutcomeLine run={run} {...(onRetry ? { onRetry } : {})} />
    </article>
  );
}

function listSummaries(run: Run, step: number) {
  return run.compactions.filter((each) => each.step === step).flatMap(({ summary }) => summary ?? []);
}
