'use client';

import { useEffect, useRef, useState } from 'react';
import type { DiscardedSession, SessionSummary } from '../../../lib/protocol/session-summary.ts';
import { toMessage } from '../../../lib/util/app-error.ts';
import {
  deleteSession,
  pinSession,
  renameSession,
  restoreSession,
  type SessionEntries,
} from '../../api/sessions-api.ts';
import { Button } from '../../ui/button.tsx';
import { UndoIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import styles from './session-list.module.css';
import { type SessionActions, SessionRow } from './session-row.tsx';
import { useSessionEntries } from './use-session-entries.ts';

interface SessionListProps {
  /** What the server has drawn; null where it has not. */
  initial: SessionEntries | null;
  /** The server's time when it drew, milliseconds since 1970; the browser's own where it has not. */
  now?: number;
  /** The notebook that is open. */
  currentId?: string;
  /** Another one whenever the row of the open notebook would read otherwise. */
  version?: string;
  /** Rows in the width of a sidebar. */
  isNarrow?: boolean;
  /** Deletes the notebook that is open, which leaves its page. */
  onDeleteCurrent?: () => void;
}

/** What went wrong, and what tries it again. */
interface Failed {
  readonly sentence: string;
  readonly tryAgain: () => void;
}

/** The person's notebooks: to find, open, pin, rename, delete and bring back. */
export function SessionList({
  initial,
  now,
  currentId,
  version = '',
  isNarrow = false,
  onDeleteCurrent,
}: SessionListProps) {
  const { entries, search, setSearch, failure, isLoading, reload } = useSessionEntries(initial, version);
  const [failed, setFailed] = useState<Failed | null>(null);
  const perform = (work: () => Promise<void>) => {
    setFailed(null);
    work()
      .catch((error: unknown) => setFailed({ sentence: toMessage(error), tryAgain: () => perform(work) }))
      .finally(reload);
  };
  const problem = failed ?? (failure ? { sentence: failure, tryAgain: reload } : null);
  const actions: SessionActions = {
    onPin: ({ id, isPinned }) => perform(() => pinSession(id, !isPinned)),
    onRename: ({ id }, title) => perform(() => renameSession(id, title)),
    onDelete: ({ id }) =>
      id === currentId && onDeleteCurrent ? onDeleteCurrent() : perform(() => deleteSession(id)),
  };
  const sessions = entries?.sessions ?? [];
  const isSearching = search.trim() !== '';
  return (
    <div className={styles.sessions} data-narrow={isNarrow}>
      {(sessions.length > 0 || isSearching) && (
        <SearchField label="Search titles and questions" value={search} onChange={setSearch} />
      )}
      {problem && (
        <Notice tone="danger" action={<Button onClick={problem.tryAgain}>Try again</Button>}>
          {problem.sentence}
        </Notice>
      )}
      <div className={styles.discardedRows}>
        {entries?.discarded.map((entry) => (
          <Discarded key={entry.id} entry={entry} onUndo={() => perform(() => restoreSession(entry.id))} />
        ))}
      </div>
      {!entries && isLoading && <Skeleton />}
      {sessions.length > 0 && (
        <ul className={styles.list} aria-label="Notebooks" aria-busy={isLoading}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={now}
              isCurrent={session.id === currentId}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {entries && sessions.length === 0 && <Empty search={search.trim()} />}
      <p className="visually-hidden" role="status">
        {isSearching && !isLoading ? describeCount(sessions) : ''}
      </p>
    </div>
  );
}

function describeCount({ length }: readonly SessionSummary[]): string {
  return length === 1 ? '1 notebook found' : `${length} notebooks found`;
}

function Empty({ search }: { search: string }) {
  return (
    <p className={styles.empty}>
      {search === ''
        ? 'Nothing yet. Your first question makes a notebook, and it is kept here.'
        : `No notebook has “${search}” in its title or questions.`}
    </p>
  );
}

/** Until the list is there: its rows, without words. */
function Skeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading the notebooks…</span>
      {[70, 55, 80].map((width) => (
        <span key={width} className={styles.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Discarded({ entry, onUndo }: { entry: DiscardedSession; onUndo: () => void }) {
  const { title, undoMs } = entry;
  const isOver = useIsOver(undoMs);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Its row had the focus, and is gone.
    if (document.activeElement === document.body) buttonRef.current?.focus({ preventScroll: true });
  }, []);
  if (isOver) return null;
  return (
    <div className={styles.discarded} role="status">
      <span className={styles.discardedText}>“{title || 'Untitled'}” was deleted.</span>
      <button
        ref={buttonRef}
        type="button"
        className={styles.undo}
        aria-label={`Undo deleting ${title || 'Untitled'}`}
        onClick={onUndo}
      >
        <UndoIcon size={14} /> Undo
      </button>
    </div>
  );
}

function useIsOver(afterMs: number): boolean {
  const [isOver, setOver] = useState(afterMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isOver;
}
