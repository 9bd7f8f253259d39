'use client';

import type { Rebuild } from '../../lib/session/session.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { ActivityBar } from './activity-bar.tsx';

interface RebuildStatusProps {
  sessionId: string;
  /** The rebuild that goes on. */
  rebuild: Rebuild;
}

/** How many cells have run again, and the way to stop. */
export function RebuildStatus({ sessionId, rebuild }: RebuildStatusProps) {
  return (
    <ActivityBar
      activity="Running the cells again"
      facts={`${rebuild.done} of ${rebuild.cellIds.length}`}
      onStop={() => controlKernel(sessionId, { action: 'interrupt' })}
    />
  );
}
