'use client';

import { useState } from 'react';
import type { Isolation } from '../../lib/protocol/event.ts';
import { describeNames } from '../../lib/session/kernel-names.ts';
import type { KernelState, Loss } from '../../lib/session/kernel-state.ts';
import { controlKernel } from '../api/actbook-api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RestartIcon, StopIcon } from '../ui/icons.tsx';
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
  /** Whether a cell runs in it. */
  isBusy: boolean;
  isNetworkAllowed: boolean;
}

/** The kernel: what it is, how it is, what it lost, an interrupt and a restart. */
export function KernelPanel({ sessionId, kernel, isBusy, isNetworkAllowed }: KernelPanelProps) {
  const [isAsking, setAsking] = useState(false);
  const restart = useAction(() => controlKernel(sessionId, { action: 'restart' }));
  const interrupt = useAction(() => controlKernel(sessionId, { action: 'interrupt' }));
  const status = isBusy ? 'busy' : kernel.status;
  const language = kernel.info?.languageInfo;
  return (
    <section>
      <h3 className={styles.heading}>Kernel</h3>
      <p className={styles.status}>
        <span className={styles.dot} data-status={status} />
        {STATUS_WORDS[status]}
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
      {isBusy && (
        <Button className={styles.restart ?? ''} disabled={interrupt.isRunning} onClick={interrupt.run}>
          <StopIcon size={14} /> Interrupt
        </Button>
      )}
      {kernel.status !== 'none' && (
        <Button look="plain" className={styles.restart ?? ''} onClick={() => setAsking(true)}>
          <RestartIcon size={14} /> Restart
        </Button>
      )}
      {interrupt.failure && <Notice tone="danger">{interrupt.failure}</Notice>}
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
          {kernel.names.length > 0 && <p>Gone then: {describeNames(kernel.names)}.</p>}
        </ConfirmDialog>
      )}
      <Losses losses={kernel.losses} />
    </section>
  );
}

/** What went with earlier processes, the latest first. */
function Losses({ losses }: { losses: readonly Loss[] }) {
  if (losses.length === 0) return null;
  return (
    <details className={styles.losses}>
      <summary>Variables were lost {losses.length === 1 ? 'once' : `${losses.length} times`}</summary>
      <ul className={styles.lossList}>
        {losses.toReversed().map(({ reason, names }, newer) => {
          const number = losses.length - newer;
          return (
            <li key={number}>
              {reason} {names.length > 0 && `Gone: ${describeNames(names)}.`}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
