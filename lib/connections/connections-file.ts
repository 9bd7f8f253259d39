/**
 * The file of the connections, `{"connections": {NAME: {…}}}`: written by hand, by the page, and by the command. It is read each
 * time, because each of them may change it while the app runs.
 */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { type ConnectionInput, KeptConnection } from '../protocol/connections/connection.ts';
import { findNameFault } from '../protocol/connections/find-name-fault.ts';
import { AppError, toMessage } from '../util/app-error.ts';
import { findAddressFault, takePasswordOut } from './secrets.ts';

export type KeptConnections = Record<string, KeptConnection>;

const ConnectionsFile = z.strictObject({ connections: z.record(z.string(), KeptConnection) });

/** Throws AppError `conflict` for a file that cannot be used. Where there is none, there are no connections. */
export function readConnectionsFile(path: string): KeptConnections {
  return check(readJson(path), (why) => unusable(path, why));
}

/** Checks connections that a program passes. Throws AppError `bad-request`. */
export function parseConnections(connections: Readonly<Record<string, ConnectionInput>>): KeptConnections {
  const refuse = (why: string) => new AppError('bad-request', `The connections cannot be used: ${why}.`);
  return check({ connections }, refuse);
}

function check(content: unknown, toError: (why: string) => AppError): KeptConnections {
  const file = ConnectionsFile.safeParse(content);
  // A message of the schema names the place and never quotes the text, which may hold a password.
  if (!file.success) throw toError(explain(file.error));
  const entries = Object.entries(file.data.connections).map(
    ([name, each]) => [name, takePasswordOut(each)] as const,
  );
  for (const [name, { url, path }] of entries) {
    const inAddress = url === undefined ? null : findAddressFault(url, true);
    const inPath = path === undefined || isAbsolute(path) ? null : `the path of “${name}” is not absolute`;
    const fault =
      inAddress === null ? (inPath ?? findNameFault(name)) : `the address of “${name}” ${inAddress}`;
    if (fault !== null) throw toError(fault);
  }
  return Object.fromEntries(entries);
}

export function writeConnectionsFile(path: string, connections: KeptConnections): void {
  writePrivateFile(path, { connections });
}

function readJson(path: string): unknown {
  let text: string | null;
  try {
    text = readPrivateFile(path);
  } catch (error) {
    throw unusable(path, toMessage(error));
  }
  try {
    return text === null ? { connections: {} } : JSON.parse(text);
  } catch (error) {
    throw unusable(path, `it is not valid JSON${describePlace(text ?? '', toMessage(error))}`);
  }
}

/** Only the line: the rest of the message quotes the text, which may hold a password. */
function describePlace(text: string, message: string): string {
  const position = findPosition(text, message);
  return position < 0 ? '' : ` (line ${text.slice(0, position).split('\n').length})`;
}

/** -1 where the message has none. */
function findPosition(text: string, message: string): number {
  const [, at] = /at position (\d+)/.exec(message) ?? [];
  if (at !== undefined) return Number(at);
  if (message.includes('end of JSON input')) return text.trimEnd().length;
  const [, token = '', dots, quoted] =
    /^Unexpected token '(.)', (\.{3})?"([\s\S]*)"(?:\.{3})? is not valid JSON$/u.exec(message) ?? [];
  if (quoted === undefined) return -1;
  // What is quoted begins ten characters before the fault, or with the text.
  const start = text.indexOf(quoted);
  return dots && start >= 0 ? start + 10 : text.indexOf(token);
}

function explain({ issues }: z.ZodError): string {
  const issue = issues[0];
  const where = issue?.path.join('.') || 'its top';
  if (issue?.code === 'unrecognized_keys')
    return `${where} has a setting “${issue.keys[0]}”, which is not known`;
  if (issue?.code === 'invalid_union') return `${where} is not a value that it can have`;
  return `at ${where}: ${issue?.message ?? 'invalid'}`;
}

function unusable(path: string, why: string): AppError {
  return new AppError('conflict', `The file ${path} with your connections cannot be used: ${why}.`);
}
