'use client';

import Link from 'next/link';
import type { ScheduleOrigin } from '../../../lib/protocol/schedules/schedule-origin.ts';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { hasSession } from '../../api/sessions-api.ts';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import styles from './branch-line.module.css';

/** Names the notebook that this one is a scheduled run of. */
export function ScheduleLine({ origin }: { origin: ScheduleOrigin }) {
  const exists = useLoaded(origin.sessionId, () => hasSession(origin.sessionId));
  const title = nameNotebook(origin.title);
  return (
    <p className={styles.line}>
      A scheduled run of {/* Linked once it is known to exist. */}
      {exists.value ? <Link href={`/sessions/${origin.sessionId}`}>{title}</Link> : title}.
    </p>
  );
}
