'use client';

import { useState } from 'react';
import { isBusy, type Session } from '../../../../lib/session/session.ts';
import { createStaleFinder } from '../../../../lib/session/stale/find-stale.ts';
import { findOutdated } from '../../../../lib/session/stale/list-batch-cells.ts';
import { executeCell } from '../../../api/actbook-api.ts';
import { useCommands } from '../../../notebook/commands/commands-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { RunIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { NOTICE_TEXTS } from './notice-texts.ts';

// Loaded when it is needed.
const FailedBatchNotice = createLate(
  async () => (await import('./failed-batch-notice.tsx')).FailedBatchNotice,
);

/** Why a batch stopped early, how many cells left the queue without running, and how many cells need to run again. */
export function BatchNotices({ session }: { session: Session }) {
  const { runCommand } = useCommands();
  const [findStale] = useState(createStaleFinder);
  const unrun = session.cells.filter(
    ({ leftQueue }) => leftQueue !== undefined && leftQueue.reason !== 'user',
  );
  const queue = useAction(async () => {
    for (const { id } of unrun) await executeCell(session.id, id);
  }, unrun.length);
  if (isBusy(session)) return null;
  const count = findOutdated(session, findStale).size;
  return (
    <>
      {session.batch?.status === 'failed' && <FailedBatchNotice session={session} />}
      {unrun.length > 0 && (
        <Notice
          tone="warning"
          action={
            <Button onClick={queue.run} disabled={queue.isRunning}>
              <RunIcon size={14} /> {NOTICE_TEXTS.runUnrun(unrun.length)}
            </Button>
          }
        >
          {NOTICE_TEXTS.unrun(unrun.length)}
        </Notice>
      )}
      {queue.failure && <Notice tone="danger">{queue.failure}</Notice>}
      {count > 0 && (
        <Notice
          tone="plain"
          action={
            <Button onClick={() => runCommand('run-stale')}>
              <RunIcon size={14} /> {NOTICE_TEXTS.runOutdated(count)}
            </Button>
          }
        >
          {NOTICE_TEXTS.outdated(count)}
        </Notice>
      )}
    </>
  );
}
