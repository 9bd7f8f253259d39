'use client';

import { useEffect } from 'react';
import { isWaitingForInput, type Run, type Session } from '../../lib/session/session.ts';
import { cancelRun } from '../api/actbook-api.ts';
import { describeActivity } from '../notebook/describe-activity.ts';
import { Button } from '../ui/button.tsx';
import { formatDuration } from '../ui/format.ts';
import { StopIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './run-status.module.css';

interface RunStatusProps {
  session: Session;
  /** The run that goes on. */
  run: Run;
}

/** What the run is doing, for how long, and the way to stop it: the button or Escape. */
export function RunStatus({ session, run }: RunStatusProps) {
  const stop = useAction(() => cancelRun(session.id, run.id));
  const now = useNow(true, 1000);
  useEscape(stop.run);
  return (
    <>
      {stop.failure && <Notice tone="danger">{stop.failure}</Notice>}
      <div className={styles.status} data-waiting={isWaitingForInput(session)}>
        <span className={styles.pulse} />
        <span className={styles.activity}>
          {stop.isRunning ? 'Stopping' : describeActivity(session, run)}
        </span>
        <span className={styles.facts}>
          {run.steps.length > 1 ? `step ${run.steps.length} · ` : ''}
          {formatDuration(Math.floor((now - run.startedAt) / 1000) * 1000)}
        </span>
        <Button onClick={stop.run} disabled={stop.isRunning} aria-keyshortcuts="Escape">
          <StopIcon size={14} /> Stop
        </Button>
      </div>
    </>
  );
}

function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Escape closes an open dialog first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      onEscape();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
