'use client';

import type { Session } from '../../../../lib/session/session.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { describeProgress, describeWaiting } from '../../../notebook/view/describe-activity.ts';
import { ActivityBar } from './activity-bar.tsx';

/** How far a rebuild is, and the way to stop. */
export function RebuildStatus({ session }: { session: Session }) {
  const waiting = describeWaiting(session);
  return (
    <ActivityBar
      activity={waiting || `${describeProgress(session)} cells again`}
      facts={waiting && describeProgress(session)}
      isWaiting={waiting !== ''}
      onStop={() => controlKernel(session.id, { action: 'interrupt' })}
    />
  );
}
