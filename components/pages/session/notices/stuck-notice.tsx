'use client';

import { useState } from 'react';
import type { Session } from '../../../../lib/session/session.ts';
import { controlKernel } from '../../../api/actbook-api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { RestartIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { STUCK_TEXTS } from './notice-texts.ts';

/** Asks whether to wait for a cell that was stopped and does not react, or to restart its kernel. */
export function StuckNotice({ session }: { session: Session }) {
  const [isClosed, setClosed] = useState(false);
  const restart = useAction(() => controlKernel(session.id, { action: 'restart' }));
  if (isClosed) return null;
  return (
    <>
      {restart.failure && <Notice tone="danger">{restart.failure}</Notice>}
      <Notice
        tone="warning"
        action={
          <>
            <Button onClick={() => setClosed(true)}>{STUCK_TEXTS.wait}</Button>
            <Button onClick={restart.run} disabled={restart.isRunning}>
              <RestartIcon size={14} /> {STUCK_TEXTS.restart}
            </Button>
          </>
        }
      >
        {STUCK_TEXTS.stuck(session.kernel.names.length)}
      </Notice>
    </>
  );
}
