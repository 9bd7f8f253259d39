'use client';

import { describeUsage } from '../../lib/protocol/describe-usage.ts';
import type { Session, SessionFile } from '../../lib/session/session.ts';
import { sumSessionUsage } from '../../lib/session/sum-usage.ts';
import { formatBytes } from '../../lib/util/format-bytes.ts';
import { fileUrl } from '../api/actbook-api.ts';
import { DownloadIcon, FileIcon } from '../ui/icons.tsx';
import { KernelPanel } from './kernel-panel.tsx';
import styles from './session-details.module.css';
import { ToolList } from './tool-list.tsx';

/** Beside the notebook: its files and its kernel. */
export function SessionDetails({ session }: { session: Session }) {
  return (
    <aside className={styles.details} aria-label="Files and kernel">
      <section>
        <h2 className={styles.heading}>Files</h2>
        {session.files.length === 0 ? (
          <p className={styles.empty}>Drop a file anywhere to attach it to your next question.</p>
        ) : (
          <>
            <ul className={styles.files}>
              {session.files.map((file) => (
                <FileEntry key={file.name} sessionId={session.id} file={file} />
              ))}
            </ul>
            <p className={styles.credit}>A downloaded notebook reads them from the folder it lies in.</p>
          </>
        )}
      </section>
      <ToolList session={session} />
      <UsageSection session={session} />
      <KernelPanel
        sessionId={session.id}
        kernel={session.kernel}
        isNetworkAllowed={session.isNetworkAllowed}
      />
    </aside>
  );
}

function UsageSection({ session }: { session: Session }) {
  const text = describeUsage(sumSessionUsage(session));
  if (text === '') return null;
  return (
    <section>
      <h2 className={styles.heading}>Model use</h2>
      <p className={styles.credit}>{text} in all runs of this notebook</p>
    </section>
  );
}

function FileEntry({ sessionId, file }: { sessionId: string; file: SessionFile }) {
  return (
    <li>
      <a className={styles.file} href={fileUrl(sessionId, file.name)} download={file.name}>
        <FileIcon size={14} />
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{formatBytes(file.bytes)}</span>
        <DownloadIcon size={14} />
      </a>
      {file.credit && <p className={styles.credit}>{file.credit}</p>}
    </li>
  );
}
