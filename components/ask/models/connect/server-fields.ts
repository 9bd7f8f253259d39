/** What the form of a server holds, and what of it is sent. */
import type {
  ModelServer,
  NewServer,
  ServerDraft,
  ServerPatch,
  ServerTest,
} from '../../../../lib/protocol/models/model-server.ts';
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

export function isMoved({ address }: Fields, server: ModelServer): boolean {
  const trim = (value: string) => value.trim().replace(/\/+$/, '');
  return trim(address) !== trim(server.address);
}

/** Whether other requests would be sent than before: only then can what answered have stopped answering. */
export function isServerChanged(fields: Fields, server: ModelServer): boolean {
  const { key, apiVersion, model } = fields;
  const version = apiVersion.trim();
  return (
    isMoved(fields, server) ||
    key.trim() !== '' ||
    version !== (server.apiVersion ?? '') ||
    model !== (server.models[0] ?? '')
  );
}

interface Draft extends ServerDraft {
  kind: ProviderKind;
  address: string;
}

export function toDraft(fields: Fields, server?: ModelServer): Draft {
  const { kind, address, key, apiVersion, model } = fields;
  return {
    kind,
    address,
    ...(server ? { id: server.id } : {}),
    ...(key.trim() === '' ? {} : { key }),
    ...(apiVersion.trim() === '' ? {} : { apiVersion }),
    ...(model.trim() === '' ? {} : { model }),
  };
}

export function toNewServer(fields: Fields, result: ServerTest | null): NewServer {
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
export function toPatch(fields: Fields, server: ModelServer): ServerPatch {
  const { label, address, key, apiVersion, model } = fields;
  const [first, ...others] = server.models;
  return {
    label: label.trim() || server.label,
    ...(isMoved(fields, server) ? { address } : {}),
    ...(key.trim() === '' ? {} : { key }),
    ...(apiVersion === (server.apiVersion ?? '') ? {} : { apiVersion: apiVersion.trim() || null }),
    ...(model === (first ?? '') ? {} : { models: [model, ...others].filter((each) => each.trim() !== '') }),
  };
}

/** Whether a key would travel unencrypted beyond this machine. */
export function isReadable(address: string): boolean {
  const url = URL.parse(address.trim());
  return url?.protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}
