/** What of a connection is secret, where each secret is, and how texts are kept free of them. */
import { existsSync } from 'node:fs';
import type {
  Connection,
  ConnectionSettings,
  KeptConnection,
  KeptSecret,
} from '../protocol/connections/connection.ts';
import { AppError } from '../util/app-error.ts';
import { attempt } from '../util/attempt.ts';

/** What options with secrets are called. */
const SECRET_NAME =
  /pass(word|phrase)?|pwd|secret|token|credential|header|(api|private|access|account)[_-]?key|auth/i;
/** A run of letters and digits that looks random. */
const KEY = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}/i;

/** Of an address, in any of the ways that drivers write it. */
const PARAMETER = /([^?&;#/=]+)=([^?&;#]*)/g;

/** The value of an environment variable; undefined where it is not set. */
export type ReadVariable = (name: string) => string | undefined;

type Value = NonNullable<KeptConnection['options']>[string];

/**
 * Why an address cannot be kept and shown, as the end of “the address …”; null for one that can. A password in it counts as a
 * fault only where `allowsPassword` is false.
 */
export function findAddressFault(address: string, allowsPassword: boolean): string | null {
  const url = URL.parse(address);
  const rest = url ? `${url.pathname}${url.search}${url.hash}` : '@';
  // A sign that is not encoded can put a part of a password anywhere.
  if (!url || !address.includes('://') || rest.replaceAll(PARAMETER, '').includes('@'))
    return 'cannot be read. Write it as kind://user@host:port/database, with special characters as in %40';
  const parameters = [...rest.matchAll(PARAMETER)];
  const isSecret = parameters.some(([, name = '', value = '']) => isSecretOption(name, value));
  return isSecret || (!allowsPassword && url.password !== '')
    ? 'contains a password or a key. Move it to the password or to the options'
    : null;
}

/** By its name, or because it looks like a key, or like an address with a password. */
function isSecretOption(name: string, value: Value): boolean {
  if (typeof value === 'boolean') return false;
  if (SECRET_NAME.test(name)) return true;
  if (typeof value !== 'string' || (value.startsWith('/') && existsSync(value))) return false;
  // As in a connection string: `Server=x;Pwd=y`.
  const names = [...value.matchAll(/([^?&;\s=]+)\s*=\s*[^?&;\s]/g)].map(([, inside = '']) => inside);
  if (names.some((each) => SECRET_NAME.test(each))) return true;
  return KEY.test(value) || (URL.parse(value)?.password ?? '') !== '';
}

/** A password in the address moves to its own setting, where it is treated as one. */
export function takePasswordOut(kept: KeptConnection): KeptConnection {
  const url = kept.url === undefined ? null : URL.parse(kept.url);
  if (!url || url.password === '') return kept;
  const password = decode(url.password);
  url.password = '';
  return { ...kept, url: url.href, password: kept.password ?? password };
}

/** A lone percent sign stands for itself. */
function decode(password: string): string {
  return attempt(() => decodeURIComponent(password)) ?? password;
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
  return !isInVariable(value) && isSecretOption(key, value) ? SAVED : value;
}

/**
 * Puts the secrets that are saved in the places that ask for them. Throws AppError `bad-request` where nothing is saved, or where
 * the connection is to another server, which must not get them.
 */
export function fillSaved(given: ConnectionSettings, saved: KeptConnection | undefined): KeptConnection {
  const { password, options, ...rest } = given;
  let usesSaved = false;
  const fill = <T extends Value>(value: T | typeof SAVED, known: T | undefined): T => {
    if (!isSaved(value)) return value;
    if (known === undefined)
      throw new AppError('bad-request', 'No password is saved for this connection. Enter it.');
    usesSaved = true;
    return known;
  };
  const filled: KeptConnection = {
    ...rest,
    ...(password === undefined ? {} : { password: fill<KeptSecret>(password, saved?.password) }),
    ...(options === undefined
      ? {}
      : { options: mapValues(options, (value, key) => fill<Value>(value, saved?.options?.[key])) }),
  };
  if (usesSaved && saved && toTarget(saved) !== toTarget(filled))
    throw new AppError(
      'bad-request',
      'Enter the password again: the saved one belongs to the previous address.',
    );
  return filled;
}

/** Where secrets go to: options can redirect a driver as well as an address can. */
function toTarget({ kind, host, port, url, path, options = {} }: KeptConnection): string {
  const plain = Object.entries(options).filter(([key]) => !SECRET_NAME.test(key));
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
    if (isInVariable(value) || isSecretOption(key, text)) secrets.push(String(text));
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
