'use client';

import { controlKernel } from '../../../api/actbook-api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { NOTICE_TEXTS } from './notice-texts.ts';

/** What one click adds, milliseconds. */
const MORE_MS = 5 * 60_000;

interface MoreTimeNoticeProps {
  sessionId: string;
  cellId: string;
  leftMs: number;
}

/** Counts down to the limit of a cell, and moves it. */
export function MoreTimeNotice({ sessionId, cellId, leftMs }: MoreTimeNoticeProps) {
  const extend = useAction(() => controlKernel(sessionId, { action: 'extend', cellId, byMs: MORE_MS }));
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
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
