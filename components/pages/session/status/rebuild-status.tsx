'use client';

import type { Session } from '../../../../lib/session/session.ts';
import { listWaitingCells } from '../../../../lib/session/view/list-waiting-cells.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { describeProgress, describeWaiting } from '../../../notebook/view/describe-activity.ts';
import { ActivityBar } from './activity-bar.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

/** The progress of a rebuild, and a button that stops it. */
export function RebuildStatus({ session }: { session: Session }) {
  const waiting = describeWaiting(session);
  return (
    <ActivityBar
      activity={waiting || STATUS_TEXTS.rebuilding(describeProgress(session))}
      facts={waiting && describeProgress(session)}
      isWaiting={waiting !== ''}
      waiting={listWaitingCells(session).length}
      stopLabel={STATUS_TEXTS.stopRebuild}
      onStop={(keepWaiting) => controlKernel(session.id, { action: 'interrupt', keepWaiting })}
    />
  );
}
