'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Outcome } from '../../lib/protocol/run.ts';
import { DeleteDialog } from '../session/delete-dialog.tsx';
import { useDeletion } from '../session/use-deletion.ts';
import { Button } from '../ui/button.tsx';
import { formatRelativeTime } from '../ui/format.ts';
import { AlertIcon, CheckIcon, StopIcon, TrashIcon } from '../ui/icons.tsx';
import styles from './session-list.module.css';

/** A session as the list shows it. */
export interface SessionEntry {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** Of the last run; null when there was none. */
  readonly runStatus: 'running' | Outcome['status'] | null;
  /** Whether code waits for an answer or an approval. */
  readonly isWaiting: boolean;
}

const STATUS_LOOKS = {
  waiting: { word: 'Waiting for you', mark: <span className={styles.pulse} /> },
  running: { word: 'Running', mark: <span className={styles.pulse} /> },
  answered: { word: 'Answered', mark: <CheckIcon size={14} /> },
  stopped: { word: 'Stopped', mark: <StopIcon size={14} /> },
  failed: { word: 'Failed', mark: <AlertIcon size={14} /> },
};
const REFRESH_MS = 4000;

interface SessionListProps {
  /** Newest first. */
  sessions: readonly SessionEntry[];
  now: number;
}

/** The person's notebooks, newest first. */
export function SessionList({ sessions, now }: SessionListProps) {
  useRefreshWhile(sessions.some(({ runStatus, isWaiting }) => isWaiting || runStatus === 'running'));
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
  const status = session.isWaiting ? 'waiting' : session.runStatus;
  const deletion = useDeletion(session.id, () => router.refresh());
  return (
    <li className={styles.row}>
      <Link className={styles.link} href={`/sessions/${session.id}`} prefetch={false}>
        <span className={styles.title}>{title}</span>
        {status && (
          <span className={styles.status} data-status={status}>
            {STATUS_LOOKS[status].mark}
            {STATUS_LOOKS[status].word}
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
      {isAsking && <DeleteDialog title={title} deletion={deletion} onCancel={() => setAsking(false)} />}
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
