'use client';

import type { SandboxStatus } from '../../../lib/protocol/kernel/sandbox-status.ts';
import { NO_ISOLATION } from '../../../lib/protocol/kernel/without-isolation.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { NoticeArea } from '../../ui/notices/notice-area.tsx';
import styles from './sandbox-bar.module.css';
import { SANDBOX_TEXTS } from './sandbox-texts.ts';

// Loaded where it is needed; what the bar says does not wait for it, and stays where the connection breaks.
const SandboxChange = createLate(
  async () => (await import('./sandbox-change.tsx').catch(() => null))?.SandboxChange ?? (() => null),
);

/** Above every page while code on this machine is not isolated, or does not run for that reason. */
export function SandboxBar({ status }: { status: SandboxStatus }) {
  if (status.isolation !== null && status.isolation !== 'none') return null;
  return (
    <div className={styles.bar}>
      <NoticeArea>
        <Notice tone="danger" action={status.failure && <SandboxChange isAgreed={status.isAgreed} />}>
          {describe(status)}
        </Notice>
      </NoticeArea>
    </div>
  );
}

function describe({ isolation, failure }: SandboxStatus): string {
  const cause = failure ? `${failure.reason} ${failure.remedy}` : SANDBOX_TEXTS.turnedOff;
  if (isolation === 'none') return `${SANDBOX_TEXTS.notIsolated} ${cause}`;
  return `${NO_ISOLATION} ${cause}`;
}
