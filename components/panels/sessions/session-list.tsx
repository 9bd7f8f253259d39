'use client';

import { useState } from 'react';
import type { SessionEntries } from '../../../lib/protocol/sessions/session-summary.ts';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { toMessage } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { UndoRow } from '../../ui/controls/undo-row.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import styles from './session-list.module.css';
import { SESSION_LIST_TEXTS } from './session-list-texts.ts';
import { type SessionActions, SessionRow } from './session-row.tsx';
import { useSessionEntries } from './use-session-entries.ts';

const SessionTrash = createLate(async () => (await import('./session-trash.tsx')).SessionTrash);

/** How often the ages of notebooks are renewed, milliseconds. */
const AGE_MS = 30_000;

interface SessionListProps {
  /** What the server has rendered; null if it has not. */
  initial: SessionEntries | null;
  /** The server's time when it rendered, milliseconds since 1970; by default the browser's time. */
  now?: number;
  /** The notebook that is open. */
  currentId?: string;
  /** Changes whenever the row of the open notebook changes. */
  version?: string;
  /** Rows in the width of a sidebar. */
  isNarrow?: boolean;
  /** Deletes the open notebook and leaves its page. */
  onDeleteCurrent?: () => void;
}

/** What went wrong, and how to try again. */
interface Failed {
  readonly sentence: string;
  readonly tryAgain: () => void;
}

/** The user's notebooks: finds, opens, pins, renames, deletes and restores them. */
export function SessionList({
  initial,
  now: renderedAt,
  currentId,
  version = '',
  isNarrow = false,
  onDeleteCurrent,
}: SessionListProps) {
  const { entries, search, searched, setSearch, showMore, failure, isLoading, reload } = useSessionEntries(
    initial,
    version,
  );
  const now = useNow(true, AGE_MS, renderedAt);
  const [isTrashOpen, setTrashOpen] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const perform = (work: () => Promise<void>) => {
    setFailed(null);
    work()
      .catch((error: unknown) => setFailed({ sentence: toMessage(error), tryAgain: () => perform(work) }))
      .finally(reload);
  };
  const problem = failed ?? (failure ? { sentence: failure, tryAgain: reload } : null);
  const change = (sessionId: string, body: { title?: string; isPinned?: boolean }) =>
    perform(() => callApi('changeSession', { params: { sessionId }, body }));
  const actions: SessionActions = {
    onPin: ({ id, isPinned }) => change(id, { isPinned: !isPinned }),
    onRename: ({ id }, title) => change(id, { title }),
    onDelete: ({ id }) => {
      if (id === currentId && onDeleteCurrent) onDeleteCurrent();
      else perform(() => callApi('deleteSession', { params: { sessionId: id } }));
    },
  };
  const sessions = entries?.sessions ?? [];
  const total = entries?.total ?? 0;
  const discarded = entries?.discarded ?? [];
  const isSearching = search.trim() !== '';
  return (
    <div className={styles.sessions} data-narrow={isNarrow}>
      {(sessions.length > 0 || isSearching || searched !== '') && (
        <SearchField label={SESSION_LIST_TEXTS.search} value={search} onChange={setSearch} />
      )}
      {problem && (
        <Notice tone="danger" action={<Button onClick={problem.tryAgain}>{UI_TEXTS.tryAgain}</Button>}>
          {problem.sentence}
        </Notice>
      )}
      <div className={styles.discardedRows}>
        {discarded
          .filter(({ undoMs }) => undoMs > 0)
          .map(({ id, title, undoMs }) => (
            <UndoRow
              key={id}
              text={SESSION_LIST_TEXTS.deleted(nameNotebook(title))}
              label={SESSION_LIST_TEXTS.undoDelete(nameNotebook(title))}
              forMs={undoMs}
              onUndo={() => perform(() => callApi('restoreSession', { params: { sessionId: id } }))}
            />
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
      {total > sessions.length && (
        <Button look="quiet" className={styles.more} onClick={showMore}>
          {SESSION_LIST_TEXTS.more(total - sessions.length)}
        </Button>
      )}
      {entries && sessions.length === 0 && <Empty search={searched} />}
      {discarded.length > 0 && (
        <Button look="quiet" className={styles.trash} onClick={() => setTrashOpen(true)}>
          <TrashIcon size={14} /> {SESSION_LIST_TEXTS.trash(discarded.length)}
        </Button>
      )}
      {isTrashOpen && (
        <SessionTrash entries={discarded} onChange={reload} onClose={() => setTrashOpen(false)} />
      )}
      <p className="visually-hidden" role="status">
        {isSearching && !isLoading ? SESSION_LIST_TEXTS.found(total) : ''}
      </p>
    </div>
  );
}

function Empty({ search }: { search: string }) {
  return (
    <p className={styles.empty}>
      {search === '' ? SESSION_LIST_TEXTS.empty : SESSION_LIST_TEXTS.noMatch(search)}
    </p>
  );
}

/** The rows of the list, without words, while it loads. */
function Skeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{SESSION_LIST_TEXTS.loading}</span>
      {[70, 55, 80].map((width) => (
        <span key={width} className={styles.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
