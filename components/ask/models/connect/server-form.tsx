'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ModelProvider } from '../../../../lib/protocol/models/model-catalog.ts';
import type { ModelServer, ServerDraft, ServerTest } from '../../../../lib/protocol/models/model-server.ts';
import type { ProviderKind } from '../../../../lib/protocol/models/provider-kind.ts';
import { findPreset, PROVIDER_PRESETS } from '../../../../lib/protocol/models/provider-presets.ts';
import type { ModelInfo } from '../../../../lib/protocol/runs/run.ts';
import { callApi } from '../../../api/call-api.ts';
import { useAction } from '../../../ui/hooks/use-action.ts';
import { Notice } from '../../../ui/notices/notice.tsx';
import { Spinner } from '../../../ui/notices/spinner.tsx';
import styles from './connect.module.css';
import { CONNECT_TEXTS } from './connect-texts.ts';
import { FormActions } from './form-actions.tsx';
import { ModelField } from './model-field.tsx';
import {
  type Fields,
  isMoved,
  isReadable,
  isServerChanged,
  toDraft,
  toNewServer,
  toPatch,
} from './server-fields.ts';
import { TestReport } from './test-report.tsx';
import { Field, TextField } from './text-field.tsx';
import { toModelInfo } from './use-servers.ts';
import { useTest } from './use-test.ts';

/** What the form begins with: a saved server, one found on this machine, or nothing. */
export interface FormStart {
  server?: ModelServer;
  found?: ModelProvider;
}

interface Saved {
  server: ModelServer;
  /** That of a new server. */
  model: ModelInfo | null;
  isDefault: boolean;
  wasDefault: boolean;
}

interface ServerFormProps {
  start: FormStart;
  /** Whether the page decides which model is the default. */
  isDefaultOffered: boolean;
  /** Whether the new model should become the default, or the saved one is it. */
  wantsDefault: boolean;
  onSaved: (saved: Saved) => void;
  onCancel: () => void;
}

/** A model server to connect, or to change: what it is, where it is, its key, and whether it answers. */
export function ServerForm(props: ServerFormProps) {
  const { start, isDefaultOffered, wantsDefault, onSaved, onCancel } = props;
  const { server } = start;
  const [fields, setFields] = useState(() => toFields(start));
  // Null: the user has not said.
  const [wish, setWish] = useState<boolean | null>(null);
  const [missing, setMissing] = useState('');
  const change = (changed: Partial<Fields>) => {
    setMissing('');
    if ('address' in changed || 'key' in changed || 'apiVersion' in changed) test.forget();
    setFields((before) => ({ ...before, ...changed }));
  };
  const test = useTest(askServer, ({ model, models }) => {
    const asked = model?.id ?? models[0]?.id;
    // A saved server has the models that the user chose.
    if (asked && !server) setFields((before) => (before.model === '' ? { ...before, model: asked } : before));
  });
  const isTested = test.result !== null && isAbout(test.result, fields);
  const hasFailed = isTested && test.result?.answer === undefined;
  const isChanged = !server || isServerChanged(fields, server);
  const isFailing = hasFailed && isChanged;
  // One that does not answer is the default only if the user says so.
  const isDefault = wish ?? (wantsDefault && !isFailing);
  // A saved server is asked about its own default only, and only when a change may end its answers.
  const isAsked = isDefaultOffered && isChanged && (!server || wantsDefault);
  const mayBeDefault = isAsked && isDefault;
  const isFilled = (): boolean => {
    const sentence = findMissing(fields, server);
    setMissing(sentence);
    return sentence === '';
  };
  const runTest = () => {
    if (isFilled()) void test.run(toDraft(fields, server));
  };
  const saveChanges = async (filled: Fields, before: ModelServer): Promise<Saved> => {
    const dropped = isAsked && !isDefault ? { isDefault } : {};
    const saved = await callApi('changeServer', {
      params: { serverId: before.id },
      body: { ...toPatch(filled, before), ...dropped },
    });
    return { server: saved, model: null, isDefault: mayBeDefault, wasDefault: isAsked };
  };
  const saveNew = async (filled: Fields, result: ServerTest | null): Promise<Saved> => {
    const body = { ...toNewServer(filled, result), isDefault: mayBeDefault };
    const saved = await callApi('addServer', { body });
    const isChosen = filled.model !== '' && !(hasFailed && wish !== true);
    const model = isChosen ? toModelInfo(saved, filled.model) : null;
    return { server: saved, model, isDefault: mayBeDefault, wasDefault: false };
  };
  const save = useAction(async () => {
    if (!isFilled()) return;
    let name = fields.model;
    let { result } = test;
    if (mayBeDefault && wish === null && !isTested) {
      result = await test.run(toDraft(fields, server));
      if (!result?.answer) return;
      if (!server) name ||= result.model?.id ?? '';
    }
    if (mayBeDefault && !server && name === '') return setMissing(CONNECT_TEXTS.missingModel);
    const filled = { ...fields, model: name };
    onSaved(server ? await saveChanges(filled, server) : await saveNew(filled, result));
  });
  const { found } = start;
  // A server that answered a moment ago needs no further click.
  useEffect(() => {
    if (found) void test.run(toDraft(toFields({ found })));
  }, [found, test.run]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    save.run();
  };
  return (
    <form className={styles.form} aria-label={CONNECT_TEXTS.connect} noValidate onSubmit={submit}>
      <FormFields {...{ fields, server, change }} />
      <ModelField
        fields={fields}
        models={test.result?.models ?? []}
        onChange={(model) => change({ model })}
      />
      {isAsked && (
        <label className={styles.check}>
          <input type="checkbox" checked={isDefault} onChange={(event) => setWish(event.target.checked)} />
          {server ? CONNECT_TEXTS.keepAsDefault : CONNECT_TEXTS.useAsDefault}
        </label>
      )}
      <div role="status">
        {test.isRunning && (
          <p className={styles.note}>
            <Spinner /> {CONNECT_TEXTS.testing}
          </p>
        )}
        {!test.isRunning && test.result && <TestReport test={test.result} model={fields.model} />}
        {isAsked && wantsDefault && isFailing && !isDefault && (
          <p className={styles.note}>{server ? CONNECT_TEXTS.notKeptDefault : CONNECT_TEXTS.staysDefault}</p>
        )}
      </div>
      {(missing || save.failure || test.failure) && (
        <Notice tone="danger">{missing || save.failure || test.failure}</Notice>
      )}
      <FormActions isSaving={save.isRunning} test={{ ...test, run: runTest }} onCancel={onCancel} />
    </form>
  );
}

interface FormFieldsProps {
  fields: Fields;
  server: ModelServer | undefined;
  change: (changed: Partial<Fields>) => void;
}

function FormFields({ fields, server, change }: FormFieldsProps) {
  const firstRef = useRef<HTMLSelectElement>(null);
  useEffect(() => firstRef.current?.focus(), []);
  const { kind, label, address, key, apiVersion } = fields;
  const preset = findPreset(kind);
  const chooseKind = (chosen: ProviderKind) => {
    const isOwn = (value: string, of: 'label' | 'address') => value !== '' && value !== preset?.[of];
    const next = findPreset(chosen);
    change({
      kind: chosen,
      label: isOwn(label, 'label') ? label : (next?.label ?? ''),
      address: isOwn(address, 'address') ? address : (next?.address ?? ''),
      model: '',
    });
  };
  const mustEnterAgain = server !== undefined && server.key === 'saved' && isMoved(fields, server);
  const keyHint = server?.key === 'saved' && !mustEnterAgain ? CONNECT_TEXTS.keySaved(server.keyEnd) : '';
  return (
    <>
      {!server && (
        <Field label={CONNECT_TEXTS.provider}>
          {(id) => (
            <select
              ref={firstRef}
              id={id}
              className={styles.input}
              value={kind}
              onChange={(event) => {
                const chosen = PROVIDER_PRESETS.find((each) => each.kind === event.target.value);
                if (chosen) chooseKind(chosen.kind);
              }}
            >
              {PROVIDER_PRESETS.map((each) => (
                <option key={each.kind} value={each.kind}>
                  {each.label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <TextField label={CONNECT_TEXTS.name} value={label} onChange={(value) => change({ label: value })} />
      <TextField
        label={CONNECT_TEXTS.address}
        type="url"
        value={address}
        placeholder={preset?.example ?? ''}
        onChange={(value) => change({ address: value })}
      />
      <TextField
        label={CONNECT_TEXTS.key}
        type="password"
        value={key}
        placeholder={keyHint || (preset?.needsKey ? '' : CONNECT_TEXTS.keyUnneeded)}
        hint={mustEnterAgain ? CONNECT_TEXTS.keyAgain : key !== '' ? CONNECT_TEXTS.keyKept : ''}
        warning={key !== '' && isReadable(address) ? CONNECT_TEXTS.unencrypted : ''}
        onChange={(value) => change({ key: value })}
      />
      {kind === 'azure' && (
        <TextField
          label={CONNECT_TEXTS.apiVersion}
          value={apiVersion}
          placeholder={CONNECT_TEXTS.apiVersionHint}
          onChange={(value) => change({ apiVersion: value })}
        />
      )}
    </>
  );
}

function askServer(body: ServerDraft, signal: AbortSignal): Promise<ServerTest> {
  return callApi('testServer', { body, signal });
}

/** Whether it was the model of the form that was asked, or its server said why none could be. */
function isAbout({ model }: ServerTest, fields: Fields): boolean {
  const name = fields.model.trim();
  return model === undefined || name === '' || name === model.id;
}

function toFields({ server, found }: FormStart): Fields {
  const kind = server ? (server.kind ?? 'compatible') : findKind(found);
  const preset = findPreset(kind);
  return {
    kind,
    label: server?.label ?? found?.label ?? preset?.label ?? '',
    address: server?.address ?? found?.address ?? preset?.address ?? '',
    key: '',
    apiVersion: server?.apiVersion ?? '',
    model: server?.models[0] ?? '',
  };
}

/** A found server has the ID of its kind, with an end where that was taken. */
function findKind(found: ModelProvider | undefined): ProviderKind {
  if (!found) return 'openai';
  return (
    PROVIDER_PRESETS.find(({ kind, label }) => found.id === kind || found.label === label)?.kind ??
    'compatible'
  );
}

function findMissing(fields: Fields, server: ModelServer | undefined): string {
  if (fields.address.trim() === '') return CONNECT_TEXTS.missingAddress;
  const hasKey = fields.key.trim() !== '';
  if (server) {
    return server.key === 'saved' && isMoved(fields, server) && !hasKey ? CONNECT_TEXTS.keyAgain : '';
  }
  return findPreset(fields.kind)?.needsKey && !hasKey ? CONNECT_TEXTS.missingKey : '';
}
