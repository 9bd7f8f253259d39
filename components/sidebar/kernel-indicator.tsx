'use client';

import type { KernelStatus } from '../../lib/protocol/event.ts';
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

/** How the kernel is, at a glance; a click shows what can be done with it. */
export function KernelIndicator({ status, onClick }: { status: KernelStatus; onClick: () => void }) {
  const text = `Kernel: ${STATUS_WORDS[status].toLowerCase()}`;
  return (
    <Button look="quiet" className={styles.indicator ?? ''} aria-label={text} title={text} onClick={onClick}>
      <span className={styles.dot} data-status={status} />
      <span className={styles.word}>{STATUS_WORDS[status]}</span>
    </Button>
  );
}
