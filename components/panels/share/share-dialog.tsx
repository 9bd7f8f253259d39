'use client';

import { useEffect, useState } from 'react';
import type { Share } from '../../../lib/protocol/sessions/share.ts';
import { callApi } from '../../api/call-api.ts';
import { CopyButton } from '../../render/code/copy-button.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { readServerTime } from '../../ui/hooks/server-time.ts';
import { useAction } from '../../ui/hooks/use-action.ts';
import dialog from '../../ui/layers/confirm-dialog.module.css';
import { ModalDialog } from '../../ui/layers/modal-dialog.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { formatRelativeTime } from '../../ui/text/format.ts';
import styles from './share-dialog.module.css';
import { SHARE_TEXTS } from './share-texts.ts';

interface ShareDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** Creates and revokes read-only links to the notebook. Rendered only while it is open. */
export function ShareDialog({ sessionId, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  const [shares, setShares] = useState<readonly Share[]>([]);
  const params = { sessionId };
  const readShares = async () => (await callApi('listShares', { params })).shares;
  const list = useAction(async () => {
    const found = await readShares();
    // A link may have been made meanwhile.
    setShares((before) => (before.length > 0 ? before : found));
  });
  const make = useAction(async () => {
    const { id, path } = await callApi('createShare', { params });
    setMade({ id, url: new URL(path, location.origin).href });
    setShares(await readShares());
  });
  const revoke = async (id: string) => {
    await callApi('revokeShare', { params: { sessionId, shareId: id } });
    setMade((before) => (before?.id === id ? null : before));
    setShares(await readShares());
  };
  const failure = make.failure || list.failure;
  useEffect(() => list.run(), [list.run]);
  return (
    <ModalDialog className={dialog.dialog} label={SHARE_TEXTS.title} onClose={onClose}>
      <h2 className={dialog.title}>{SHARE_TEXTS.title}</h2>
      <div className={dialog.text}>
        <p>{SHARE_TEXTS.explanation}</p>
        <p>{SHARE_TEXTS.reach}</p>
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {made && (
        <div className={styles.made}>
          <input className={styles.url} aria-label={SHARE_TEXTS.link} readOnly value={made.url} />
          <CopyButton text={made.url} label={SHARE_TEXTS.copy} />
        </div>
      )}
      {made && <p className={styles.hint}>{SHARE_TEXTS.shownOnce}</p>}
      {shares.length > 0 && (
        <ul className={styles.list} aria-label={SHARE_TEXTS.links}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} onRevoke={() => revoke(share.id)} />
          ))}
        </ul>
      )}
      <div className={dialog.actions}>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={make.run}>
          {SHARE_TEXTS.make}
        </Button>
      </div>
    </ModalDialog>
  );
}

function ShareRow({ share, onRevoke }: { share: Share; onRevoke: () => Promise<void> }) {
  const revoke = useAction(onRevoke);
  return (
    <li className={styles.entry}>
      <span>{SHARE_TEXTS.made(formatRelativeTime(share.createdAt, readServerTime()))}</span>
      <Button onClick={revoke.run}>Revoke</Button>
      {revoke.failure && <Notice tone="danger">{revoke.failure}</Notice>}
    </li>
  );
}
