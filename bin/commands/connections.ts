import { type Command, Option } from 'commander';
import type { ConnectionDesk } from '../../lib/app/container.ts';
import { createConnectionsDesk } from '../../lib/app/create-connections-desk.ts';
import { readConfig } from '../../lib/config/config.ts';
import {
  type Connection,
  ConnectionKind,
  ConnectionSettings,
  type ConnectionTest,
} from '../../lib/protocol/connections/connection.ts';
import { writeReaderSql } from '../../lib/protocol/connections/write-reader-sql.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { readSecret } from '../terminal/read-secret.ts';
import { toHarmless } from '../terminal/to-harmless.ts';

interface AddFlags {
  host?: string;
  port?: string;
  database?: string;
  user?: string;
  url?: string;
  path?: string;
  schema?: string[];
  option?: string[];
  passwordEnv?: string;
  passwordStdin?: boolean;
  password?: boolean;
  allowWriters?: boolean;
  test: boolean;
}

/** `actbook connections`: the same connections as in the settings of the page. */
export function addConnectionsCommand(program: Command): void {
  const group = program
    .command('connections')
    .description('Connect databases that the code of notebooks can ask.');
  group
    .command('list')
    .description('List the connections.')
    .option('--json', 'print them as JSON')
    .action(({ json = false }: { json?: boolean }) => withDesk(async (desk) => list(desk, json)));
  group
    .command('test')
    .description('Connect to the database, and print which user it is and whether this user can write.')
    .argument('<name>', 'name of a connection')
    .option('--json', 'print the result as JSON')
    .action((name: string, { json = false }: { json?: boolean }) =>
      withDesk(async (desk, signal) => report(await desk.test(name, undefined, signal), json)),
    );
  addSettings(
    group
      .command('add')
      .description('Test a database and connect it, in place of a connection with the same name.')
      .argument('<name>', 'what code calls it, such as sales')
      .addArgument(group.createArgument('<kind>', 'kind of the database').choices(ConnectionKind.options)),
  ).action((name: string, kind: ConnectionKind, flags: AddFlags) =>
    withDesk((desk, signal) => add(desk, signal, { name, kind, flags })),
  );
  group
    .command('remove')
    .description('Remove a connection and its password.')
    .argument('<name>', 'name of a connection')
    .action((name: string) =>
      withDesk(async (desk) => {
        desk.remove(name);
        process.stderr.write(`${name} was removed.\n`);
      }),
    );
  for (const command of group.commands) command.exitOverride();
}

function addSettings(command: Command): Command {
  return command
    .option('--host <host>', 'host of the database')
    .option('--port <port>', 'port (default: the usual one of its kind)')
    .option('--database <name>', 'name of the database')
    .option('--user <user>', 'a user of the database that can only read')
    .option('--url <address>', 'address without a password, instead of host, port, and database')
    .option('--path <file>', 'absolute path of the file of a SQLite or DuckDB database')
    .option('--schema <names...>', 'schemas that may be asked (default: all that the user may read)')
    .option('--option <key=value...>', 'options of the driver')
    .addOption(new Option('--password-env <name>', 'environment variable with the password'))
    .option('--password-stdin', 'take the password from standard input, and save it')
    .option('--password', 'type the password unseen, and save it')
    .option('--allow-writers', 'accept a user that can write')
    .option('--no-test', 'connect without asking the database');
}

async function withDesk(work: (desk: ConnectionDesk, signal: AbortSignal) => Promise<void>): Promise<void> {
  const { connections, dispose } = createConnectionsDesk(readConfig());
  try {
    // Ctrl-C ends the command, and with it what it asks.
    await work(connections, new AbortController().signal);
  } finally {
    await dispose();
  }
}

function list(desk: ConnectionDesk, json: boolean): void {
  const { connections, problem } = desk.list();
  if (problem) throw new AppError('conflict', problem);
  if (json) return void print(connections);
  if (connections.length === 0)
    process.stderr.write('No database is connected. Connect one with “actbook connections add”.\n');
  for (const each of connections) process.stdout.write(`${describe(each)}\n`);
}

async function add(
  desk: ConnectionDesk,
  signal: AbortSignal,
  { name, kind, flags }: { name: string; kind: ConnectionKind; flags: AddFlags },
): Promise<void> {
  const password = await readPassword(flags);
  const parsed = ConnectionSettings.safeParse({
    kind,
    host: flags.host,
    ...(flags.port === undefined ? {} : { port: Number(flags.port) }),
    database: flags.database,
    user: flags.user,
    url: flags.url,
    path: flags.path,
    schemas: flags.schema,
    ...(flags.option === undefined ? {} : { options: Object.fromEntries(flags.option.map(splitOption)) }),
    ...(password === undefined ? {} : { password }),
    ...(flags.allowWriters ? { allowsWriters: true } : {}),
  });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError('bad-request', `${issue?.path.join('.')}: ${issue?.message ?? 'invalid'}.`);
  }
  const result = flags.test ? await desk.test(name, parsed.data, signal) : null;
  if (result) report(result, false);
  if (result?.isUsable === false) {
    process.stderr.write(describeRefusal(parsed.data, result));
    return;
  }
  process.stdout.write(`${describe(desk.save(name, parsed.data))}\n`);
}

/** How to connect it all the same, and how not to have to. */
function describeRefusal({ kind, database, schemas }: ConnectionSettings, test: ConnectionTest): string {
  if (test.writers.length === 0) return 'Not connected. Use --no-test to connect it all the same.\n';
  const sql = writeReaderSql(kind, { database, schemas, found: test.schemas });
  const reader = sql === null ? '' : `An administrator can make a user that only reads:\n\n${sql}\n\n`;
  return toHarmless(`${reader}Not connected. Use --allow-writers to accept a user that can write.\n`);
}

/** Never from an argument, which other users of the machine can see. */
async function readPassword(flags: AddFlags): Promise<ConnectionSettings['password']> {
  if (flags.passwordEnv !== undefined) return { env: flags.passwordEnv };
  if (flags.passwordStdin) return readSecret('standard input');
  if (!flags.password) return undefined;
  return readSecret('terminal', { prompt: 'Password (not shown): ', missing: 'No password was entered.' });
}

function splitOption(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new AppError('bad-request', `Write --option as key=value, not “${text}”.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function report(result: ConnectionTest, json: boolean): void {
  const { isUsable, server, user, writers, notEnforced, problem, tables } = result;
  if (!isUsable) process.exitCode = EXIT.failed;
  if (json) return void print(result);
  const asWhom = user ? ` as ${user}` : '';
  const lines = [
    server && `${server}${asWhom}`,
    problem ??
      (writers.length > 0
        ? `This user can write, which you accept: ${writers.join('; ')}.`
        : 'It can only read.'),
    tables !== undefined && `It can ask ${pluralize(tables, 'table')}.`,
    ...notEnforced,
  ];
  process.stdout.write(`${toHarmless(lines.filter(Boolean).join('\n'))}\n`);
}

/** `sales  postgresql  db.example.org:5432/shop  user reader  password saved`. */
function describe(connection: Connection): string {
  const { name, kind, host, port, database, user, url, path, password } = connection;
  const server = host === undefined ? '' : `${host}${port === undefined ? '' : `:${port}`}`;
  const place = url ?? path ?? [server, database].filter(Boolean).join('/');
  const secret = password && ('env' in password ? `password in ${password.env}` : 'password saved');
  const parts = [name, kind, place, user && `user ${user}`, secret];
  return toHarmless(parts.filter(Boolean).join('  '));
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
