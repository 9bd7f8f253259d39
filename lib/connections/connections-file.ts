/**
 * The file of the connections, `{"connections": {NAME: {…}}}`: written by hand, by the page, and by the command. It is read each
 * time, because each of them may change it while the app runs.
 */
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { KeptConnection } from '../protocol/connections/connection.ts';
import { AppError, toMessage } from '../util/app-error.ts';
import { findNameFault } from './find-name-fault.ts';
import { takePasswordOut } from './secrets.ts';

export type KeptConnections = Record<string, KeptConnection>;

const ConnectionsFile = z.strictObject({ connections: z.record(z.string(), KeptConnection) });

/** Throws AppError `conflict` for a file that cannot be used. Where there is none, there are no connections. */
export function readConnectionsFile(path: string): KeptConnections {
  const file = ConnectionsFile.safeParse(parse(path));
  // A message of the schema names the place and never quotes the text, which may hold a password.
  if (!file.success) throw unusable(path, explain(file.error));
  for (const name of Object.keys(file.data.connections)) {
    const fault = findNameFault(name);
    if (fault !== null) throw unusable(path, fault);
  }
  const entries = Object.entries(file.data.connections);
  return Object.fromEntries(entries.map(([name, each]) => [name, takePasswordOut(each)]));
}

export function writeConnectionsFile(path: string, connections: KeptConnections): void {
  writePrivateFile(path, { connections });
}

function parse(path: string): unknown {
  let text: string | null;
  try {
    text = readPrivateFile(path);
  } catch (error) {
    throw unusable(path, toMessage(error));
  }
  try {
    return text === null ? { connections: {} } : JSON.parse(text);
  } catch {
    throw unusable(path, 'it is not valid JSON');
  }
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
