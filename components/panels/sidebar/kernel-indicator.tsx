'use client';

import type { KernelStatus } from '../../../lib/protocol/kernel/kernel-info.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { Connection } from '../../../lib/stream/session-store.ts';
import { describeProgress } from '../../notebook/view/describe-activity.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './panel.module.css';
import { SIDEBAR_TEXTS } from './sidebar-texts.ts';

const STATUS_WORDS: Record<KernelStatus, string> = {
  none: SIDEBAR_TEXTS.notStarted,
  starting: 'Starting',
  idle: 'Idle',
  busy: 'Busy',
  restarting: 'Restarting',
  dead: 'Dead',
};

interface KernelIndicatorProps {
  session: Session;
  connection: Connection;
  onClick: () => void;
}

/** The kernel's status at a glance; a click opens its panel. */
export function KernelIndicator({ session, connection, onClick }: KernelIndicatorProps) {
  const status = readStatus(session);
  // The last known status is from before the connection was lost.
  const isKnown = connection !== 'reconnecting';
  const word = isKnown ? describeStatus(session) : 'Reconnecting';
  const text = SIDEBAR_TEXTS.kernelStatus(word);
  return (
    <Button look="quiet" className={styles.indicator} aria-label={text} title={text} onClick={onClick}>
      <span className={styles.dot} data-status={isKnown ? status : 'restarting'} />
      <span className={styles.word}>{word}</span>
    </Button>
  );
}

/** Also busy between two cells that run in order. */
export function readStatus(session: Session): KernelStatus {
  const isRunning = session.cells.some(({ status }) => status === 'running');
  return isRunning || describeProgress(session) !== '' ? 'busy' : session.kernel.status;
}

/** The status in a word, or the progress of several cells. */
export function describeStatus(session: Session): string {
  return describeProgress(session) || STATUS_WORDS[readStatus(session)];
}
