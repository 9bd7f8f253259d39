'use client';

import type { Session, SessionFile } from '../../lib/session/session.ts';
import { formatBytes } from '../../lib/util/format-bytes.ts';
import { fileUrl } from '../api/actbook-api.ts';
import { DownloadIcon, FileIcon } from '../ui/icons.tsx';
import styles from './panel.module.css';

/** The files of the session. */
export function FilesPanel({ session }: { session: Session }) {
  if (session.files.length === 0)
    return <p className={styles.empty}>Drop a file anywhere to attach it to your next question.</p>;
  return (
    <section>
      <ul className={styles.files}>
        {session.files.map((file) => (
          <FileEntry key={file.name} sessionId={session.id} file={file} />
        ))}
      </ul>
      <p className={styles.credit}>A downloaded notebook reads them from the folder it lies in.</p>
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
