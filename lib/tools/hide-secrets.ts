/** Takes out of a text what a configuration holds in confidence: servers and libraries repeat it. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { McpServerConfig } from './mcp-config.ts';

/** Anything shorter is not a secret, and may be a part of any word. */
const MIN_LENGTH = 8;
/** A key within a longer text, such as JSON or an address, has at least this length, letters, and digits. */
const MIN_KEY_LENGTH = 16;

const HIDDEN = '[hidden]';

/** Hides what is secret in the configuration of an MCP server. */
export function createSecretHider(config: McpServerConfig): (text: string) => string {
  return hideTexts(listSecrets(config).filter(({ length }) => length >= MIN_LENGTH));
}

/** Hides each of these as it is, and in the forms that texts, addresses, and other languages give it. */
export function hideTexts(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets)]
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return (text) => text;
  const pattern = new RegExp(longestFirst.flatMap(listPatterns).join('|'), 'gu');
  return (text) => text.replace(pattern, HIDDEN);
}

/**
 * What is secret by itself within a secret: the login of an address, and the keys in a longer text, such as the lines of a private
 * key in JSON.
 */
export function listParts(secret: string): string[] {
  const words = secret.split(/\\n|[\s"',;]+/);
  const logins = words.map((word) => decode(URL.parse(word)?.password ?? ''));
  return [...logins, ...words.filter((word) => isKey(word) && !isAddress(word))].filter(Boolean);
}

function listSecrets(config: McpServerConfig): string[] {
  if ('url' in config) return [...listInAddress(config.url), ...listInValues(config.headers)];
  // Arguments are mostly names and folders: only what looks like a key is one.
  return [...listInValues(config.env), ...(config.args ?? []).flatMap(listInPublic)];
}

function listInValues(values: Record<string, string> = {}): string[] {
  return Object.values(values).flatMap((value) => {
    if (isPublic(value)) return listInPublic(value);
    // `Bearer …` is quoted whole, or without its first word.
    const words = value.split(/\s+/);
    const login = /^Basic\s+(\S+)$/i.exec(value)?.[1];
    const parts = login ? Buffer.from(login, 'base64').toString('utf8').split(':') : [];
    return [value, ...words, ...parts, ...listKeys(value)];
  });
}

/** An address, or a place on this machine: results name those. */
function isPublic(value: string): boolean {
  return isAddress(value) || (isAbsolute(value) && existsSync(value));
}

function listInPublic(value: string): string[] {
  // `--address=https://…`
  const address = /[a-z][\w+.-]*:\/\/.*/i.exec(value)?.[0] ?? '';
  if (isAddress(address)) return listInAddress(address);
  return isAbsolute(value) ? [] : listKeys(value);
}

function isAddress(value: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(value) && URL.canParse(value);
}

function listInAddress(address: string): string[] {
  const { username, password, pathname, search, searchParams, hash } = new URL(address);
  const written = [username, password];
  return [
    ...written,
    ...written.map(decode),
    search,
    ...searchParams.values(),
    ...[pathname, hash].flatMap((part) => listKeys(decode(part))),
  ];
}

function listKeys(text: string): string[] {
  return (text.match(/[\w.~+-]+/g) ?? []).filter(isKey);
}

function isKey(word: string): boolean {
  return word.length >= MIN_KEY_LENGTH && /\d/.test(word) && /[a-z]/i.test(word);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listPatterns(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const written = secret.replaceAll(/([a-z\d]+)|(.)\2*/gisu, (run, plain, sign) =>
    plain === undefined ? toSignPattern(sign, Array.from(run).length) : run,
  );
  const encoded = [0, 1, 2].map((offset) => toBase64(bytes, offset));
  const urlSafe = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const long = [...encoded, ...urlSafe].filter(({ length }) => length >= MIN_LENGTH);
  return [written, toAnyCase(bytes.toString('hex')), ...long.map((text) => text.replaceAll('+', '\\+'))];
}

/**
 * A sign in a row: after backslashes, twice, by its number, by its name, or as its bytes. Backslashes have a limit, so that a text
 * of them takes no time.
 */
function toSignPattern(sign: string, count: number): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  const letter = /^"\\([a-z])"$/.exec(JSON.stringify(sign))?.[1];
  const names = [
    `u${toAnyCase(code.padStart(4, '0'))}`,
    `x${toAnyCase(code.padStart(2, '0'))}`,
    letter ?? [],
  ];
  const forms = [
    `\\\\{1,8}(?:${names.flat().join('|')})`,
    sign === '\\' ? '\\\\' : `\\\\{0,8}\\u{${code}}`,
    toAnyCase(Buffer.from(sign).toString('hex').replaceAll(/../g, '%$&')),
    ...(/[&<>"']/.test(sign) ? ['&#?\\w{2,6};'] : []),
    ...(sign === ' ' ? ['\\+'] : []),
  ];
  return `(?:${forms.join('|')}){${count},${count * (sign === '\\' ? 8 : 2)}}`;
}

/** A pattern of digits in base 16. */
function toAnyCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The characters that do not depend on what is before and after, with `offset` bytes before. */
function toBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const isWhole = (offset + bytes.length) % 3 === 0;
  const known = text.replace(/=+$/, '');
  return known.slice([0, 2, 3][offset], isWhole ? undefined : -1);
}
