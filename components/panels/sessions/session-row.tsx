'use client';

import Link from 'next/link';
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SessionSummary } from '../../../lib/protocol/sessions/session-summary.ts';
import { OUTCOME_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { AlertIcon, BranchIcon, CheckIcon, EditIcon, PinIcon, StopIcon, TrashIcon } from '../../ui/icons.tsx';
import { formatRelativeTime } from '../../ui/text/format.ts';
import styles from './session-list.module.css';
import { SESSION_LIST_TEXTS } from './session-list-texts.ts';

export interface SessionActions {
  onPin: (session: SessionSummary) => void;
  onRename: (session: SessionSummary, title: string) => void;
  onDelete: (session: SessionSummary) => void;
}

interface SessionRowProps {
  session: SessionSummary;
  /** Milliseconds since 1970. */
  now: number;
  isCurrent: boolean;
  actions: SessionActions;
}

const STATUS_LOOKS = {
  waiting: { word: SESSION_LIST_TEXTS.waiting, mark: <span className={styles.pulse} /> },
  running: { word: 'Running', mark: <span className={styles.pulse} /> },
  answered: { word: 'Answered', mark: <CheckIcon size={14} /> },
  unanswered: { word: 'Not answered', mark: <AlertIcon size={14} /> },
  stopped: { word: 'Stopped', mark: <StopIcon size={14} /> },
  branched: { word: 'Branched', mark: <BranchIcon size={14} /> },
  failed: { word: 'Failed', mark: <AlertIcon size={14} /> },
};

export function SessionRow({ session, now, isCurrent, actions }: SessionRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const renameRef = useRef<HTMLButtonElement>(null);
  const title = nameNotebook(session.title);
  const finish = (text: string | null) => {
    setRenaming(false);
    if (text !== null && text !== '' && text !== session.title) actions.onRename(session, text);
    requestAnimationFrame(() => renameRef.current?.focus());
  };
  return (
    <li className={styles.row} data-current={isCurrent}>
      {isRenaming ? (
        <RenameField title={session.title} onFinish={finish} />
      ) : (
        <>
          <SessionLink session={session} title={title} now={now} isCurrent={isCurrent} />
          <div className={styles.actions} data-pinned={session.isPinned}>
            <IconButton
              className={styles.pin}
              label={SESSION_LIST_TEXTS.pin(title)}
              aria-pressed={session.isPinned}
              title={session.isPinned ? SESSION_LIST_TEXTS.unpin : SESSION_LIST_TEXTS.pinToTop}
              onClick={() => actions.onPin(session)}
            >
              <PinIcon />
            </IconButton>
            <IconButton
              ref={renameRef}
              label={SESSION_LIST_TEXTS.rename(title)}
              title="Rename"
              onClick={() => setRenaming(true)}
            >
              <EditIcon />
            </IconButton>
            <IconButton
              label={SESSION_LIST_TEXTS.remove(title)}
              title="Delete"
              onClick={() => actions.onDelete(session)}
            >
              <TrashIcon />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}

interface SessionLinkProps {
  session: SessionSummary;
  title: string;
  now: number;
  isCurrent: boolean;
}

function SessionLink({ session, title, now, isCurrent }: SessionLinkProps) {
  const timeZone = useTimeZone();
  const status = session.isWaiting ? 'waiting' : session.runStatus;
  const verified = session.verification ? OUTCOME_WORDS[session.verification] : '';
  const about = [verified, session.answer, SESSION_LIST_TEXTS.files(session.files)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Link
      className={styles.link}
      href={`/sessions/${session.id}`}
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.title} title={title}>
        {title}
      </span>
      {status && (
        <span className={styles.status} data-status={status}>
          {STATUS_LOOKS[status].mark}
          {STATUS_LOOKS[status].word}
        </span>
      )}
      <time className={styles.time} dateTime={new Date(session.updatedAt).toISOString()}>
        {formatRelativeTime(session.updatedAt, now, timeZone)}
      </time>
      {session.question && <span className={styles.question}>“{session.question}”</span>}
      {about !== '' && <span className={styles.about}>{about}</span>}
    </Link>
  );
}

/** Enter or leaving keeps the new title, Escape the old one. */
function RenameField({ title, onFinish }: { title: string; onFinish: (text: string | null) => void }) {
  const [text, setText] = useState(title);
  const isDoneRef = useRef(false);
  const finish = (result: string | null) => {
    if (isDoneRef.current) return;
    isDoneRef.current = true;
    onFinish(result);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(text.trim());
    if (event.key !== 'Escape') return;
    // It would also close the drawer.
    event.preventDefault();
    event.stopPropagation();
    finish(null);
  };
  return (
    <input
      ref={(field) => {
        if (field && document.activeElement !== field) field.select();
      }}
      className={styles.field}
      aria-label={SESSION_LIST_TEXTS.newTitle}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={pressKey}
      onBlur={() => finish(text.trim())}
    />
  );
}

/** The browser's time zone, which is undefined; `UTC` where the server renders, which does not know it, and in the first render here. */
function useTimeZone(): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => undefined,
    () => 'UTC',
  );
}
