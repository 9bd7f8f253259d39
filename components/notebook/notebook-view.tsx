'use client';

import { useEffect, useState } from 'react';
import { createStaleFinder } from '../../lib/session/find-stale.ts';
import { findActiveRun, isBusy, type Session } from '../../lib/session/session.ts';
import { CellRows } from './cell-row.tsx';
import { createSightFinder } from './create-sight-finder.ts';
import { listFoldKeys } from './fold-keys.ts';
import { groupCells } from './group-cells.ts';
import { listRunRows } from './list-run-rows.ts';
import { NewCell } from './new-cell.tsx';
import type { NotebookState } from './notebook-state.ts';
import styles from './notebook-view.module.css';
import { RunRowView } from './run-row-view.tsx';
import { CellView } from './step-view.tsx';
import { useFoldCommands } from './use-fold-commands.ts';
import { FoldsProvider, useFolds } from './use-folds.tsx';

interface NotebookViewProps {
  session: Session;
  /** Whether the person reads back in the run that goes on: its work then stays unfolded when it ends. */
  isReading?: boolean;
  /** Sends the last run's task again. */
  onRetry: () => void;
}

/** The whole notebook: every run with its task, answer, work and outcome. */
export function NotebookView(props: NotebookViewProps) {
  return (
    <FoldsProvider sessionId={props.session.id}>
      <NotebookRows {...props} />
    </FoldsProvider>
  );
}

function NotebookRows({ session, isReading = false, onRetry }: NotebookViewProps) {
  const [findStale] = useState(createStaleFinder);
  const [findSight] = useState(createSightFinder);
  const folds = useFolds();
  const readRunId = useReadRun(session, isReading);
  const state: NotebookState = {
    kernelEpoch: session.kernel.epoch,
    stale: findStale(session),
    isBusy: isBusy(session),
    findSight: findSight(session),
    firstCellId: session.cells[0]?.id ?? null,
  };
  const lastRun = session.runs.at(-1);
  const sections = groupCells(session);
  useFoldCommands(sections);
  const canFoldAll = listFoldKeys(sections).length > 1;
  return (
    <div className={styles.notebook}>
      <CellRows cellCount={session.cells.length}>
        {sections.map((section) =>
          section.kind === 'cell' ? (
            <CellView key={section.cell.id} cell={section.cell} state={state} />
          ) : (
            <article key={section.run.id} className={styles.run} data-answered={section.answer.length > 0}>
              {listRunRows(
                section,
                folds.isFolded(section.run.id) ?? (section.run.id === readRunId ? false : null),
              ).map((row) => (
                <RunRowView
                  key={row.key}
                  row={row}
                  state={state}
                  canFoldAll={canFoldAll}
                  {...(section.run === lastRun ? { onRetry } : {})}
                />
              ))}
            </article>
          ),
        )}
      </CellRows>
      {!state.isBusy && <NewCell hasCode={session.cells.some(({ role }) => role === 'code')} />}
    </div>
  );
}

/** The run in which the person was reading when it ended. */
function useReadRun(session: Session, isReading: boolean): string | null {
  const [readRunId, setReadRunId] = useState<string | null>(null);
  const activeId = findActiveRun(session)?.id;
  useEffect(() => {
    if (activeId !== undefined) setReadRunId(isReading ? activeId : null);
  }, [activeId, isReading]);
  return readRunId;
}
