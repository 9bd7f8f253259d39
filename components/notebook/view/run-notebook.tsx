'use client';

import { useMemo, useState } from 'react';
import { isBusy, type Session } from '../../../lib/session/session.ts';
import { createCellGrouper } from '../../../lib/session/view/layout/group-cells.ts';
import { listRunRows } from '../../../lib/session/view/layout/list-run-rows.ts';
import { SessionIdProvider } from '../../api/session-id-context.tsx';
import { LanguageProvider } from '../../render/code/language-context.tsx';
import { WidgetsProvider } from '../../render/output/parts/widgets-context.tsx';
import { CellLinesProvider } from '../cells/cell-lines-provider.tsx';
import { QuietCommandsProvider } from '../commands/quiet-commands-provider.tsx';
import { FoldsProvider, useFolds } from '../folds/use-folds.tsx';
import { QuantitiesContext } from '../quantities/quantities-context.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { CellRows } from './cell-row.tsx';
import { NotebookStateContext } from './notebook-state.ts';
import styles from './notebook-view.module.css';
import { RunRowView } from './run-row-view.tsx';
import { useCurrentState } from './use-current-state.ts';

export interface RunNotebookProps {
  session: Session;
  /** The run to show: nothing is drawn before it has begun. */
  runId: string;
  /** Its place among others on the page, from 1: each answer is a landmark with a name of its own. */
  number: number;
}

/** What one run did, live, without its question. To be looked at beside others: only what its cells ask can be answered. */
export function RunNotebook(props: RunNotebookProps) {
  const { session } = props;
  return (
    <SessionIdProvider value={session.id}>
      <FoldsProvider sessionId={session.id}>
        <QuietCommandsProvider sessionId={session.id}>
          <LanguageProvider value={session.kernel.info?.languageInfo.name ?? 'python'}>
            <WidgetsProvider
              models={session.widgets}
              seq={session.seq}
              isLive={session.kernel.status === 'idle' && !isBusy(session)}
            >
              <CellLinesProvider session={session}>
                <RunRows {...props} />
              </CellLinesProvider>
            </WidgetsProvider>
          </LanguageProvider>
        </QuietCommandsProvider>
      </FoldsProvider>
    </SessionIdProvider>
  );
}

function RunRows({ session, runId, number }: RunNotebookProps) {
  const [groupCells] = useState(createCellGrouper);
  const folds = useFolds();
  const current = useCurrentState(session);
  const state = useMemo(() => ({ ...current, isBusy: true, isLocked: true, isReadOnly: true }), [current]);
  const quantities = useQuantities(session);
  const section = groupCells(session).find((each) => each.kind === 'run' && each.run.id === runId);
  const rows = section?.kind === 'run' ? listRunRows(section, folds.isFolded(runId)) : [];
  return (
    <NotebookStateContext value={state}>
      <QuantitiesContext value={quantities}>
        <CellRows session={session} isWhole>
          <div className={styles.run}>
            {rows
              .filter(({ kind }) => kind !== 'task')
              .map((row) => (
                <RunRowView key={row.key} row={row} number={number} canFoldAll={false} onRetry={undefined} />
              ))}
          </div>
        </CellRows>
      </QuantitiesContext>
    </NotebookStateContext>
  );
}
