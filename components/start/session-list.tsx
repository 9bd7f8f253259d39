'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Outcome } from '../../lib/protocol/run.ts';
import { deleteSession } from '../api/actbook-api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatRelativeTime } from '../ui/format.ts';
import { TrashIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './session-list.module.css';

/** A session as the list shows it. */
export interface SessionEntry {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** Of the last run; null when there was none. */
  readonly runStatus: 'running' | Outcome['status'] | null;
}

const STATUS_WORDS = { running: 'Running', answered: 'Answered', stopped: 'Stopped', failed: 'Failed' };
const REFRESH_MS = 4000;

interface SessionListProps {
  /** Newest first. */
  sessions: readonly SessionEntry[];
  now: number;
}

/** The person's notebooks, newest first. */
export function SessionList({ sessions, now }: SessionListProps) {
  useRefreshWhile(sessions.some(({ runStatus }) => runStatus === 'running'));
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions" className={styles.heading}>
        Your notebooks
      </h2>
      {sessions.length === 0 ? (
        <p className={styles.empty}>
          Nothing yet. Your first question makes a notebook, and it is kept here.
        </p>
      ) : (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SessionRow({ session, now }: { session: SessionEntry; now: number }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const title = session.title || 'Untitled';
  const remove = useAction(async () => {
    await deleteSession(session.id);
    setAsking(false);
    router.refresh();
  });
  return (
    <li className={styles.row}>
      <Link className={styles.link} href={`/sessions/${session.id}`} prefetch={false}>
        <span className={styles.title}>{title}</span>
        {session.runStatus && (
          <span className={styles.status} data-status={session.runStatus}>
            {STATUS_WORDS[session.runStatus]}
          </span>
        )}
        <time className={styles.time} dateTime={new Date(session.updatedAt).toISOString()}>
          {formatRelativeTime(session.updatedAt, now)}
        </time>
      </Link>
      <Button
        look="quiet"
        className={styles.delete ?? ''}
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => setAsking(true)}
      >
        <TrashIcon />
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this notebook?"
          confirmLabel="Delete"
          onConfirm={remove.run}
          onCancel={() => setAsking(false)}
        >
          <p>“{title}”, its cells and its files will be gone for good.</p>
          {remove.failure && <Notice tone="danger">{remove.failure}</Notice>}
        </ConfirmDialog>
      )}
    </li>
  );
}

/** Reads the list again from time to time while something in it changes. */
function useRefreshWhile(isChanging: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isChanging, router]);
}
