'use client';

import { memo, useEffect, useRef, useState } from 'react';
import { findActiveRun, type Session } from '../../../lib/session/session.ts';
import { createCellGrouper, type RunSection } from '../../../lib/session/view/group-cells.ts';
import { listRunRows } from '../../../lib/session/view/list-run-rows.ts';
import { CellLinesProvider } from '../cells/cell-lines-provider.tsx';
import { useCommands } from '../commands/commands-context.ts';
import { DefinitionKeeper } from '../definitions/definition-keeper.tsx';
import { listFoldKeys } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import { CellHistory } from '../history/cell-history.tsx';
import { QuantitiesContext } from '../quantities/quantities-context.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { CellRows } from './cell-row.tsx';
import { LateQuoteButton } from './late-quote-button.tsx';
import { NewCell } from './new-cell.tsx';
import { FirstCellContext, NotebookStateContext } from './notebook-state.ts';
import styles from './notebook-view.module.css';
import { RunRowView } from './run-row-view.tsx';
import { CellView } from './step-view.tsx';
import { useClearOfDock } from './use-clear-of-dock.ts';
import { useCurrentState } from './use-current-state.ts';
import { useFoldCommands } from './use-fold-commands.ts';
import { useOpening } from './use-opening.ts';

/** With more cells, to open quickly matters more than that nothing moves: those out of view are not laid out. */
export const MAX_LAID_OUT_CELLS = 30;

interface NotebookViewProps {
  session: Session;
  /** Whether the user is reading back in the current run: its work then stays unfolded when it ends. */
  isReading?: boolean;
  /** Sends the last run's task again. */
  onRetry: () => void;
}

/** The whole notebook: every run with its task, answer, work, and outcome. Needs a FoldsProvider around it. */
export function NotebookView(props: NotebookViewProps) {
  return (
    <CellLinesProvider session={props.session}>
      <NotebookRows {...props} />
    </CellLinesProvider>
  );
}

function NotebookRows({ session, isReading = false, onRetry }: NotebookViewProps) {
  const [groupCells] = useState(createCellGrouper);
  const folds = useFolds();
  const readRunId = useReadRun(session, isReading);
  const state = useCurrentState(session);
  const quantities = useQuantities(session);
  const lastRun = session.runs.at(-1);
  const sections = groupCells(session);
  useFoldCommands(sections);
  useBlank(session);
  const { shown, isWhole } = useOpening(session, sections);
  const ref = useRef<HTMLDivElement>(null);
  useClearOfDock(ref);
  const canFoldAll = listFoldKeys(sections).length > 1;
  return (
    <div
      ref={ref}
      className={styles.notebook}
      data-long={session.cells.length > MAX_LAID_OUT_CELLS || undefined}
    >
      <NotebookStateContext value={state}>
        <FirstCellContext value={session.cells[0]?.id ?? null}>
          <QuantitiesContext value={quantities}>
            <CellRows session={session} isWhole={isWhole}>
              {shown.map((section) =>
                section.kind === 'cell' ? (
                  <CellView key={section.cell.id} cell={section.cell} />
                ) : (
                  <RunView
                    key={section.run.id}
                    section={section}
                    number={session.runs.indexOf(section.run) + 1}
                    isFolded={folds.isFolded(section.run.id) ?? (section.run.id === readRunId ? false : null)}
                    canFoldAll={canFoldAll}
                    {...(section.run === lastRun ? { onRetry } : {})}
                  />
                ),
              )}
            </CellRows>
          </QuantitiesContext>
        </FirstCellContext>
        <LateQuoteButton />
        <CellHistory session={session} />
        <DefinitionKeeper />
      </NotebookStateContext>
      {!findActiveRun(session) && <NewCell hasCode={session.cells.some(({ role }) => role === 'code')} />}
    </div>
  );
}

interface RunViewProps {
  section: RunSection;
  /** Which run of the notebook it is, from 1. */
  number: number;
  /** Whether the user has folded the work; null when the user has not chosen. */
  isFolded: boolean | null;
  /** Whether there is more than one thing to fold. */
  canFoldAll: boolean;
  onRetry?: () => void;
}

const RunView = memo(function RunView({ section, isFolded, onRetry, ...shared }: RunViewProps) {
  return (
    <article className={styles.run} data-answered={section.answer.length > 0}>
      {listRunRows(section, isFolded).map((row) => (
        <RunRowView key={row.key} row={row} {...shared} {...(onRetry ? { onRetry } : {})} />
      ))}
    </article>
  );
});

/** A notebook that is still blank opens with the cursor in its cell; on a touch screen that would bring up a keyboard. */
function useBlank({ cells, executions }: Session): void {
  const { selection } = useCommands();
  const [first, ...others] = cells;
  const isBlank = first?.source === '' && first.type === 'code' && executions + others.length === 0;
  const [blankId] = useState(isBlank ? first.id : null);
  useEffect(() => {
    const isFree = document.activeElement === document.body && matchMedia('(hover: hover)').matches;
    if (blankId !== null && isFree) selection.edit(blankId);
  }, [selection, blankId]);
}

/** The run that the user was reading when it ended. */
function useReadRun(session: Session, isReading: boolean): string | null {
  const [readRunId, setReadRunId] = useState<string | null>(null);
  const activeId = findActiveRun(session)?.id;
  useEffect(() => {
    if (activeId !== undefined) setReadRunId(isReading ? activeId : null);
  }, [activeId, isReading]);
  return readRunId;
}
