/** The fields of the connection form, and the request that they become. */
import type {
  Connection,
  ConnectionInput,
  ConnectionKind,
  ConnectionSettings,
} from '../../../lib/protocol/connections/connection.ts';
import { findNameFault } from '../../../lib/protocol/connections/find-name-fault.ts';
import { CONNECTION_KINDS, KIND_NAMES, type PlaceField } from './connection-kinds.ts';
import { CONNECTION_TEXTS } from './connection-texts.ts';

/** All as text. */
export interface Fields extends Record<Exclude<PlaceField, 'schemas'>, string> {
  kind: ConnectionKind;
  name: string;
  /** Name of the environment variable with the password, if `isInVariable`. */
  variable: string;
  isInVariable: boolean;
  /** Separated by commas. */
  schemas: string;
  /** A line each, `name = value`. */
  options: string;
  maxRows: string;
  maxMegabytes: string;
  seconds: string;
  allowsWriters: boolean;
}

export type Faults = Partial<Record<keyof Fields, string>>;

/** As the API takes it: limits may be left out. */
type Settings = Omit<ConnectionSettings, 'limits'> & Pick<ConnectionInput, 'limits'>;
type Options = NonNullable<ConnectionSettings['options']>;

const BYTES_PER_MEGABYTE = 1_000_000;

export function toFields(connection: Connection | undefined): Fields {
  const { kind = 'postgresql', limits, password } = connection ?? {};
  const text = (value: string | number | undefined) => String(value ?? '');
  const isInVariable = password !== undefined && 'env' in password;
  return {
    kind,
    name: text(connection?.name),
    host: text(connection?.host),
    port: text(connection ? connection.port : CONNECTION_KINDS[kind].port),
    url: text(connection?.url),
    database: text(connection?.database),
    path: text(connection?.path),
    user: text(connection?.user),
    password: '',
    variable: isInVariable ? password.env : '',
    isInVariable,
    schemas: (connection?.schemas ?? []).join(', '),
    options: Object.entries(connection?.options ?? {})
      .map(([name, value]) => `${name} = ${writeOption(value)}`)
      .join('\n'),
    maxRows: text(limits?.maxRows ?? 5_000_000),
    maxMegabytes: text((limits?.maxBytes ?? 1_000_000_000) / BYTES_PER_MEGABYTE),
    seconds: text((limits?.timeoutMs ?? 600_000) / 1000),
    allowsWriters: connection?.allowsWriters ?? false,
  };
}

/** A connection that was saved with an address keeps it, in place of host, port, and database. */
export function listFields({ kind, url }: Pick<Fields, 'kind' | 'url'>): readonly PlaceField[] {
  const { fields } = CONNECTION_KINDS[kind];
  if (url === '' || fields.includes('url')) return fields;
  return ['url', ...fields.filter((field) => field !== 'host' && field !== 'port' && field !== 'database')];
}

/** Whether the saved password would go to another address, where it is not sent. */
export function isMoved(fields: Fields, connection: Connection): boolean {
  const before = toFields(connection);
  return (['host', 'port', 'url', 'path', 'options'] as const).some(
    (field) => fields[field].trim() !== before[field].trim(),
  );
}

export function hasSavedPassword(connection: Connection | undefined): boolean {
  return connection?.password !== undefined && 'saved' in connection.password;
}

export function splitSchemas(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

/** Messages for fields whose values cannot be sent. */
export function findFaults(fields: Fields, connection: Connection | undefined): Faults {
  const faults: Faults = {};
  const shown = listFields(fields);
  const name = fields.name.trim();
  const nameFault = name === '' ? CONNECTION_TEXTS.missingName : findNameFault(name);
  if (nameFault) faults.name = `${nameFault.replace(/\.$/, '')}.`;
  for (const field of ['host', 'url'] as const)
    if (shown.includes(field) && fields[field].trim() === '') faults[field] = CONNECTION_TEXTS.missing[field];
  if (shown.includes('path') && !/^(\/|[A-Za-z]:[\\/])/.test(fields.path.trim()))
    faults.path = CONNECTION_TEXTS.missing.path;
  const port = fields.port.trim();
  if (shown.includes('port') && port !== '' && !isWhole(port, 65_535)) faults.port = CONNECTION_TEXTS.badPort;
  if (fields.isInVariable && !/^[A-Za-z_]\w*$/.test(fields.variable.trim()))
    faults.variable = CONNECTION_TEXTS.badVariable;
  const keeps = !fields.isInVariable && fields.password === '' && hasSavedPassword(connection);
  if (keeps && connection && isMoved(fields, connection)) faults.password = CONNECTION_TEXTS.passwordAgain;
  if (readOptions(fields.options) === null) faults.options = CONNECTION_TEXTS.badOptions;
  if (!isWhole(fields.maxRows, 1e9)) faults.maxRows = CONNECTION_TEXTS.badNumber('1,000,000,000');
  if (!isWhole(fields.maxMegabytes, 1e6)) faults.maxMegabytes = CONNECTION_TEXTS.badNumber('1,000,000');
  if (!isWhole(fields.seconds, 86_400)) faults.seconds = CONNECTION_TEXTS.badNumber('86,400');
  return faults;
}

function isWhole(text: string, max: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
}

/** Only the fields that this kind has. */
export function toSettings(fields: Fields, connection: Connection | undefined): Settings {
  const shown = listFields(fields);
  const texts = (['host', 'url', 'database', 'path', 'user'] as const)
    .filter((field) => shown.includes(field) && fields[field].trim() !== '')
    .map((field) => [field, fields[field].trim()] as const);
  const schemas = splitSchemas(fields.schemas);
  const options = readOptions(fields.options) ?? {};
  const password = shown.includes('password') ? toPassword(fields, connection) : undefined;
  return {
    kind: fields.kind,
    ...Object.fromEntries(texts),
    ...(shown.includes('port') && fields.port.trim() !== '' ? { port: Number(fields.port) } : {}),
    ...(password === undefined ? {} : { password }),
    ...(shown.includes('schemas') && schemas.length > 0 ? { schemas } : {}),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    limits: {
      maxRows: Number(fields.maxRows),
      maxBytes: Number(fields.maxMegabytes) * BYTES_PER_MEGABYTE,
      timeoutMs: Number(fields.seconds) * 1000,
    },
    ...(fields.allowsWriters ? { allowsWriters: true } : {}),
  };
}

function toPassword(fields: Fields, connection: Connection | undefined): Settings['password'] {
  if (fields.isInVariable) return { env: fields.variable.trim() };
  if (fields.password !== '') return fields.password;
  return hasSavedPassword(connection) ? { saved: true } : undefined;
}

const SAVED = '(saved)';

/** Quotes text that would otherwise be read as a number or a boolean. */
function writeOption(value: Options[string]): string {
  if (typeof value === 'object') return 'env' in value ? `$${value.env}` : SAVED;
  return typeof value === 'string' && readOption(value) === value ? value : JSON.stringify(value);
}

function readOption(text: string): Options[string] {
  if (text === SAVED) return { saved: true };
  if (/^\$[A-Za-z_]\w*$/.test(text)) return { env: text.slice(1) };
  if (/^(".*"|true|false|-?\d{1,15}(\.\d+)?)$/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // `007` is text.
    }
  }
  return text;
}

/** Null where a line is not `name = value`. */
function readOptions(text: string): Options | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line));
  if (pairs.includes(null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', readOption(pair?.[2] ?? '')]));
}

/** The fields of a pasted address such as `postgresql://user:password@host/database`; null for other text. */
export function readAddress(text: string): Partial<Fields> | null {
  const address = text.trim().replace(/^jdbc:/, '');
  const scheme = /^([a-z][a-z+]*):\/\/\S*$/.exec(address)?.[1]?.replace(/\+(?!tls|tcp)\w+$/, '');
  const kind = KIND_NAMES.find(
    (each) => scheme !== undefined && CONNECTION_KINDS[each].schemes.includes(scheme),
  );
  // Browsers parse addresses with unknown schemes differently.
  const url = URL.parse(address.replace(/^[a-z+]+:/, 'http:'));
  if (!kind || (!url && !address.includes(':///'))) return null;
  const { fields, port } = CONNECTION_KINDS[kind];
  if (fields.includes('path')) {
    const path = decodeText(address.replace(/^[a-z+]+:\/\//, '').replace(/\?.*$/, ''));
    return { kind, path: path.replace(/^\/(\/|[A-Za-z]:)/, '$1') };
  }
  if (!url) return null;
  const query = [...url.searchParams].map(([name, value]) => `${name} = ${writeOption(value)}`).join('\n');
  const login = {
    user: decodeText(url.username),
    ...(url.password === '' ? {} : { password: decodeText(url.password), isInVariable: false }),
  };
  if (fields.includes('url')) return { kind, ...login, url: `${scheme}://${url.host}` };
  const database = decodeText(url.pathname.slice(1));
  return {
    kind,
    ...login,
    host: url.hostname,
    port: url.port || String(port ?? ''),
    url: '',
    database,
    options: query,
  };
}

/** What a pasted address changes; null for other text. A password does not follow to another address. */
export function pasteAddress(text: string, fields: Fields): Partial<Fields> | null {
  const address = readAddress(text);
  const hadPlace = fields.host !== '' || fields.url !== '';
  const isMoved = (['kind', 'host', 'port', 'url'] as const).some(
    (field) => address?.[field] !== undefined && address[field] !== fields[field],
  );
  if (!address || !hadPlace || !isMoved) return address;
  return { password: '', variable: '', isInVariable: false, ...address };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
