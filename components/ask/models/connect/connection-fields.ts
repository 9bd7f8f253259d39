/** What the form of a connection holds, and what of it is sent. */
import type {
  ConnectionDraft,
  ConnectionPatch,
  ConnectionTest,
  ModelConnection,
  NewConnection,
} from '../../../../lib/protocol/models/model-connection.ts';
import type { ProviderKind } from '../../../../lib/protocol/models/provider-kind.ts';

export interface Fields {
  kind: ProviderKind;
  label: string;
  address: string;
  /** Empty: unchanged. */
  key: string;
  apiVersion: string;
  /** Empty: not chosen yet. */
  model: string;
}

export function isMoved({ address }: Fields, connection: ModelConnection): boolean {
  const trim = (value: string) => value.trim().replace(/\/+$/, '');
  return trim(address) !== trim(connection.address);
}

/** Whether other requests would be sent than before: only then can what answered have stopped answering. */
export function isServerChanged(fields: Fields, connection: ModelConnection): boolean {
  const { key, apiVersion, model } = fields;
  const version = apiVersion.trim();
  return (
    isMoved(fields, connection) ||
    key.trim() !== '' ||
    version !== (connection.apiVersion ?? '') ||
    model !== (connection.models[0] ?? '')
  );
}

interface Draft extends ConnectionDraft {
  kind: ProviderKind;
  address: string;
}

export function toDraft(fields: Fields, connection?: ModelConnection): Draft {
  const { kind, address, key, apiVersion, model } = fields;
  return {
    kind,
    address,
    ...(connection ? { id: connection.id } : {}),
    ...(key.trim() === '' ? {} : { key }),
    ...(apiVersion.trim() === '' ? {} : { apiVersion }),
    ...(model.trim() === '' ? {} : { model }),
  };
}

export function toNewConnection(fields: Fields, result: ConnectionTest | null): NewConnection {
  const { kind, label, address, key, apiVersion, model } = fields;
  return {
    // What answered is known better than “other”.
    kind: kind === 'compatible' ? (result?.kind ?? kind) : kind,
    address,
    models: model.trim() === '' ? [] : [model],
    ...(label.trim() === '' ? {} : { label }),
    ...(key.trim() === '' ? {} : { key }),
    ...(apiVersion.trim() === '' ? {} : { apiVersion }),
  };
}

/** Only what changed. */
export function toPatch(fields: Fields, connection: ModelConnection): ConnectionPatch {
  const { label, address, key, apiVersion, model } = fields;
  const [first, ...others] = connection.models;
  return {
    label: label.trim() || connection.label,
    ...(isMoved(fields, connection) ? { address } : {}),
    ...(key.trim() === '' ? {} : { key }),
    ...(apiVersion === (connection.apiVersion ?? '') ? {} : { apiVersion: apiVersion.trim() || null }),
    ...(model === (first ?? '') ? {} : { models: [model, ...others].filter((each) => each.trim() !== '') }),
  };
}

/** Whether a key would travel unencrypted beyond this machine. */
export function isReadable(address: string): boolean {
  const url = URL.parse(address.trim());
  return url?.protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}
