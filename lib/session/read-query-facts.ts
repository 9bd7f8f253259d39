import { attempt } from '../util/attempt.ts';
import type { Call } from './call-state.ts';

/** What a query of a database took and gave. */
export interface QueryFacts {
  /** Absent for one that is so long that it is stored apart. */
  readonly sql?: string;
  readonly rows: number;
  readonly bytes: number;
  /** Time in the database and of the transfer, milliseconds. */
  readonly ms: number;
}

/** Null for a call that is not a query of a connection, or has given nothing. */
export function readQueryFacts({ arguments: args, result }: Call): QueryFacts | null {
  const given = readObject(args);
  const { file, rows, bytes, ms } = readObject(result);
  if (typeof file !== 'string' || !file.endsWith('.arrow')) return null;
  if (typeof rows !== 'number' || typeof bytes !== 'number' || typeof ms !== 'number') return null;
  return { ...(typeof given.sql === 'string' ? { sql: given.sql } : {}), rows, bytes, ms };
}

function readObject(json: unknown): Record<string, unknown> {
  const value: unknown = typeof json === 'string' ? attempt(() => JSON.parse(json)) : null;
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
