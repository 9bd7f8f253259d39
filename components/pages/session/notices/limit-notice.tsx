'use client';

import type { Session } from '../../../../lib/session/session.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** What one click adds, milliseconds. */
const MORE_MS = 5 * 60_000;
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
            {NOTICE_TEXTS.moreTime}
          </Button>
        }
      >
        {/* Announced once: a countdown would be read out every second. */}
        <span className="visually-hidden">{NOTICE_TEXTS.nearLimit}</span>
        <span aria-hidden="true">{NOTICE_TEXTS.stopsIn(seconds)}</span>
      </Notice>
      {extend.failure && <Notice tone="danger">{extend.failure}</Notice>}
    </>
  );
}
