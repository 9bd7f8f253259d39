'use client';

import { useEffect, useRef, useState } from 'react';
import type { ConnectionList, ListedConnection } from '../../../lib/protocol/connections/connection.ts';
import { isAppError, toMessage } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { UndoRow } from '../../ui/controls/undo-row.tsx';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import styles from '../models/connect/connect.module.css';
import { CatalogView } from './catalog-view.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { CONNECTION_KINDS } from './connection-kinds.ts';
import { Points } from './connection-report.tsx';
import { CONNECTION_TEXTS, describePlace } from './connection-texts.ts';

interface ConnectionsPanelProps {
  /** Gets the name of a table that the user chose, as in `sales: shop.orders`. */
  onInsert?: (name: string) => void;
}

type Part = { shows: 'list' } | { shows: 'form' | 'catalog'; connection?: ListedConnection };

/** The databases that are connected: listed, added, tested, changed, removed, and what is in them. */
export function ConnectionsPanel({ onInsert }: ConnectionsPanelProps) {
  const { value, isLoading, failure, reload } = useLoaded('connections', () => callApi('listConnections'));
  const [part, setPart] = useState<Part>({ shows: 'list' });
  const [said, setSaid] = useState('');
  const finish = (sentence: string) => {
    setSaid(sentence);
    setPart({ shows: 'list' });
    reload();
  };
  return (
    <div className={styles.panel}>
      <div role="status">
        {said && part.shows === 'list' && <p className={styles.note}>{said}</p>}
        {!value && isLoading && (
          <p className={styles.note}>
            <Spinner /> {CONNECTION_TEXTS.loading}
          </p>
        )}
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {value?.problem && <Notice tone="danger">{value.problem}</Notice>}
      {value && part.shows === 'form' && (
        <ConnectionForm
          connection={part.connection}
          names={value.connections.map(({ name }) => name)}
          // A test may have been made.
          onCancel={() => finish('')}
          onSaved={(name) => finish(CONNECTION_TEXTS.saved(name))}
        />
      )}
      {part.shows === 'catalog' && part.connection && (
        <CatalogView
          name={part.connection.name}
          onBack={() => finish('')}
          {...(onInsert ? { onInsert } : {})}
        />
      )}
      {value && part.shows === 'list' && <List list={value} open={setPart} onChanged={finish} />}
    </div>
  );
}

interface ListProps {
  list: ConnectionList;
  open: (part: Part) => void;
  /** Gets what to say about it. */
  onChanged: (sentence: string) => void;
}

function List({ list, open, onChanged }: ListProps) {
  const { connections, restorable = [] } = list;
  const [failure, setFailure] = useState('');
  const addRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The form or the tables had the focus and no longer exist.
    if (document.activeElement === document.body) addRef.current?.focus({ preventScroll: true });
  }, []);
  const perform = (work: Promise<unknown>, sentence: string) => {
    setFailure('');
    work.then(
      () => onChanged(sentence),
      (error: unknown) => setFailure(toMessage(error)),
    );
  };
  return (
    <>
      {restorable.map(({ name, undoMs }) => (
        <UndoRow
          key={name}
          text={CONNECTION_TEXTS.removed(name)}
          label={CONNECTION_TEXTS.undoRemove(name)}
          forMs={undoMs}
          onUndo={() =>
            perform(callApi('restoreConnection', { params: { name } }), CONNECTION_TEXTS.restored(name))
          }
        />
      ))}
      {connections.length === 0 && <p className={styles.note}>{CONNECTION_TEXTS.none}</p>}
      {connections.length > 0 && (
        <ul className={styles.list} aria-label={CONNECTION_TEXTS.list}>
          {connections.map((connection) => (
            <Row
              key={connection.name}
              {...{ connection, open }}
              // The row with the undo says it.
              onRemove={() => perform(remove(connection.name), '')}
            />
          ))}
        </ul>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {!list.problem && (
        <Button ref={addRef} className={styles.add} onClick={() => open({ shows: 'form' })}>
          {CONNECTION_TEXTS.add}
        </Button>
      )}
    </>
  );
}

/** What is removed already stays so: a second click comes before the list is read again. */
async function remove(name: string): Promise<void> {
  try {
    await callApi('removeConnection', { params: { name } });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not-found') throw error;
  }
}

interface RowProps extends Pick<ListProps, 'open'> {
  connection: ListedConnection;
  onRemove: () => void;
}

function Row({ connection, open, onRemove }: RowProps) {
  const { name, kind, lastTest } = connection;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowLabel}>
          {name}
          <span className={styles.rowModels}>{CONNECTION_KINDS[kind].label}</span>
        </p>
        <p className={styles.hint}>{describePlace(connection)}</p>
        <p className={styles.hint} data-tone={lastTest && !lastTest.isUsable ? 'danger' : undefined}>
          {lastTest?.isUsable && CONNECTION_TEXTS.answered(lastTest.server ?? CONNECTION_KINDS[kind].label)}
          {lastTest ? ` ${lastTest.problem ?? ''}` : CONNECTION_TEXTS.untested}
        </p>
        <Points title={CONNECTION_TEXTS.notEnforced} points={lastTest?.notEnforced ?? []} />
      </div>
      <div className={styles.rowActions}>
        <Button
          look="quiet"
          aria-label={CONNECTION_TEXTS.tablesOf(name)}
          onClick={() => open({ shows: 'catalog', connection })}
        >
          {CONNECTION_TEXTS.tables}
        </Button>
        <Button
          look="quiet"
          aria-label={CONNECTION_TEXTS.editOf(name)}
          onClick={() => open({ shows: 'form', connection })}
        >
          {CONNECTION_TEXTS.edit}
        </Button>
        <Button look="quiet" aria-label={CONNECTION_TEXTS.removeOf(name)} onClick={onRemove}>
          {CONNECTION_TEXTS.remove}
        </Button>
      </div>
    </li>
  );
}
