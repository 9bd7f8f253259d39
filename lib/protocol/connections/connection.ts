/** Connections to databases, as the file, requests, and replies have them. A reply never holds a secret. */
import { z } from 'zod';

export const ConnectionKind = z.enum([
  'postgresql',
  'mysql',
  'sqlite',
  'duckdb',
  'flightsql',
  'mssql',
  'clickhouse',
  'snowflake',
  'bigquery',
  'trino',
  'spark',
  'dask',
]);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

/** Whether it runs code of the kernel instead of queries. */
export function isCluster(kind: ConnectionKind): kind is 'spark' | 'dask' {
  return kind === 'spark' || kind === 'dask';
}

const Text = z.string().trim().min(1).max(2_000);
const InVariable = z.strictObject({
  env: z.string().regex(/^[A-Za-z_]\w*$/, 'is not the name of a variable'),
});
const Saved = z.strictObject({ saved: z.literal(true) });

/** A secret on the disk: the text itself, or the name of the environment variable that holds it. */
export const KeptSecret = z.union([z.string().min(1).max(8_192), InVariable]);
export type KeptSecret = z.infer<typeof KeptSecret>;
/** A secret in a reply: where it is. In a request, `{saved: true}` keeps the one that is saved. */
const ShownSecret = z.union([InVariable, Saved]);

const Plain = z.union([z.string().max(8_192), z.number(), z.boolean()]);

export const ConnectionLimits = z.strictObject({
  /** Most rows of a result. */
  maxRows: z.number().int().positive().max(1_000_000_000).default(5_000_000),
  /** Most bytes of a result, as an Arrow file. */
  maxBytes: z.number().int().positive().max(1_000_000_000_000).default(1_000_000_000),
  /** Longest time of a query, milliseconds. */
  timeoutMs: z.number().int().positive().max(86_400_000).default(600_000),
});
export type ConnectionLimits = z.infer<typeof ConnectionLimits>;

/** Each kind of connection uses only some of these. */
const shared = {
  kind: ConnectionKind,
  host: Text.optional(),
  port: z.number().int().min(1).max(65_535).optional(),
  database: Text.optional(),
  user: Text.optional(),
  /** An address without a password, instead of host, port, and database. */
  url: Text.optional(),
  /** Absolute path of a database file on the machine of the app. */
  path: Text.optional(),
  /** The schemas that may be asked. Default: all that the user of the database may read. */
  schemas: z.array(Text).max(200).optional(),
  limits: ConnectionLimits.prefault({}),
  /** Whether a user of the database that can write is accepted. Default false. */
  allowsWriters: z.boolean().optional(),
};

/** As `connections.json` has it. `options` are those of the driver. */
export const KeptConnection = z.strictObject({
  ...shared,
  password: KeptSecret.optional(),
  options: z.record(z.string(), z.union([Plain, InVariable])).optional(),
});
export type KeptConnection = z.infer<typeof KeptConnection>;
/** The same, as users write it. */
export type ConnectionInput = z.input<typeof KeptConnection>;

/** The complete settings in a request: what is left out is removed. */
export const ConnectionSettings = z.strictObject({
  ...shared,
  password: z.union([KeptSecret, Saved]).optional(),
  options: z.record(z.string(), z.union([Plain, InVariable, Saved])).optional(),
});
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

/** As a reply shows it. Options that may be secret are hidden like passwords. */
export const Connection = z.object({
  name: z.string(),
  ...shared,
  password: ShownSecret.optional(),
  options: z.record(z.string(), z.union([Plain, ShownSecret])).optional(),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionTest = z.object({
  /** Whether queries would be answered. */
  isUsable: z.boolean(),
  /** Name and version of the database, such as `PostgreSQL 18.4`. */
  server: z.string().optional(),
  /** The user of the database; null where it has none. */
  user: z.string().nullish(),
  /** What makes this user able to write, such as `is a superuser`. */
  writers: z.array(z.string()),
  /** Sentences about what cannot be checked or enforced for this kind of database. */
  notEnforced: z.array(z.string()).default([]),
  /** How many tables and views it can ask; left out where they could not be listed. */
  tables: z.number().optional(),
  /** The schemas of these tables, also where the user is refused; left out where they are not known. */
  schemas: z.array(z.string()).optional(),
  /** Why it cannot be used, as a sentence. */
  problem: z.string().optional(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** An entry of a list. */
export const ListedConnection = Connection.extend({
  /** What the last test of these settings found since Actbook was started. */
  lastTest: ConnectionTest.optional(),
});
export type ListedConnection = z.infer<typeof ListedConnection>;

export const ConnectionList = z.object({
  connections: z.array(ListedConnection),
  /** Removed a moment ago, the last first, and how long each can still be restored, milliseconds. */
  restorable: z.array(z.object({ name: z.string(), undoMs: z.number() })).optional(),
  /** Why the file of the connections cannot be read, as a sentence. */
  problem: z.string().optional(),
});
export type ConnectionList = z.infer<typeof ConnectionList>;

/** What a model is shown of a connection. */
export const ConnectionDescription = z.object({
  name: z.string(),
  kind: ConnectionKind,
  /** Its tables, one per line within a budget, or why they are not known. */
  catalog: z.string(),
});
export type ConnectionDescription = z.infer<typeof ConnectionDescription>;
