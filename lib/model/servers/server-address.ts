/** The address of a model server, as users type and paste it, in the form in which it is saved and compared. */
import type { ProviderKind } from '../../protocol/models/provider-kind.ts';
import { AppError } from '../../util/app-error.ts';

export interface ServerAddress {
  address: string;
  /** Azure's `api-version`, which its examples have in the address. */
  apiVersion: string | undefined;
}

/**
 * Without the end point that examples show, and with `/v1` where the server's own address was entered. Throws AppError
 * `bad-request`.
 */
export function readServerAddress(typed: string, kind: ProviderKind | undefined): ServerAddress {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    throw new AppError(
      'bad-request',
      'This is not an address of a server. Enter one that starts with https:// or http://.',
    );
  if (url.username !== '' || url.password !== '' || hasSecretQuery(url))
    throw new AppError(
      'bad-request',
      'The address contains a password or a key. Enter the key in its own field.',
    );
  if (isMetadataHost(url.hostname))
    throw new AppError(
      'bad-request',
      'No model server can have this address: it is reserved for the machine’s own settings.',
    );
  const apiVersion = url.searchParams.get('api-version') || undefined;
  url.hash = '';
  url.search = '';
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|responses)$/, '');
  url.pathname = path === '' && kind !== 'azure' && !isAzureHost(url.hostname) ? '/v1' : path;
  return { address: url.href.replace(/\/$/, ''), apiVersion };
}

export function isSameAddress(left: string, right: string): boolean {
  const [a, b] = [left, right].map((each) => URL.parse(each)?.href.replace(/\/+$/, '') ?? each);
  return a === b;
}

/** Azure's `api-version` is the only query that an API of this kind has. */
function hasSecretQuery({ searchParams }: URL): boolean {
  return [...searchParams.keys()].some((name) => name !== 'api-version');
}

function isAzureHost(host: string): boolean {
  return /\.azure\.com$/.test(host);
}

/** Link-local addresses, where clouds hand their machines credentials. */
function isMetadataHost(host: string): boolean {
  return /^169\.254\.|^\[fe[89ab]|^\[::ffff:a9fe:|^metadata\.google\.internal\.?$/i.test(host);
}
