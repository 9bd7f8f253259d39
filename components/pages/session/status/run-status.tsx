'use client';

import { useState } from 'react';
import type { Run, Session } from '../../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../../lib/session/view/cells/find-waiting-cell.ts';
import { listWaitingCells } from '../../../../lib/session/view/cells/list-waiting-cells.ts';
import { callApi } from '../../../api/call-api.ts';
import { describeActivity } from '../../../notebook/view/describe-activity.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatElapsed } from '../../../ui/text/format.ts';
import { LimitNotice } from '../notices/limit-notice.tsx';
import { ActivityBar } from './activity-bar.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

interface RunStatusProps {
  session: Session;
  /** The current run. */
  run: Run;
}

/** What the run is doing, for how long, and when its cell will be stopped. */
export function RunStatus({ session, run }: RunStatusProps) {
  const now = useNow(true, 1000);
  /** A run ends a while after it was stopped. */
  const [stoppedId, setStoppedId] = useState('');
  const isWaiting = isWaitingForPerson(session);
  const queued = listWaitingCells(session).length;
  const yours = queued > 0 ? `${STATUS_TEXTS.yourCells(queued)} · ` : '';
  const step = run.steps.length > 1 ? `${STATUS_TEXTS.step(run.steps.length)} · ` : '';
  return (
    <>
      {!isWaiting && <LimitNotice session={session} now={now} />}
      <ActivityBar
        activity={describeActivity(session, run)}
        facts={describeWait(run, now) + yours + step + formatElapsed(now - run.startedAt)}
        isWaiting={isWaiting}
        isStopped={
          stoppedId === run.id || session.cells.some(({ unresponsiveAt }) => unresponsiveAt !== undefined)
        }
        waiting={queued}
        stopLabel={STATUS_TEXTS.stopRun}
        onStop={async (keepWaiting) => {
          const sessionId = session.id;
          if (queued > 0 && !keepWaiting) await callApi('takeOutCells', { params: { sessionId } });
          await callApi('cancelRun', { params: { sessionId, runId: run.id } });
          setStoppedId(run.id);
        }}
      />
    </>
  );
}

/** When a model server that does not answer is asked again. */
function describeWait({ steps }: Run, now: number): string {
  const wait = steps.at(-1)?.wait;
  const seconds = wait ? Math.ceil((wait.until - now) / 1000) : 0;
  return seconds > 0 ? `${STATUS_TEXTS.retryingIn(seconds)} · ` : '';
}
