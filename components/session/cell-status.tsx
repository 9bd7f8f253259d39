'use client';

import type { Cell, Session } from '../../lib/session/session.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { describeWaiting } from '../notebook/describe-activity.ts';
import { formatElapsed } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';
import { ActivityBar } from './activity-bar.tsx';
import { LimitNotice } from './limit-notice.tsx';

interface CellStatusProps {
  session: Session;
  /** The cell that a person runs. */
  cell: Cell;
}

/** What a person's own cell is doing, for how long, and when it will be stopped. */
export function CellStatus({ session, cell }: CellStatusProps) {
  const now = useNow(true, 1000);
  const waiting = describeWaiting(session);
  return (
    <>
      {!waiting && <LimitNotice session={session} now={now} />}
      <ActivityBar
        activity={waiting || 'Your cell is running'}
        facts={formatElapsed(now - (cell.startedAt ?? now))}
        isWaiting={waiting !== ''}
        onStop={() => controlKernel(session.id, { action: 'interrupt' })}
      />
    </>
  );
}
