'use client';

import { useCommandHandler, useCommands } from '../../../notebook/commands/commands-context.ts';
import { Button } from '../../../ui/button.tsx';
import { StopIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Toast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useEscape } from '../../../ui/use-escape.ts';
import { NOTICE_TEXTS } from '../notices/notice-texts.ts';
import styles from './activity-bar.module.css';

interface ActivityBarProps {
  /** What is happening, in a few words. */
  activity: string;
  /** Its progress. */
  facts: string;
  /** Whether it waits for the user. */
  isWaiting?: boolean;
  onStop: () => Promise<void>;
}

/** What is running in the session. Leads to a cell that waits; the button or Escape stops it. */
export function ActivityBar({ activity, facts, isWaiting = false, onStop }: ActivityBarProps) {
  const { runCommand } = useCommands();
  const stop = useAction(onStop);
  useCommandHandler('work-stop', stop.run);
  useEscape('page', true, stop.run);
  return (
    <>
      {stop.failure && (
        <Toast>
          <Notice tone="danger">{stop.failure}</Notice>
        </Toast>
      )}
      <div className={styles.bar} data-waiting={isWaiting}>
        <span className={styles.pulse} />
        <span className={styles.activity}>{stop.isRunning ? 'Stopping' : activity}</span>
        <span className={styles.facts}>{facts}</span>
        <div className={styles.buttons}>
          {isWaiting && <Button onClick={() => runCommand('cell-waiting')}>{NOTICE_TEXTS.goToCell}</Button>}
          <Button onClick={stop.run} disabled={stop.isRunning} aria-keyshortcuts="Escape">
            <StopIcon size={14} /> Stop
          </Button>
        </div>
      </div>
    </>
  );
}
