'use client';

import type { KernelStatus } from '../../lib/protocol/event.ts';
import type { Session } from '../../lib/session/session.ts';
import type { Connection } from '../../lib/stream/session-store.ts';
import { Button } from '../ui/button.tsx';
import styles from './kernel-panel.module.css';

export const STATUS_WORDS: Record<KernelStatus, string> = {
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
  const status = isCellRunning(session) ? 'busy' : session.kernel.status;
  // What is known of it is from before the connection was lost.
  const isKnown = connection !== 'reconnecting';
  const word = isKnown ? STATUS_WORDS[status] : 'Reconnecting';
  const text = `Kernel: ${word.toLowerCase()}`;
  return (
    <Button look="quiet" className={styles.indicator ?? ''} aria-label={text} title={text} onClick={onClick}>
      <span className={styles.dot} data-status={isKnown ? status : 'restarting'} />
      <span className={styles.word}>{word}</span>
    </Button>
  );
}

export function isCellRunning({ cells }: Session): boolean {
  return cells.some(({ status }) => status === 'running');
}
