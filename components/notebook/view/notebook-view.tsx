'use client';

import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { findActiveRun, isHeldByRun, type Session } from '../../../lib/session/session.ts';
import {
  type CellSection,
  createCellGrouper,
  type RunSection,
} from '../../../lib/session/view/layout/group-cells.ts';
import { listRunRows } from '../../../lib/session/view/layout/list-run-rows.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { CellLinesProvider } from '../cells/cell-lines-provider.tsx';
import { useCommandHandler, useCommands } from '../commands/commands-context.ts';
import { DefinitionKeeper } from '../definitions/definition-keeper.tsx';
import { findFoldsAround, listFoldKeys, toOutputKey } from '../folds/fold-keys.ts';
import { useFolds } from '../folds/use-folds.tsx';
import { CellHistory } from '../history/cell-history.tsx';
import { QuantitiesContext } from '../quantities/quantities-context.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { CellRows } from './cell-row.tsx';
import { NewCell } from './new-cell.tsx';
import { FirstCellContext, NotebookStateContext } from './notebook-state.ts';
import styles from './notebook-view.module.css';
import { RunRowView } from './run-row-view.tsx';
import { CellView } from './step-view.tsx';
import { useCurrentState } from './use-current-state.ts';
import { useOpening } from './use-opening.ts';

/** With more cells, to open quickly matters more than that nothing moves: those out of view are not laid out. */
export const MAX_LAID_OUT_CELLS = 30;

// Where the connection breaks, the menu of a cell still asks about it.
const QuoteButton = createLate(
  async () => (await import('./quote-button.tsx').catch(() => null))?.QuoteButton ?? (() => null),
);

const SELECTION_EVENTS = ['selectionchange', 'frame-selection'];

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
                    onRetry={section.run === lastRun ? onRetry : undefined}
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
      {!isHeldByRun(session) && <NewCell hasCode={session.cells.some(({ role }) => role === 'code')} />}
    </div>
  );
}

/** The quote button, loaded once something is selected. */
function LateQuoteButton() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    // A caret is a selection too.
    const want = ({ type }: Event) => {
      if (type === 'frame-selection' || getSelection()?.isCollapsed === false) setWanted(true);
    };
    for (const type of SELECTION_EVENTS) document.addEventListener(type, want);
    return () => {
      for (const type of SELECTION_EVENTS) document.removeEventListener(type, want);
    };
  }, []);
  return isWanted ? <QuoteButton /> : null;
}

/** Keeps what has the focus in the notebook in view; the code for it is loaded once something has. */
function useClearOfDock(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const notebook = ref.current;
    if (!notebook) return;
    const gone = new AbortController();
    const load = async () => {
      const loaded = await import('./clear-of-dock.ts').catch(() => null);
      if (!loaded || gone.signal.aborted) return;
      gone.signal.addEventListener('abort', loaded.keepClearOfDock(notebook));
    };
    notebook.addEventListener('focusin', () => void load(), { once: true, signal: gone.signal });
    return () => gone.abort();
  }, [ref]);
}

/** Folds and unfolds everything on command, and unfolds what hides a cell when it is selected. */
function useFoldCommands(sections: readonly (RunSection | CellSection)[]): void {
  const folds = useFolds();
  const { selection } = useCommands();
  useCommandHandler('work-unfold', () => folds.fold(listFoldKeys(sections), false));
  useCommandHandler('work-fold', () => folds.fold(listFoldKeys(sections), true));
  useCommandHandler('cell-fold-output', ({ cell }) => {
    const key = toOutputKey(cell?.id ?? '');
    folds.fold([key], !folds.isFolded(key));
  });

  const revealRef = useRef<(cellId: string) => void>(() => {});
  useEffect(() => {
    revealRef.current = (cellId) => folds.fold(findFoldsAround(sections, cellId), false);
  });
  useEffect(
    () =>
      selection.subscribe(() => {
        const { cellId } = selection.getState();
        if (cellId !== null && !document.getElementById(cellId)) revealRef.current(cellId);
      }),
    [selection],
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
  onRetry: (() => void) | undefined;
}

const RunView = memo(function RunView({ section, isFolded, ...shared }: RunViewProps) {
  return (
    <article className={styles.run} data-answered={section.answer.length > 0}>
      {listRunRows(section, isFolded).map((row) => (
        <RunRowView key={row.key} row={row} {...shared} />
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
