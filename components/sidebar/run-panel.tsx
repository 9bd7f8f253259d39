'use client';

import { describeUsage } from '../../lib/protocol/describe-usage.ts';
import type { Session } from '../../lib/session/session.ts';
import { sumSessionUsage } from '../../lib/session/sum-usage.ts';
import { KernelPanel } from './kernel-panel.tsx';
import styles from './panel.module.css';
import { ToolList } from './tool-list.tsx';

/** What runs took, what they can call, and the kernel they ran in. */
export function RunPanel({ session }: { session: Session }) {
  return (
    <>
      <KernelPanel
        sessionId={session.id}
        kernel={session.kernel}
        isNetworkAllowed={session.isNetworkAllowed}
      />
      <UsageSection session={session} />
      <ToolList session={session} />
    </>
  );
}

function UsageSection({ session }: { session: Session }) {
  const text = describeUsage(sumSessionUsage(session));
  if (text === '') return null;
  return (
    <section>
      <h3 className={styles.heading}>Model use</h3>
      <p className={styles.credit}>{text} in all runs of this notebook</p>
    </section>
  );
}
