'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SandboxStatus } from '../../../lib/protocol/sandbox-status.ts';
import { NO_ISOLATION, WITHOUT_ISOLATION } from '../../../lib/protocol/without-isolation.ts';
import { consentToNoSandbox } from '../../api/actbook-api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './sandbox-bar.module.css';

/** Above every page for as long as code is not isolated on this machine, or is not run for that reason. */
export function SandboxBar({ status }: { status: SandboxStatus }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const change = useAction(async () => {
    await consentToNoSandbox(!status.isAgreed);
    router.refresh();
  });
  if (status.isolation !== null && status.isolation !== 'none') return null;
  const dialog = status.isAgreed ? TAKE_BACK : AGREE;
  return (
    <div className={styles.bar}>
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
        <p>{describe(status)}</p>
        {change.failure && <p>{change.failure}</p>}
      </Notice>
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

const AGREE = {
  button: 'Run without isolation…',
  title: 'Run code without isolation?',
  text: `${WITHOUT_ISOLATION} This counts for this machine until you take it back.`,
  confirmLabel: 'Run without isolation',
};

const TAKE_BACK = {
  button: 'Take back…',
  title: 'Run no more code without isolation?',
  text: 'Runs are stopped and kernels ended: their variables will be gone. Cells, outputs and files stay.',
  confirmLabel: 'Take back',
};

const NOT_ISOLATED = 'Code is not isolated: it runs as you, with your files and your network.';

function describe({ isolation, failure }: SandboxStatus): string {
  const cause = failure ? `${failure.reason} ${failure.remedy}` : 'ACTBOOK_SANDBOX=off says so.';
  if (isolation === 'none') return `${NOT_ISOLATED} ${cause}`;
  return `${NO_ISOLATION} ${cause}`;
}
