'use client';

import type { Cell, Session } from '../../../../lib/session/session.ts';
import { listWaitingCells } from '../../../../lib/session/view/cells/list-waiting-cells.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import {
  describeOwnCell,
  describeProgress,
  describeWaiting,
} from '../../../notebook/view/describe-activity.ts';
import { VIEW_TEXTS } from '../../../notebook/view/view-texts.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatElapsed } from '../../../ui/text/format.ts';
import { LimitNotice } from '../notices/limit-notice.tsx';
import { ActivityBar } from './activity-bar.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

interface CellStatusProps {
  session: Session;
  /** The user's running cell; none between two of several. */
  cell: Cell | undefined;
}

/** Between two cells, and while their kernel starts, none is running. */
function describeCell({ kernel }: Session, cell: Cell | undefined): string {
  if (cell) return describeOwnCell(cell);
  const isStarting = kernel.status === 'starting' || kernel.status === 'restarting';
  return isStarting ? VIEW_TEXTS.kernelStarting : STATUS_TEXTS.nextCell;
}

/** What the user's own cells are doing, for how long, and when they will be stopped. */
export function CellStatus({ session, cell }: CellStatusProps) {
  const now = useNow(true, 1000);
  const waiting = describeWaiting(session);
  const progress = describeProgress(session);
  // The progress of a batch counts its own.
  const behind = session.queue.reduce((sum, { cells }) => sum + cells.length, 0);
  const queued = listWaitingCells(session).length;
  const elapsed = cell ? formatElapsed(now - (cell.startedAt ?? now)) : '';
  return (
    <>
      {!waiting && cell && <LimitNotice session={session} now={now} />}
      <ActivityBar
        activity={waiting || progress || describeCell(session, cell)}
        facts={[waiting && progress, behind > 0 ? STATUS_TEXTS.yourCells(behind) : '', elapsed]
          .filter(Boolean)
          .join(' · ')}
        isWaiting={waiting !== ''}
        isStopped={cell?.unresponsiveAt !== undefined}
        cell={progress ? cell : undefined}
        waiting={queued}
        stopLabel={STATUS_TEXTS.stopCell}
        onStop={(keepWaiting) =>
          controlKernel(session.id, {
            action: 'interrupt',
            ...(keepWaiting ? { keepWaiting, cellId: cell?.id } : {}),
          })
        }
      />
    </>
  );
}
