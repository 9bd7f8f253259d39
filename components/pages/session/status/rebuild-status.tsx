'use client';

import type { Rebuild } from '../../../../lib/session/kernel-state.ts';
import { findCell, type Session } from '../../../../lib/session/session.ts';
import { listWaitingCells } from '../../../../lib/session/view/cells/list-waiting-cells.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { toPrompt } from '../../../notebook/cells/name-cell.ts';
import { describeProgress, describeWaiting } from '../../../notebook/view/describe-activity.ts';
import { ActivityBar } from './activity-bar.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

/** The progress of a rebuild, the cell that is running again, and a button that stops it. */
export function RebuildStatus({ session, rebuild }: { session: Session; rebuild: Rebuild }) {
  const waiting = describeWaiting(session);
  const { cellIds, done } = rebuild;
  const cellId = cellIds[done];
  const cell = cellId === undefined ? null : findCell(session, cellId);
  const progress = waiting && describeProgress(session);
  return (
    <ActivityBar
      activity={waiting || STATUS_TEXTS.rebuilding(describeProgress(session))}
      facts={[progress, cell && toPrompt(cell)].filter(Boolean).join(' · ')}
      isWaiting={waiting !== ''}
      cell={cell}
      waiting={listWaitingCells(session).length}
      stopLabel={STATUS_TEXTS.stopRebuild(cellIds.length)}
      onStop={(keepWaiting) => controlKernel(session.id, { action: 'interrupt', keepWaiting })}
    />
  );
}
