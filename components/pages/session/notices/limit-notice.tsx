'use client';

import type { Session } from '../../../../lib/session/session.ts';
import { createLate } from '../../../ui/layers/create-late.tsx';

const MoreTimeNotice = createLate(async () => (await import('./more-time-notice.tsx')).MoreTimeNotice);

/** How near its limit a cell must be before the notice appears, milliseconds. */
const NEAR_MS = 60_000;

interface LimitNoticeProps {
  session: Session;
  /** Milliseconds since 1970. */
  now: number;
}

/** Says when the running cell will be stopped, and lets the user give it more time. */
export function LimitNotice({ session, now }: LimitNoticeProps) {
  const cell = session.cells.find(({ status, stopsAt }) => status === 'running' && stopsAt !== undefined);
  const leftMs = (cell?.stopsAt ?? Number.POSITIVE_INFINITY) - now;
  if (!cell || leftMs > NEAR_MS) return null;
  return <MoreTimeNotice sessionId={session.id} cellId={cell.id} leftMs={leftMs} />;
}
