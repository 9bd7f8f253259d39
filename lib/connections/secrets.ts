/** What of a connection is secret, where each secret is, and how texts are kept free of them. */
import type {
  Connection,
  ConnectionSettings,
  KeptConnection,
  KeptSecret,
} from '../protocol/connections/connection.ts';
import { AppError } from '../util/app-error.ts';

/** Options of drivers whose values are not shown, by what they are called. */
const SECRET_OPTION =
  /pass(word|phrase)?|pwd|secret|token|credential|(api|private|access|account)[_-]?key|auth/i;

/** The value of an environment variable; undefined where it is not set. */
export type ReadVariable = (name: string) => string | undefined;

type Value = NonNullable<KeptConnection['options']>[string];

/** Whether an address has a password, or options that sound like a secret. */
export function hasSecret(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    (url.password !== '' || [...url.searchParams.keys()].some((key) => SECRET_OPTION.test(key)))
  );
}

/** A password in the address moves to its own setting, where it is treated as one. */
export function takePasswordOut(kept: KeptConnection): KeptConnection {
  const url = kept.url === undefined ? null : URL.parse(kept.url);
  if (!url || url.password === '') return kept;
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { ...kept, url: url.href, password: kept.password ?? password };
}

/** As replies have it. */
export function toShown(name: string, { password, options, ...rest }: KeptConnection): Connection {
  return {
    name,
    ...rest,
    ...(password === undefined ? {} : { password: isInVariable(password) ? password : SAVED }),
    ...(options === undefined ? {} : { options: mapValues(options, hideOption) }),
  };
}

const SAVED = { saved: true } as const;

function hideOption(value: Value, key: string): NonNullable<Connection['options']>[string] {
  return typeof value === 'string' && SECRET_OPTION.test(key) ? SAVED : value;
}

/**
 * Puts the secrets that are saved in the places that ask for them. Throws AppError `bad-request` where nothing is saved, or where
 * the connection is to another server, which must not get them.
 */
export function fillSaved(given: ConnectionSettings, saved: KeptConnection | undefined): KeptConnection {
  const { password, options, ...rest } = given;
  const fill = <T extends Value>(value: T | typeof SAVED, known: T | undefined): T => {
    if (!isSaved(value)) return value;
    if (known === undefined || saved === undefined)
      throw new AppError('bad-request', 'No password is saved for this connection. Enter it.');
    if (toTarget(saved) !== toTarget(given))
      throw new AppError(
        'bad-request',
        'Enter the password again: the saved one belongs to the previous address.',
      );
    return known;
  };
  const filled = password === undefined ? undefined : fill<KeptSecret>(password, saved?.password);
  return {
    ...rest,
    ...(filled === undefined ? {} : { password: filled }),
    ...(options === undefined
      ? {}
      : { options: mapValues(options, (value, key) => fill<Value>(value, saved?.options?.[key])) }),
  };
}

/** Where secrets go to: options can redirect a driver as well as an address can. */
function toTarget({ kind, host, port, url, path, options = {} }: ConnectionSettings): string {
  const plain = Object.entries(options).filter(([key, value]) => !isSaved(value) && !SECRET_OPTION.test(key));
  return JSON.stringify([kind, host, port, url, path, plain.toSorted()]);
}

/**
 * With each secret as text, for the program that connects, and the list of these texts. Throws AppError `bad-request` for an
 * environment variable that is not set.
 */
export function resolveSecrets(
  { password, options, url, ...rest }: KeptConnection,
  readVariable: ReadVariable,
): { settings: Record<string, unknown>; secrets: string[] } {
  const secrets: string[] = [];
  const read = (value: Value, key: string) => {
    const text = isInVariable(value) ? readVariable(value.env) : value;
    if (text === undefined)
      throw new AppError(
        'bad-request',
        `The environment variable ${isInVariable(value) ? value.env : ''} is not set. Set it and start Actbook again.`,
      );
    if (typeof text === 'string' && (isInVariable(value) || SECRET_OPTION.test(key))) secrets.push(text);
    return text;
  };
  const plain = password === undefined ? undefined : String(read(password, 'password'));
  const settings = {
    ...rest,
    ...(url === undefined ? {} : { url: plain === undefined ? url : putPassword(url, plain) }),
    ...(plain === undefined ? {} : { password: plain }),
    ...(options === undefined ? {} : { options: mapValues(options, read) }),
  };
  return { settings, secrets };
}

/** Drivers that take an address take the password in it. */
function putPassword(address: string, password: string): string {
  const url = URL.parse(address);
  if (!url || url.username === '') return address;
  url.password = encodeURIComponent(password);
  return url.href;
}

function isInVariable(value: unknown): value is { env: string } {
  return typeof value === 'object' && value !== null && 'env' in value;
}

function isSaved(value: unknown): value is typeof SAVED {
  return typeof value === 'object' && value !== null && 'saved' in value;
}

function mapValues<T, R>(values: Record<string, T>, change: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
