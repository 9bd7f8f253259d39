'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';
import { createShare, listShares, revokeShare, type ShareEntry } from '../api/share-api.ts';
import { CopyButton } from '../code/copy-button.tsx';
import { Button } from '../ui/button.tsx';
import dialog from '../ui/confirm-dialog.module.css';
import { formatRelativeTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './share-dialog.module.css';

interface ShareDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** Makes read-only links to the notebook, and takes them back. Rendered only while it is open. */
export function ShareDialog({ sessionId, onClose }: ShareDialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  const { shares, failure, act } = useShares(sessionId);
  useEffect(() => dialogRef.current?.showModal(), []);

  const make = () => act(async () => setMade(await createShare(sessionId)));
  const revoke = (id: string) =>
    act(async () => {
      await revokeShare(sessionId, id);
      setMade((before) => (before?.id === id ? null : before));
    });
  return (
    <dialog ref={dialogRef} className={dialog.dialog} aria-label="Share a link" onClose={onClose}>
      <h2 className={dialog.title}>Share a link</h2>
      <div className={dialog.text}>
        <p>
          Who has the link reads the notebook as it stands when they open it: cells and outputs, no files and
          no controls. It works where this Actbook can be reached, until you revoke it.
        </p>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {made && (
        <div className={styles.made}>
          <input className={styles.url} aria-label="The link" readOnly value={made.url} />
          <CopyButton text={made.url} label="Copy the link" />
        </div>
      )}
      {made && <p className={styles.hint}>Copy it now: it is not shown again.</p>}
      {shares.length > 0 && (
        <ul className={styles.list} aria-label="Links to this notebook">
          {shares.map(({ id, createdAt }) => (
            <li key={id} className={styles.entry}>
              <span>Link made {formatRelativeTime(createdAt, Date.now())}</span>
              <Button onClick={() => revoke(id)}>Revoke</Button>
            </li>
          ))}
        </ul>
      )}
      <div className={dialog.actions}>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={make}>
          Make a link
        </Button>
      </div>
    </dialog>
  );
}

/** The links there are; `act` changes them and reads them again. */
function useShares(sessionId: string) {
  const [shares, setShares] = useState<readonly ShareEntry[]>([]);
  const [failure, setFailure] = useState('');
  const act = useCallback(
    (change: () => Promise<void>) => {
      setFailure('');
      change()
        .then(() => listShares(sessionId))
        .then(setShares)
        .catch((error: unknown) => setFailure(toMessage(error)));
    },
    [sessionId],
  );
  useEffect(() => act(async () => {}), [act]);
  return { shares, failure, act };
}
