'use client';

import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConnectionTest, ListedConnection } from '../../../lib/protocol/connections/connection.ts';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import styles from '../models/connect/connect.module.css';
import { FormActions } from '../models/connect/form-actions.tsx';
import { Field, TextField } from '../models/connect/text-field.tsx';
import { useLeaving } from '../models/connect/use-leaving.tsx';
import { useTest } from '../models/connect/use-test.ts';
import {
  type Faults,
  type Fields,
  findFaults,
  hasSavedPassword,
  isMoved,
  listFields,
  pasteAddress,
  splitSchemas,
  toFields,
  toSettings,
} from './connection-fields.ts';
import { CONNECTION_KINDS, KIND_NAMES, type PlaceField } from './connection-kinds.ts';
import { ConnectionReport } from './connection-report.tsx';
import { CONNECTION_TEXTS } from './connection-texts.ts';
import { MoreFields } from './more-fields.tsx';

interface ConnectionFormProps {
  /** The one to change. */
  connection: ListedConnection | undefined;
  /** Names that a new one cannot have. */
  names: readonly string[];
  onSaved: (name: string) => void;
  onCancel: () => void;
}

interface Draft {
  name: string;
  settings: ReturnType<typeof toSettings>;
}

function askDatabase({ name, settings }: Draft, signal: AbortSignal): Promise<ConnectionTest> {
  return callApi('testConnection', { params: { name }, body: { settings }, signal });
}

/** Form to connect a database or to change a connection. What is typed is kept only in this form. */
export function ConnectionForm({ connection, names, onSaved, onCancel }: ConnectionFormProps) {
  const [fields, setFields] = useState(() => toFields(connection));
  const leaving = useLeaving(fields, onCancel);
  const [faults, setFaults] = useState<Faults>({});
  const formRef = useRef<HTMLFormElement>(null);
  const test = useTest(askDatabase);
  const change = (changed: Partial<Fields>) => {
    test.forget();
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changed))),
    );
    setFields((before) => ({ ...before, ...changed }));
  };
  const readDraft = (): Draft | null => {
    const found = findFaults(fields, connection);
    const name = fields.name.trim();
    if (!connection && names.includes(name)) found.name = CONNECTION_TEXTS.exists(name);
    flushSync(() => setFaults(found));
    if (Object.keys(found).length === 0) return { name, settings: toSettings(fields, connection) };
    formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    return null;
  };
  const mayFailRef = useRef(false);
  const save = useAction(async () => {
    const draft = readDraft();
    if (!draft) return;
    const isFound = test.result?.isUsable || mayFailRef.current || (await test.run(draft))?.isUsable;
    if (!isFound) return;
    await callApi('saveConnection', { params: { name: draft.name }, body: draft.settings });
    onSaved(draft.name);
  });
  const runTest = () => {
    const draft = readDraft();
    if (draft) void test.run(draft);
  };
  const runSave = (mayFail: boolean) => {
    mayFailRef.current = mayFail;
    save.run();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    runSave(false);
  };
  const paste = (event: ClipboardEvent) => {
    if (connection || !(event.target instanceof HTMLInputElement)) return;
    const address = pasteAddress(event.clipboardData.getData('text/plain'), fields);
    if (!address) return;
    event.preventDefault();
    change({ ...address, name: fields.name || (address.database ?? '').replace(/\W/g, '_') });
  };
  const hasFailed = !test.isRunning && (test.failure !== '' || test.result?.isUsable === false);
  const label = connection ? CONNECTION_TEXTS.editOf(connection.name) : CONNECTION_TEXTS.add;
  return (
    <form
      ref={formRef}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onPaste={paste}
      onKeyDown={leaving.press}
    >
      <p className={styles.rowLabel}>{label}</p>
      <PlaceFields {...{ fields, faults, connection, change }} />
      <MoreFields {...{ fields, faults, change }} />
      <div role="status">
        {test.isRunning && <Progress />}
        {!test.isRunning && test.result && (
          <ConnectionReport
            test={test.result}
            kind={fields.kind}
            place={{ database: fields.database.trim(), schemas: splitSchemas(fields.schemas) }}
          />
        )}
      </div>
      {(save.failure || test.failure) && <Notice tone="danger">{save.failure || test.failure}</Notice>}
      {leaving.question}
      <FormActions isSaving={save.isRunning} test={{ ...test, run: runTest }} onCancel={onCancel}>
        {hasFailed && (
          <Button disabled={save.isRunning} onClick={() => runSave(true)}>
            {CONNECTION_TEXTS.saveAnyway}
          </Button>
        )}
      </FormActions>
    </form>
  );
}

function Progress() {
  const now = useNow(true, 1000);
  const [startedAt] = useState(now);
  return (
    <p className={styles.note}>
      <Spinner /> {CONNECTION_TEXTS.testing(Math.max(0, Math.round((now - startedAt) / 1000)))}
    </p>
  );
}

interface PlaceFieldsProps {
  fields: Fields;
  faults: Faults;
  connection: ListedConnection | undefined;
  change: (changed: Partial<Fields>) => void;
}

function PlaceFields({ fields, faults, connection, change }: PlaceFieldsProps) {
  const firstRef = useRef<HTMLSelectElement>(null);
  useEffect(() => firstRef.current?.focus(), []);
  const { kind } = fields;
  const chooseKind = (chosen: (typeof KIND_NAMES)[number]) => {
    const usual = (of: typeof kind) => String(CONNECTION_KINDS[of].port ?? '');
    const port = fields.port === usual(kind) || fields.port === '' ? usual(chosen) : fields.port;
    change({ kind: chosen, port, url: '' });
  };
  return (
    <>
      <Field label={CONNECTION_TEXTS.kind} hint={connection ? '' : CONNECTION_TEXTS.pasteHint}>
        {(id, hintId) => (
          <select
            ref={firstRef}
            id={id}
            className={styles.input}
            aria-describedby={hintId}
            value={kind}
            onChange={(event) => {
              const chosen = KIND_NAMES.find((each) => each === event.target.value);
              if (chosen) chooseKind(chosen);
            }}
          >
            {KIND_NAMES.map((each) => (
              <option key={each} value={each}>
                {CONNECTION_KINDS[each].label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!connection && (
        <TextField
          label={CONNECTION_TEXTS.name}
          value={fields.name}
          hint={CONNECTION_TEXTS.nameHint(fields.name.trim() || 'sales')}
          error={faults.name ?? ''}
          onChange={(name) => change({ name })}
        />
      )}
      {listFields(fields).map((field) =>
        field === 'password' ? (
          <PasswordField key={field} {...{ fields, faults, connection, change }} />
        ) : (
          <TextField
            key={field}
            label={CONNECTION_TEXTS.fields[field]}
            value={fields[field]}
            error={faults[field] ?? ''}
            {...describeField(field, fields)}
            onChange={(value) => change({ [field]: value })}
          />
        ),
      )}
    </>
  );
}

function describeField(field: PlaceField, { kind }: Fields): { hint?: string; placeholder?: string } {
  if (field === 'path') return { hint: CONNECTION_TEXTS.pathHint };
  if (field === 'schemas') return { hint: CONNECTION_TEXTS.schemasHint };
  if (field === 'url') return { placeholder: CONNECTION_TEXTS.urlExample };
  if (field === 'database' && (kind === 'trino' || kind === 'bigquery'))
    return { placeholder: CONNECTION_TEXTS.databaseHints[kind] };
  return {};
}

function PasswordField({ fields, faults, connection, change }: PlaceFieldsProps) {
  const { isInVariable, password, variable, kind } = fields;
  const isSaved = hasSavedPassword(connection);
  const mustEnterAgain = isSaved && connection !== undefined && isMoved(fields, connection);
  const hints = [
    kind === 'bigquery' ? CONNECTION_TEXTS.keyHint : kind === 'flightsql' ? CONNECTION_TEXTS.tokenHint : '',
    password !== '' && !isInVariable ? CONNECTION_TEXTS.passwordKept : '',
    mustEnterAgain && !isInVariable && password === '' && !faults.password
      ? CONNECTION_TEXTS.passwordAgain
      : '',
  ];
  const hint = hints.filter(Boolean).join(' ');
  const action = (
    <TextButton
      className={styles.choose}
      onClick={({ currentTarget }) => {
        change({ isInVariable: !isInVariable });
        currentTarget.parentElement?.querySelector('input')?.focus();
      }}
    >
      {isInVariable ? CONNECTION_TEXTS.enter : CONNECTION_TEXTS.useVariable}
    </TextButton>
  );
  if (isInVariable)
    return (
      <TextField
        label={CONNECTION_TEXTS.variable}
        value={variable}
        error={faults.variable ?? ''}
        {...{ hint, action }}
        onChange={(value) => change({ variable: value })}
      />
    );
  return (
    <TextField
      label={CONNECTION_TEXTS.fields.password}
      type="password"
      value={password}
      placeholder={isSaved && !mustEnterAgain ? CONNECTION_TEXTS.passwordSaved : ''}
      error={faults.password ?? ''}
      {...{ hint, action }}
      onChange={(value) => change({ password: value })}
    />
  );
}
