'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SandboxStatus } from '../../../lib/protocol/sandbox-status.ts';
import { NO_ISOLATION } from '../../../lib/protocol/without-isolation.ts';
import { consentToNoSandbox } from '../../api/actbook-api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NoticeArea } from '../../ui/notice-area.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './sandbox-bar.module.css';
import { SANDBOX_TEXTS } from './sandbox-texts.ts';

/** Above every page while code on this machine is not isolated, or does not run for that reason. */
export function SandboxBar({ status }: { status: SandboxStatus }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const change = useAction(async () => {
    await consentToNoSandbox(!status.isAgreed);
    router.refresh();
  });
  if (status.isolation !== null && status.isolation !== 'none') return null;
  const dialog = status.isAgreed ? SANDBOX_TEXTS.takeBack : SANDBOX_TEXTS.agree;
  return (
    <div className={styles.bar}>
      <NoticeArea>
        <Notice
          tone="danger"
          action={
            status.failure && (
              <Button disabled={change.isRunning} onClick={() => setAsking(true)}>
                {dialog.button}
              </Button>
            )
          }
        >
          {change.failure} {describe(status)}
        </Notice>
      </NoticeArea>
      {isAsking && (
        <ConfirmDialog
          title={dialog.title}
          confirmLabel={dialog.confirmLabel}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            change.run();
          }}
        >
          <p>{dialog.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function describe({ isolation, failure }: SandboxStatus): string {
  const cause = failure ? `${failure.reason} ${failure.remedy}` : SANDBOX_TEXTS.turnedOff;
  if (isolation === 'none') return `${SANDBOX_TEXTS.notIsolated} ${cause}`;
  return `${NO_ISOLATION} ${cause}`;
}
