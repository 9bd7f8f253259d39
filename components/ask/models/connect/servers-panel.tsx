'use client';

import { useId, useRef, useState } from 'react';
import type { ModelServer } from '../../../../lib/protocol/models/model-server.ts';
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
import { CONNECT_TEXTS, describeServer } from './connect-texts.ts';
import { type FormStart, ServerForm } from './server-form.tsx';
import { type ServersState, useServers } from './use-servers.ts';

interface ServersPanelProps {
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  /** Whether it begins with the form for a new server, unless there is something to choose from. */
  beginsWithForm?: boolean;
  /** Gets the model of a server that was saved. */
  onConnected?: (model: ModelInfo) => void;
}

/** The model servers that the user connected: listed, added, changed, removed. */
export function ServersPanel({ models, beginsWithForm = false, onConnected }: ServersPanelProps) {
  const state = useServers();
  const [form, setForm] = useState<FormStart | null>(beginsWithForm ? {} : null);
  const [said, setSaid] = useState('');
  const changePreferences = useChangePreferences();
  const { value, isLoading, failure } = state.servers;
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
        <ServerForm
          key={form.server?.id ?? form.found?.id ?? ''}
          start={form}
          isDefaultOffered={!value.isDefaultFixed}
          wantsDefault={form.server ? isDefaultOf(form.server, value.defaultId) : !hasDefault}
          onCancel={() => setForm(null)}
          onSaved={({ server, model, isDefault, wasDefault }) => {
            if (isDefault) changePreferences({ model: null });
            setSaid(CONNECT_TEXTS[wasDefault && !isDefault ? 'savedNotDefault' : 'saved'](server.label));
            setForm(null);
            state.reload();
            if (model) onConnected?.(model);
          }}
        />
      )}
      {value && !form && (
        <ServerList
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

function isDefaultOf({ id }: ModelServer, defaultId: string): boolean {
  return defaultId.startsWith(`${id}/`);
}

interface ServerListProps {
  state: ServersState;
  models: readonly ModelInfo[];
  setForm: (start: FormStart) => void;
  /** Gets what to say about it. */
  onChanged: (sentence: string) => void;
}

function ServerList({ state, models, setForm, onChanged }: ServerListProps) {
  const [failure, setFailure] = useState('');
  // What fails is looked up again: another window may have changed it.
  const perform = (work: Promise<string>) => {
    setFailure('');
    work.then(onChanged, (error: unknown) => {
      setFailure(toMessage(error));
      state.reload();
    });
  };
  const { servers = [], restorable = [], isDefaultFixed = false } = state.servers.value ?? {};
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
              callApi('restoreServer', { params: { serverId: id } }).then(() =>
                CONNECT_TEXTS.restored(label),
              ),
            )
          }
        />
      ))}
      {servers.length === 0 && <p className={styles.note}>{CONNECT_TEXTS.none}</p>}
      {servers.length > 0 && (
        <ul className={styles.list} aria-label={CONNECT_TEXTS.list}>
          {servers.map((server) => (
            <ServerRow
              key={server.id}
              server={server}
              onEdit={() => setForm({ server })}
              // The row with the undo says it.
              onRemove={() =>
                perform(callApi('removeServer', { params: { serverId: server.id } }).then(() => ''))
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

interface ServerRowProps {
  server: ModelServer;
  onEdit: () => void;
  onRemove: () => void;
}

/** One connected server. Only those that were saved here can be changed here. */
function ServerRow({ server, onEdit, onRemove }: ServerRowProps) {
  const { label, models, setBy } = server;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowLabel}>
          {label}
          {models.length > 0 && <span className={styles.rowModels}>{models.join(', ')}</span>}
        </p>
        <p className={styles.hint}>{describeServer(server)}</p>
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
