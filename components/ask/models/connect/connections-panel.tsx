'use client';

import { useId, useRef, useState } from 'react';
import type { ModelConnection } from '../../../../lib/protocol/models/model-connection.ts';
import { traitsOf } from '../../../../lib/protocol/models/model-traits.ts';
import type { ModelInfo } from '../../../../lib/protocol/runs/run.ts';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { callApi } from '../../../api/call-api.ts';
import { useChangePreferences } from '../../../preferences/use-preferences.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { UndoRow } from '../../../ui/controls/undo-row.tsx';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { Spinner } from '../../../ui/notices/spinner.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS, describeConnection } from './connect-texts.ts';
import { ConnectionForm, type FormStart } from './connection-form.tsx';
import { type ConnectionsState, useConnections } from './use-connections.ts';

interface ConnectionsPanelProps {
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  /** Whether it begins with the form for a new connection, unless there is something to choose from. */
  beginsWithForm?: boolean;
  /** Gets the model of a connection that was saved. */
  onConnected?: (model: ModelInfo) => void;
}

/** The model servers that the user connected: listed, added, changed, removed. */
export function ConnectionsPanel({ models, beginsWithForm = false, onConnected }: ConnectionsPanelProps) {
  const state = useConnections();
  const [form, setForm] = useState<FormStart | null>(beginsWithForm ? {} : null);
  const [said, setSaid] = useState('');
  const changePreferences = useChangePreferences();
  const { value, isLoading, failure } = state.connections;
  const hasDefault = models[0] !== undefined && traitsOf(models[0]).readsPrompts;
  return (
    <div className={styles.panel}>
      <div role="status">
        {said && !form && <p className={styles.note}>{said}</p>}
        {!value && isLoading && (
          <p className={styles.note}>
            <Spinner /> {CONNECT_TEXTS.loading}
          </p>
        )}
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {value?.problem && <Notice tone="danger">{value.problem}</Notice>}
      {value && form && (
        <ConnectionForm
          key={form.connection?.id ?? form.found?.id ?? ''}
          start={form}
          isDefaultOffered={!value.isDefaultFixed}
          wantsDefault={form.connection ? isDefaultOf(form.connection, value.defaultId) : !hasDefault}
          onCancel={() => setForm(null)}
          onSaved={({ connection, model, isDefault, wasDefault }) => {
            if (isDefault) changePreferences({ model: null });
            setSaid(CONNECT_TEXTS[wasDefault && !isDefault ? 'savedNotDefault' : 'saved'](connection.label));
            setForm(null);
            state.reload();
            if (model) onConnected?.(model);
          }}
        />
      )}
      {value && !form && (
        <ConnectionList
          {...{ state, models, setForm }}
          onChanged={(sentence) => {
            setSaid(sentence);
            state.reload();
          }}
        />
      )}
    </div>
  );
}

function isDefaultOf({ id }: ModelConnection, defaultId: string): boolean {
  return defaultId.startsWith(`${id}/`);
}

interface ConnectionListProps {
  state: ConnectionsState;
  models: readonly ModelInfo[];
  setForm: (start: FormStart) => void;
  /** Gets what to say about it. */
  onChanged: (sentence: string) => void;
}

function ConnectionList({ state, models, setForm, onChanged }: ConnectionListProps) {
  const [failure, setFailure] = useState('');
  // What fails is looked up again: another window may have changed it.
  const perform = (work: Promise<string>) => {
    setFailure('');
    work.then(onChanged, (error: unknown) => {
      setFailure(toMessage(error));
      state.reload();
    });
  };
  const { connections = [], restorable = [], isDefaultFixed = false } = state.connections.value ?? {};
  return (
    <>
      {restorable.map(({ id, label, undoMs }) => (
        <UndoRow
          key={id}
          text={CONNECT_TEXTS.removed(label)}
          label={CONNECT_TEXTS.undoRemove(label)}
          forMs={undoMs}
          onUndo={() =>
            perform(
              callApi('restoreConnection', { params: { connectionId: id } }).then(() =>
                CONNECT_TEXTS.restored(label),
              ),
            )
          }
        />
      ))}
      {connections.length === 0 && <p className={styles.note}>{CONNECT_TEXTS.none}</p>}
      {connections.length > 0 && (
        <ul className={styles.list} aria-label={CONNECT_TEXTS.list}>
          {connections.map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              onEdit={() => setForm({ connection })}
              // The row with the undo says it.
              onRemove={() =>
                perform(
                  callApi('removeConnection', { params: { connectionId: connection.id } }).then(() => ''),
                )
              }
            />
          ))}
        </ul>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {state.found.map((found) => (
        <div key={found.id} className={styles.found}>
          <p>{CONNECT_TEXTS.found(found.label, found.models.length)}</p>
          <Button onClick={() => setForm({ found })}>{CONNECT_TEXTS.connectFound(found.label)}</Button>
        </div>
      ))}
      <Button className={styles.add} onClick={() => setForm({})}>
        {CONNECT_TEXTS.connect}
      </Button>
      {models.length > 1 && (
        <DefaultModel key={models[0]?.id} {...{ models, isDefaultFixed }} onChosen={state.reload} />
      )}
    </>
  );
}

interface DefaultModelProps {
  models: readonly ModelInfo[];
  isDefaultFixed: boolean;
  onChosen: () => void;
}

/** Which model answers where nobody chose one. */
function DefaultModel({ models, isDefaultFixed, onChosen }: DefaultModelProps) {
  const changePreferences = useChangePreferences();
  const [wanted, setWanted] = useState(models[0]?.id ?? '');
  const wantedRef = useRef(wanted);
  const id = useId();
  const choose = useAction(async () => {
    await callApi('chooseDefaultModel', { body: { model: wantedRef.current } });
    // What this browser chose before would hide the new default.
    changePreferences({ model: null });
    onChosen();
  });
  return (
    <div className={styles.default}>
      <label htmlFor={id} className={styles.defaultLabel}>
        <span>{CONNECT_TEXTS.default}</span>
        <Select
          id={id}
          value={wanted}
          disabled={isDefaultFixed || choose.isRunning}
          onChange={(event) => {
            setWanted(event.target.value);
            wantedRef.current = event.target.value;
            choose.run();
          }}
        >
          {models.map(({ id, label, provider }) => (
            <option key={id} value={id}>
              {provider ? `${label} (${provider})` : label}
            </option>
          ))}
        </Select>
      </label>
      <p className={styles.hint}>{isDefaultFixed ? CONNECT_TEXTS.defaultFixed : CONNECT_TEXTS.defaultNote}</p>
      {choose.failure && <Notice tone="danger">{choose.failure}</Notice>}
    </div>
  );
}

interface ConnectionRowProps {
  connection: ModelConnection;
  onEdit: () => void;
  onRemove: () => void;
}

/** One connected server. Only those that were saved here can be changed here. */
function ConnectionRow({ connection, onEdit, onRemove }: ConnectionRowProps) {
  const { label, models, setBy } = connection;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowLabel}>
          {label}
          {models.length > 0 && <span className={styles.rowModels}>{models.join(', ')}</span>}
        </p>
        <p className={styles.hint}>{describeConnection(connection)}</p>
      </div>
      {setBy === 'user' && (
        <div className={styles.rowActions}>
          <Button look="quiet" aria-label={CONNECT_TEXTS.editOf(label)} onClick={onEdit}>
            {CONNECT_TEXTS.edit}
          </Button>
          <Button look="quiet" aria-label={CONNECT_TEXTS.removeOf(label)} onClick={onRemove}>
            {CONNECT_TEXTS.remove}
          </Button>
        </div>
      )}
    </li>
  );
}
