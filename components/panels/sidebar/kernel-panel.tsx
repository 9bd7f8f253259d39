'use client';

import type { Isolation } from '../../../lib/protocol/kernel-info.ts';
import { describeNames } from '../../../lib/session/kernel-names.ts';
import type { Loss } from '../../../lib/session/kernel-state.ts';
import type { Session } from '../../../lib/session/session.ts';
import { useCommands } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/button.tsx';
import { RestartIcon, StopIcon } from '../../ui/icons.tsx';
import { describeStatus, readStatus } from './kernel-indicator.tsx';
import styles from './kernel-panel.module.css';
import { NetworkSwitch } from './network-switch.tsx';

const ISOLATION_WORDS: Record<Isolation, string> = {
  box: 'Code is isolated: no network, only this session’s files.',
  'box-online': 'Code is isolated but for the internet; only this session’s files.',
  none: 'Code is not isolated: it can use your files and your network.',
  remote: 'Code runs on your Jupyter server, with what that allows.',
};

/** The kernel: what it is, how it is, what it lost, an interrupt and a restart. */
export function KernelPanel({ session }: { session: Session }) {
  const { id: sessionId, kernel, isNetworkAllowed } = session;
  const { runCommand } = useCommands();
  const status = readStatus(session);
  const language = kernel.info?.languageInfo;
  return (
    <section>
      <h3 className={styles.heading}>Kernel</h3>
      <p className={styles.status}>
        <span className={styles.dot} data-status={status} />
        {describeStatus(session)}
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
      {status === 'busy' && (
        <Button className={styles.restart ?? ''} onClick={() => runCommand('kernel-interrupt')}>
          <StopIcon size={14} /> Interrupt
        </Button>
      )}
      {kernel.status !== 'none' && (
        <Button look="plain" className={styles.restart ?? ''} onClick={() => runCommand('kernel-restart')}>
          <RestartIcon size={14} /> Restart
        </Button>
      )}
      <Losses losses={kernel.losses} isLost={kernel.lost !== null} />
    </section>
  );
}

/** What went with earlier processes, the latest first. What is gone now is told below the notebook. */
function Losses({ losses, isLost }: { losses: readonly Loss[]; isLost: boolean }) {
  if (losses.length === 0) return null;
  return (
    <details className={styles.losses}>
      <summary>Variables were lost {losses.length === 1 ? 'once' : `${losses.length} times`}</summary>
      <ul className={styles.lossList}>
        {losses.toReversed().map(({ reason, names }, newer) => {
          const number = losses.length - newer;
          return (
            <li key={number}>
              {reason} {!(isLost && newer === 0) && names.length > 0 && `Gone: ${describeNames(names)}.`}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
