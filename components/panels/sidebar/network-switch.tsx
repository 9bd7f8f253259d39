'use client';

import { useState } from 'react';
import type { KernelState } from '../../../lib/session/kernel-state.ts';
import { allowNetwork } from '../../api/actbook-api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './kernel-panel.module.css';

interface NetworkSwitchProps {
  sessionId: string;
  kernel: KernelState;
  isAllowed: boolean;
}

/** Allows the network to a boxed session's code, after the person has read what that opens, and takes it back. */
export function NetworkSwitch({ sessionId, kernel, isAllowed }: NetworkSwitchProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useAction(() => allowNetwork(sessionId, !isAllowed));
  const isBoxed = kernel.info?.isolation?.startsWith('box') ?? true;
  if (!isBoxed && !isAllowed) return null;
  const { button, title, text, confirmLabel } = isAllowed ? TAKE_BACK : ALLOW;
  return (
    <>
      <Button className={styles.restart ?? ''} disabled={change.isRunning} onClick={() => setAsking(true)}>
        {button}
      </Button>
      {change.failure && <Notice tone="danger">{change.failure}</Notice>}
      {isAsking && (
        <ConfirmDialog
          title={title}
          confirmLabel={confirmLabel}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            change.run();
          }}
        >
          <p>{text}</p>
          <p>Stops a run and restarts the kernel; its variables will be lost.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const ALLOW = {
  button: 'Allow the network…',
  title: 'Allow the network in this notebook?',
  text: 'Code may then send your data anywhere on the internet. This machine’s own servers and your local network stay closed to it.',
  confirmLabel: 'Allow the network',
};

const TAKE_BACK = {
  button: 'Take the network back…',
  title: 'Take the network back?',
  text: 'Code can then reach nothing outside its box. What it has sent is sent.',
  confirmLabel: 'Take it back',
};
