import type { ListedConnection } from '../../../lib/protocol/connections/connection.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';

/** Words of the dialog that connects databases. */
export const CONNECTION_TEXTS = {
  title: 'Connections',
  explanation: 'Connect a database and ask questions about it, just as with a file.',
  none: 'No database is connected. Code in your notebooks can read a connected one, and never sees its password.',
  loading: 'Loading the connections…',
  list: 'Connected databases',
  add: 'Add connection',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  tables: 'Tables',
  tablesOf: (name: string) => `Tables of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed.`,
  undoRemove: (name: string) => `Undo removing ${name}`,
  restored: (name: string) => `${name} is connected again.`,
  saved: (name: string) => `${name} was saved.`,
  untested: 'Not tested since Actbook was started.',
  answered: (server: string) => `The last test succeeded: ${server}.`,

  kind: 'Kind',
  pasteHint: 'You can paste an address, such as postgresql://user@host/database, into any field.',
  name: 'Name',
  nameHint: (name: string) => `Code calls it ${name}.query("select …").`,
  fields: {
    host: 'Host',
    port: 'Port',
    url: 'Address',
    database: 'Database',
    path: 'File',
    user: 'User',
    password: 'Password',
    schemas: 'Schemas',
  },
  databaseHints: { trino: 'catalog.schema', bigquery: 'Project, if not that of the key' },
  urlExample: 'grpc+tls://host:port',
  pathHint: 'Absolute path on the machine that runs Actbook.',
  useVariable: 'Use an environment variable instead',
  enter: 'Enter the password instead',
  variable: 'Variable',
  passwordSaved: 'Saved',
  passwordKept: 'Will be kept on the machine that runs Actbook, in a file that only its owner can read.',
  keyHint: 'The JSON key of a service account.',
  tokenHint: 'Without a user, it is sent as a token.',
  passwordAgain: 'Enter the password again: the saved one belongs to the previous address.',
  schemasHint: 'Separated by commas. Empty: all that the user may read.',
  more: 'Limits and options',
  maxRows: 'Most rows',
  maxMegabytes: 'Most MB',
  seconds: 'Seconds',
  limitsHint: 'A larger result is cut off, with a note that says so. A slower query is stopped.',
  options: 'Options',
  optionsHint: 'Of the driver, one per line: name = value. $NAME takes a value from an environment variable.',
  allowsWriters: 'Accept a user that can write',
  allowsWritersHint: 'Its queries count as risky.',
  missingName: 'Enter a name.',
  missing: {
    host: 'Enter the host of the database.',
    url: 'Enter the address of the server.',
    path: 'Enter the absolute path of the database file.',
  },
  badPort: 'Enter a number from 1 to 65,535.',
  badVariable: 'Enter the name of an environment variable.',
  badOptions: 'Write each option on its own line, as name = value.',
  badNumber: (max: string) => `Enter a whole number from 1 to ${max}.`,
  exists: (name: string) => `There is a connection ${name} already. Edit it, or take another name.`,

  testing: (seconds: number) => `Asking the database… ${seconds} s`,
  saveAnyway: 'Save anyway',
  usable: (server: string, user: string | null | undefined) =>
    user ? `${server} answers, as the user ${user}.` : `${server} answers.`,
  found: (count: number) => `It can ask ${pluralize(count, 'table')}.`,
  noneFound: 'It found no tables. Check the schemas and what the user may read.',
  canWrite: 'What this user can do beyond reading',
  notEnforced: 'Not enforced',
  reader: 'Make a user that only reads',
  readerHint: 'An administrator of the database runs this, with a password instead of “…”.',
  copy: 'Copy',
  copied: 'Copied.',

  back: 'Back to the connections',
  search: 'Search tables and columns',
  reading: 'Reading the tables…',
  readAgain: 'Read again',
  rows: (count: string) => `about ${count} rows`,
  matches: (shown: number, count: number) =>
    shown === count ? pluralize(count, 'table') : `${shown} of ${pluralize(count, 'table')}`,
  column: 'Column',
  type: 'Type',
  notes: 'Notes',
  primaryKey: 'primary key',
  notNull: 'not null',
  references: (place: string) => `→ ${place}`,
  insertOf: (table: string) => `Insert ${table} into the task`,
} as const;

/** `reader@db.example.org:5432/shop`. */
export function describePlace(connection: ListedConnection): string {
  const { path, url, user, host, port, database } = connection;
  if (path) return path;
  if (url) return url;
  const server = host ? `${host}${port ? `:${port}` : ''}` : '';
  return `${user ? `${user}@` : ''}${server}${database ? `${server || user ? '/' : ''}${database}` : ''}`;
}
