'use client';

import { BRANCHED } from '../../../lib/session/fold/branch-log.ts';
import { describeNames } from '../../../lib/session/kernel-names.ts';
import type { Session } from '../../../lib/session/session.ts';
import { useCommands } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RestartIcon, StopIcon } from '../../ui/icons.tsx';
import { describeStatus, readStatus } from './kernel-indicator.tsx';
import { KERNEL_PANEL_TEXTS } from './kernel-panel-texts.ts';
import { NetworkSwitch } from './network-switch.tsx';
import styles from './panel.module.css';

/** The kernel: its language, status, isolation and losses; interrupts and restarts it. */
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
        <p className={styles.isolation}>
          {KERNEL_PANEL_TEXTS[kernel.info.isolation]}
          {kernel.info.sandboxStart && ` ${KERNEL_PANEL_TEXTS.starts[kernel.info.sandboxStart]}`}
        </p>
      )}
      <NetworkSwitch sessionId={sessionId} isAllowed={isNetworkAllowed} />
      {status === 'busy' && (
        <Button className={styles.restart} onClick={() => runCommand('kernel-interrupt')}>
          <StopIcon size={14} /> Interrupt
        </Button>
      )}
      {kernel.status !== 'none' && (
        <Button className={styles.restart} onClick={() => runCommand('kernel-restart')}>
          <RestartIcon size={14} /> Restart
        </Button>
      )}
      <Losses kernels={session.kernels} isLost={kernel.lost !== null} />
    </section>
  );
}

/** What was lost with earlier processes, the latest first. A notice below the notebook names what is lost now. */
function Losses({ kernels, isLost }: { kernels: Session['kernels']; isLost: boolean }) {
  // No kernel ended where a branch began, and one that went back lost what the user gave up.
  const isLoss = (reason: string, index: number) => reason !== BRANCHED && !kernels[index + 1]?.back;
  const losses = kernels.flatMap(({ id, loss }, index) =>
    loss && isLoss(loss.reason, index) ? { id, ...loss } : [],
  );
  if (losses.length === 0) return null;
  return (
    <details className={styles.losses}>
      <summary>
        {KERNEL_PANEL_TEXTS.losses(
          losses.length,
          losses.some(({ names }) => names.length > 0),
        )}
      </summary>
      <ul className={styles.lossList}>
        {losses.toReversed().map(({ id, reason, names }, newer) => (
          <li key={id}>
            {reason}{' '}
            {!(isLost && newer === 0) && names.length > 0 && KERNEL_PANEL_TEXTS.lost(describeNames(names))}
          </li>
        ))}
      </ul>
    </details>
  );
}
