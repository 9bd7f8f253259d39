'use client';

import type { KernelStatus } from '../../../lib/protocol/kernel-info.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { Connection } from '../../../lib/stream/session-store.ts';
import { describeProgress } from '../../notebook/view/describe-activity.ts';
import { Button } from '../../ui/button.tsx';
import styles from './kernel-panel.module.css';

const STATUS_WORDS: Record<KernelStatus, string> = {
  none: 'Not started',
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

/** How the kernel is, at a glance; a click shows what can be done with it. */
export function KernelIndicator({ session, connection, onClick }: KernelIndicatorProps) {
  const status = readStatus(session);
  // What is known of it is from before the connection was lost.
  const isKnown = connection !== 'reconnecting';
  const word = isKnown ? describeStatus(session) : 'Reconnecting';
  const text = `Kernel: ${word.toLowerCase()}`;
  return (
    <Button look="quiet" className={styles.indicator ?? ''} aria-label={text} title={text} onClick={onClick}>
      <span className={styles.dot} data-status={isKnown ? status : 'restarting'} />
      <span className={styles.word}>{word}</span>
    </Button>
  );
}

/** Busy also between two cells of several. */
export function readStatus(session: Session): KernelStatus {
  const isRunning = session.cells.some(({ status }) => status === 'running');
  return isRunning || describeProgress(session) !== '' ? 'busy' : session.kernel.status;
}

/** In a word, or how far many cells are. */
export function describeStatus(session: Session): string {
  return describeProgress(session) || STATUS_WORDS[readStatus(session)];
}
