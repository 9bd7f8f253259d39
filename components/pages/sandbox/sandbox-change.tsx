'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { CONSENT_TEXTS } from './consent-texts.ts';

/** Asks whether code may run without isolation on this machine, or whether that ends. */
export function SandboxChange({ isAgreed }: { isAgreed: boolean }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const change = useAction(async () => {
    await callApi('consentToNoSandbox', { body: { isAgreed: !isAgreed } });
    setAsking(false);
    router.refresh();
  });
  const { button, title, text, confirmLabel } = isAgreed ? CONSENT_TEXTS.takeBack : CONSENT_TEXTS.agree;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{button}</Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          confirmLabel={confirmLabel}
          isBusy={change.isRunning}
          onCancel={() => setAsking(false)}
          onConfirm={change.run}
        >
          <p>{text}</p>
          {change.failure && <Notice tone="danger">{change.failure}</Notice>}
        </ConfirmDialog>
      )}
    </>
  );
}
