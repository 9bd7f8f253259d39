'use client';

import type { Session } from '../../../../lib/session/session.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** What one click gives, milliseconds. */
const MORE_MS = 5 * 60_000;
/** How near its limit a cell must be for the question to be put, milliseconds. */
const NEAR_MS = 60_000;

interface LimitNoticeProps {
  session: Session;
  /** Milliseconds since 1970. */
  now: number;
}

/** Says when the running cell will be stopped, and lets the person give it more time. */
export function LimitNotice({ session, now }: LimitNoticeProps) {
  const cell = session.cells.find(({ status, stopsAt }) => status === 'running' && stopsAt !== undefined);
  const extend = useAction(async () => {
    if (cell) await controlKernel(session.id, { action: 'extend', cellId: cell.id, byMs: MORE_MS });
  });
  if (cell?.stopsAt === undefined || cell.stopsAt - now > NEAR_MS) return null;
  const seconds = Math.max(0, Math.ceil((cell.stopsAt - now) / 1000));
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button onClick={extend.run} disabled={extend.isRunning}>
            Give it 5 more minutes
          </Button>
        }
      >
        {/* Heard once: a countdown would be read out every second. */}
        <span className="visually-hidden">The running cell is near its time limit.</span>
        <span aria-hidden="true">The running cell is stopped in {seconds} s</span>
      </Notice>
      {extend.failure && <Notice tone="danger">{extend.failure}</Notice>}
    </>
  );
}
