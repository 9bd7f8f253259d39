'use client';

import type { Rebuild } from '../../lib/session/kernel-state.ts';
import type { Session } from '../../lib/session/session.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { describeWaiting } from '../notebook/describe-activity.ts';
import { ActivityBar } from './activity-bar.tsx';

interface RebuildStatusProps {
  session: Session;
  /** The rebuild that goes on. */
  rebuild: Rebuild;
}

/** How many cells have run again, and the way to stop. */
export function RebuildStatus({ session, rebuild }: RebuildStatusProps) {
  const waiting = describeWaiting(session);
  return (
    <ActivityBar
      activity={waiting || 'Running the cells again'}
      facts={`${rebuild.done} of ${rebuild.cellIds.length}`}
      isWaiting={waiting !== ''}
      onStop={() => controlKernel(session.id, { action: 'interrupt' })}
    />
  );
}
