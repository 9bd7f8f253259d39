'use client';

import Link from 'next/link';
import { useState } from 'react';
import type { Session } from '../../../../lib/session/session.ts';
import { listWaitingCells } from '../../../../lib/session/view/cells/list-waiting-cells.ts';
import type { Ways } from '../../../../lib/session/ways.ts';
import { callApi } from '../../../api/call-api.ts';
import { toWaysPath } from '../../../notebook/to-ways-path.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { formatElapsed } from '../../../ui/text/format.ts';
import { ActivityBar } from './activity-bar.tsx';
import { STATUS_TEXTS } from './status-texts.ts';

/** That the notebook waits for several ways, for how long, and where they are. */
export function WaysStatus({ session, ways }: { session: Session; ways: Ways }) {
  const now = useNow(true, 1000);
  /** They end a while after they were stopped. */
  const [isStopped, setStopped] = useState(false);
  const sessionId = session.id;
  const queued = listWaitingCells(session).length;
  const yours = queued > 0 ? `${STATUS_TEXTS.yourCells(queued)} · ` : '';
  return (
    <ActivityBar
      activity={STATUS_TEXTS.trying(ways.ways.length)}
      facts={yours + formatElapsed(now - ways.startedAt)}
      isStopped={isStopped}
      waiting={queued}
      stopLabel={STATUS_TEXTS.stopWays}
      onStop={async (keepWaiting) => {
        if (queued > 0 && !keepWaiting) await callApi('takeOutCells', { params: { sessionId } });
        await callApi('cancelWays', { params: { sessionId, waysId: ways.id } });
        setStopped(true);
      }}
    >
      <Link className={buttonClass('plain')} href={toWaysPath(sessionId, ways.id)}>
        {STATUS_TEXTS.lookAtWays}
      </Link>
    </ActivityBar>
  );
}
