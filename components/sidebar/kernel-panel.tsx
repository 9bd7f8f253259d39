'use client';

import { useState } from 'react';
import type { Isolation } from '../../lib/protocol/event.ts';
import type { KernelState } from '../../lib/session/session.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RestartIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { STATUS_WORDS } from './kernel-indicator.tsx';
import styles from './kernel-panel.module.css';
import { NetworkSwitch } from './network-switch.tsx';

const ISOLATION_WORDS: Record<Isolation, string> = {
  box: 'Code is isolated: no network, only this session’s files.',
  'box-online': 'Code is isolated but for the internet; only this session’s files.',
  none: 'Code is not isolated: it can use your files and your network.',
  remote: 'Code runs on your Jupyter server, with what that allows.',
};

interface KernelPanelProps {
  sessionId: string;
  kernel: KernelState;
  isNetworkAllowed: boolean;
}

/** The kernel: what it is, how it is, and a restart. */
export function KernelPanel({ sessionId, kernel, isNetworkAllowed }: KernelPanelProps) {
  const [isAsking, setAsking] = useState(false);
  const restart = useAction(() => controlKernel(sessionId, { action: 'restart' }));
  const language = kernel.info?.languageInfo;
  return (
    <section>
      <h3 className={styles.heading}>Kernel</h3>
      <p className={styles.status}>
        <span className={styles.dot} data-status={kernel.status} />
        {STATUS_WORDS[kernel.status]}
        {language && (
          <span className={styles.language}>
            {language.name === 'python' ? 'Python' : language.name} {language.version}
          </span>
        )}
      </p>
      {kernel.status !== 'none' && kernel.info?.isolation && (
        <p className={styles.isolation}>{ISOLATION_WORDS[kernel.info.isolation]}</p>
      )}
      <NetworkSwitch sessionId={sessionId} kernel={kernel} isAllowed={isNetworkAllowed} />
      {kernel.status !== 'none' && (
        <Button look="plain" className={styles.restart ?? ''} onClick={() => setAsking(true)}>
          <RestartIcon size={14} /> Restart
        </Button>
      )}
      {restart.failure && <Notice tone="danger">{restart.failure}</Notice>}
      {isAsking && (
        <ConfirmDialog
          title="Restart the kernel?"
          confirmLabel="Restart"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            restart.run();
          }}
        >
          <p>Its variables will be gone. Cells, outputs and files stay.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
