'use client';

import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { KERNEL_PANEL_TEXTS } from './kernel-panel-texts.ts';
import styles from './panel.module.css';

interface NetworkSwitchProps {
  sessionId: string;
  isAllowed: boolean;
}

/** Allows network access to code in a sandbox, after the user has read what that means, and removes it. */
export function NetworkSwitch({ sessionId, isAllowed }: NetworkSwitchProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useAction(() =>
    callApi('allowNetwork', { params: { sessionId }, body: { isAllowed: !isAllowed } }),
  );
  // Of the next kernel, which the answer is about.
  const isBoxed = document.documentElement.dataset.isolation === 'box';
  if (!isBoxed && !isAllowed) return null;
  const { button, title, text, confirmLabel } = isAllowed
    ? KERNEL_PANEL_TEXTS.removeNetwork
    : KERNEL_PANEL_TEXTS.allowNetwork;
  return (
    <>
      <Button className={styles.restart} disabled={change.isRunning} onClick={() => setAsking(true)}>
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
          <p>{KERNEL_PANEL_TEXTS.networkRestarts}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
