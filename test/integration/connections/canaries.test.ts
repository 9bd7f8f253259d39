/** Secrets of connections are nowhere but in their file: looked for wherever anything of a notebook is kept, shown, or sent. */
import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ConnectionInput,
  ConnectionSettings,
  isCluster,
} from '../../../lib/protocol/connections/connection.ts';
import { ExportFormat } from '../../../lib/protocol/sessions/export-format.ts';
import { openApi } from '../../helpers/connections/call-api.ts';
import { serveEcho } from '../../helpers/connections/echo-servers.ts';
import { startFlight } from '../../helpers/connections/flight-server.ts';
import { listProcesses } from '../../helpers/connections/list-processes.ts';
import { hasMariadb, startMariadb } from '../../helpers/connections/mariadb-server.ts';
import { openConnectedNotebook } from '../../helpers/connections/open-notebook.ts';
import { startPostgres } from '../../helpers/connections/postgres-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

interface Case {
  settings: ConnectionInput;
  /** What code sees of it. */
  gives: RegExp;
}

const ROWS = /rows 1/;
const SAID = /You said|needs the (Python )?package/;
const AWAY = /needs the (Python )?package|refused|unreachable|[Ff]ailed|[Ee]rror/;

/** Each secret has letters and digits that are nowhere else, in the middle of what protocols and texts write in other ways. */
function createCanaries() {
  const cores: string[] = [];
  const add = (core: string) => {
    cores.push(core);
    return core;
  };
  return {
    add,
    make: (place: string) => `p'}\\"&%/ ${add(`canary${place}81x`)} "}\\'q`,
    makeWord: (place: string) => add(`canary-${place}-of-header-93y`),
    find: (text: string) =>
      cores.filter((core) =>
        [core, ...['hex', 'base64'].flatMap((form) => encode(core, form as 'hex' | 'base64'))].some((each) =>
          text.includes(each),
        ),
      ),
  };
}

/** What is the same of it wherever it begins. */
function encode(core: string, form: 'hex' | 'base64'): string[] {
  if (form === 'hex') return [Buffer.from(core).toString('hex')];
  return [0, 1, 2].map((offset) =>
    Buffer.from(core.slice(offset)).toString('base64').replaceAll('=', '').slice(0, -2),
  );
}

type Canaries = ReturnType<typeof createCanaries>;

/** Variables, one with a name that kernels would get. */
const env: Record<string, string> = {};

function inVariable(name: string, value: string): { env: string } {
  env[name] = value;
  return { env: name };
}

async function makePostgresCases({ make, makeWord }: Canaries): Promise<Record<string, Case>> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const secrets = ['File', 'Variable', 'Option', 'Address'].map((place) => make(`Pg${place}`));
  const [inFile = '', variable = '', inOption = '', inAddress = ''] = secrets;
  server.run(secrets.map((each, index) => `create role r${index} login password $$${each}$$;`).join('\n'));
  const at = { kind: 'postgresql', host: '127.0.0.1', port: server.port, database: 'postgres' } as const;
  const echo = { ...at, user: 'r0', port: await serveEcho('postgresql') };
  const toUrl = (port: number, user: string, secret: string) =>
    `postgresql://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres`;
  return {
    pg_file: { settings: { ...at, user: 'r0', password: inFile }, gives: ROWS },
    pg_variable: { settings: { ...at, user: 'r1', password: inVariable('LC_PG', variable) }, gives: ROWS },
    pg_option: { settings: { ...at, user: 'r2', options: { password: inOption } }, gives: ROWS },
    pg_address: { settings: { kind: 'postgresql', url: toUrl(server.port, 'r3', inAddress) }, gives: ROWS },
    pg_wrong: {
      settings: { ...at, user: 'r0', password: make('PgWrong') },
      gives: /password authentication failed/,
    },
    pg_echo: { settings: { ...echo, password: make('PgEcho') }, gives: SAID },
    pg_echo_option: {
      settings: { ...echo, options: { password: inVariable('PG_E', make('PgEchoOption')) } },
      gives: SAID,
    },
    pg_echo_address: {
      settings: { kind: 'postgresql', url: toUrl(echo.port, 'r0', make('PgEchoAddress')) },
      gives: SAID,
    },
    pg_unreadable: {
      settings: { ...at, user: 'r0', options: { sslmode: inVariable('PG_U', make('PgUnreadable')) } },
      gives: AWAY,
    },
    pg_proxy: {
      settings: { ...at, user: 'r0', options: { sslmode: `http://me:${makeWord('PgProxy')}@proxy` } },
      gives: AWAY,
    },
  };
}

async function makeMysqlCases({ make }: Canaries): Promise<Record<string, Case>> {
  const echo = { kind: 'mysql', host: '127.0.0.1', port: await serveEcho('mysql'), user: 'r0' } as const;
  const echoed = {
    my_echo: { settings: { ...echo, password: make('MyEcho') }, gives: SAID },
    my_echo_address: {
      settings: {
        kind: 'mysql',
        url: `mysql://r0:${encodeURIComponent(make('MyEchoAddress'))}@127.0.0.1:${echo.port}/x`,
      },
      gives: SAID,
    },
  } as const;
  if (!hasMariadb()) return echoed;
  const secrets = ['File', 'Variable', 'Address'].map((place) => make(`My${place}`));
  const server = await startMariadb(
    secrets.map(
      (each, index) => `create user r${index} identified by '${each.replaceAll(/['\\]/g, '\\$&')}';`,
    ),
  );
  onTestFinished(() => server.stop());
  const at = { kind: 'mysql', host: '127.0.0.1', port: server.port } as const;
  const [inFile = '', variable = '', inAddress = ''] = secrets;
  const url = `mysql://r2:${encodeURIComponent(inAddress)}@127.0.0.1:${server.port}`;
  return {
    ...echoed,
    my_file: { settings: { ...at, user: 'r0', password: inFile }, gives: ROWS },
    my_variable: { settings: { ...at, user: 'r1', password: inVariable('MY_V', variable) }, gives: ROWS },
    my_address: { settings: { kind: 'mysql', url }, gives: ROWS },
    my_wrong: { settings: { ...at, user: 'r0', password: make('MyWrong') }, gives: /Access denied/ },
  };
}

async function makeFlightCases({ make, makeWord }: Canaries): Promise<Record<string, Case>> {
  const [password, token] = [make('FlightFile'), makeWord('FlightToken')];
  const server = await startFlight(password, token);
  onTestFinished(() => server.stop());
  const at = { kind: 'flightsql', url: `grpc://127.0.0.1:${server.port}` } as const;
  const echo = { kind: 'flightsql', url: `grpc://127.0.0.1:${await serveEcho('grpc')}` } as const;
  const header = 'adbc.flight.sql.authorization_header';
  const anyHeader = 'adbc.flight.sql.rpc.call_header.x-tenant';
  return {
    flight_file: { settings: { ...at, user: 'reader', password }, gives: ROWS },
    flight_token: { settings: { ...at, password: inVariable('FLIGHT_V', token) }, gives: ROWS },
    flight_header: { settings: { ...at, options: { [header]: `Bearer ${token}` } }, gives: ROWS },
    flight_wrong: {
      settings: { ...at, user: 'reader', password: make('FlightWrong') },
      gives: /Who are you/,
    },
    flight_echo: { settings: { ...echo, user: 'reader', password: make('FlightEcho') }, gives: SAID },
    flight_echo_token: { settings: { ...echo, password: makeWord('FlightEchoToken') }, gives: SAID },
    flight_echo_header: {
      settings: { ...echo, options: { [anyHeader]: makeWord('FlightEchoHeader') } },
      gives: SAID,
    },
  };
}

/** Those whose servers cannot be had here, and clusters. */
async function makeOtherCases({ make, makeWord, add }: Canaries): Promise<Record<string, Case>> {
  const [http, grpc] = [await serveEcho('http'), await serveEcho('grpc')];
  const local = { host: '127.0.0.1', user: 'reader' } as const;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const line of pem.split('\n').filter((each) => each.length === 64)) add(line);
  const toAccount = (key: string) =>
    JSON.stringify(
      {
        type: 'service_account',
        project_id: 'shop',
        private_key: key,
        client_email: 'reader@shop.example',
        token_uri: `http://127.0.0.1:${http}/token`,
      },
      null,
      2,
    );
  const spark = { kind: 'spark', ...local, allowsWriters: true, options: { use_ssl: false } } as const;
  const snowflake = { account: 'x', protocol: 'http', login_timeout: 2 };
  return {
    mssql_away: { settings: { kind: 'mssql', ...local, port: 1, password: make('MsFile') }, gives: AWAY },
    mssql_option: {
      settings: { kind: 'mssql', ...local, port: 1, options: { Pwd: make('MsOption'), Nonsense: 'x' } },
      gives: AWAY,
    },
    click_echo: {
      settings: { kind: 'clickhouse', ...local, port: http, password: make('Click') },
      gives: SAID,
    },
    click_token: {
      settings: {
        kind: 'clickhouse',
        host: '127.0.0.1',
        port: http,
        options: { access_token: makeWord('ClickToken') },
      },
      gives: SAID,
    },
    snow_echo: {
      settings: { kind: 'snowflake', ...local, port: http, password: make('Snow'), options: snowflake },
      gives: SAID,
    },
    snow_token: {
      settings: {
        kind: 'snowflake',
        ...local,
        port: http,
        options: { ...snowflake, authenticator: 'oauth', token: inVariable('SNOW_V', makeWord('SnowToken')) },
      },
      gives: SAID,
    },
    big_echo: {
      settings: { kind: 'bigquery', database: 'shop', host: 'x', password: toAccount(pem) },
      gives: SAID,
    },
    big_broken: {
      settings: { kind: 'bigquery', host: 'x', password: toAccount(make('BigKey')) },
      gives: AWAY,
    },
    big_text: { settings: { kind: 'bigquery', host: 'x', password: make('BigText') }, gives: AWAY },
    trino_away: { settings: { kind: 'trino', ...local, port: 1, password: make('Trino') }, gives: AWAY },
    spark_echo: { settings: { ...spark, port: grpc, password: makeWord('SparkEcho') }, gives: SAID },
    spark_reply: {
      settings: { ...spark, port: await serveEcho('grpc-reply'), password: makeWord('SparkReply') },
      gives: SAID,
    },
    spark_broken: {
      settings: { ...spark, port: grpc, password: `${makeWord('SparkBroken')}\n` },
      gives: AWAY,
    },
    spark_away: { settings: { ...spark, port: 1, password: makeWord('SparkAway') }, gives: AWAY },
    dask_away: {
      settings: { kind: 'dask', url: `tls://me:${makeWord('Dask')}@127.0.0.1:1`, allowsWriters: true },
      gives: AWAY,
    },
  };
}

/** Writes what a cell sees of its process, of others, and of what connections put into its namespace, to a file of the session. */
const LOOK = `import os, gc, sys
seen = [repr(dict(os.environ)), repr(sys.argv)]
for name in os.listdir("/proc"):
    for file in ("environ", "cmdline"):
        try: seen.append(open(f"/proc/{name}/{file}", errors="replace").read())
        except OSError: pass
for module in connections.values():
    for value in vars(module).values():
        seen.append(repr(value))
        seen += [repr(cell.cell_contents) for cell in getattr(value, "__closure__", None) or ()]
seen += [repr(value) for value in list(get_ipython().user_ns.values()) if not isinstance(value, list)]
texts = {each for one in gc.get_objects() for each in gc.get_referents(one) if isinstance(each, (str, bytes))}
seen += [each if isinstance(each, str) else each.decode("latin1") for each in texts]
open("seen.txt", "w", errors="replace").write("\\n".join(seen))`;

/** Asks each connection in every way, and prints what comes. */
const toAsk = (cases: Record<string, Case>) => `connections = {${Object.entries(cases)
  .map(
    ([name, { settings }]) =>
      `"${name}": ${isCluster(settings.kind) ? `lambda: ${name}.${settings.kind}.version` : name}`,
  )
  .join(', ')}}
for name, each in connections.items():
    asks = [each] if callable(each) else [lambda: len(each.query("select 1 as id")), lambda: len(each.tables()), lambda: len(each.query("select nothing from nowhere"))]
    for ask in asks:
        try: print("CASE", name, "rows", ask())
        except Exception as error: print("CASE", name, repr(error), getattr(error.__context__, "trailing_metadata", str)())
connections = {name: globals()[name] for name in connections}`;

test('no secret is in the log, the store, exports, prompts, replies, the kernel, or another process', {
  timeout: 300_000,
}, async () => {
  const canaries = createCanaries();
  const cases = {
    ...(await makePostgresCases(canaries)),
    ...(await makeMysqlCases(canaries)),
    ...(await makeFlightCases(canaries)),
    ...(await makeOtherCases(canaries)),
  };
  const terminal: unknown[] = [];
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void terminal.push(...words.map(String)));
  onTestFinished(() => void vi.restoreAllMocks());
  const notebook = await openConnectedNotebook(
    Object.fromEntries(Object.entries(cases).map(([name, { settings }]) => [name, settings])),
    { script: [fence(toAsk(cases)), fence(LOOK), 'Done.'], env },
  );
  const { container, sessionId, home } = notebook;
  const session = await notebook.ask('Look.');
  const [asked] = session.cells.filter(({ role }) => role === 'code');
  const printed = JSON.stringify(asked?.outputs).split('CASE ');
  for (const [name, { gives }] of Object.entries(cases))
    expect([name, printed.filter((each) => each.startsWith(`${name} `)).join('')]).toEqual([
      name,
      expect.stringMatching(gives),
    ]);

  const call = openApi(container);
  const saved = await readFile(join(home, 'connections.json'), 'utf8');
  const traffic = await Promise.all(
    Object.keys(cases).map(async (name) => {
      const shown = container.connections.list().connections.find((each) => each.name === name);
      const { name: _, lastTest: __, ...settings } = shown ?? { name: '' };
      return [
        await call('POST', `/api/connections/${name}/test`, {}),
        await call('POST', `/api/connections/${name}/test`, { settings }),
        await call('GET', `/api/connections/${name}/catalog`),
        await call('PUT', `/api/connections/${name}`, settings),
      ];
    }),
  );
  const exported = await Promise.all(
    ExportFormat.options.map((format) => container.exportSession(sessionId, format)),
  );
  const processes = listProcesses().filter(({ id }) => id !== process.pid);
  const places: Record<string, unknown> = {
    traffic,
    list: await call('GET', '/api/connections'),
    session: await call('GET', `/api/sessions/${sessionId}`),
    stream: await call('GET', `/api/sessions/${sessionId}/events`, undefined, 'run-end'),
    events: await container.store.read(sessionId, 0, 10_000),
    exported,
    prompts: notebook.model.requests,
    processes: processes.map(({ command, environment }) => command + environment),
    config: container.config,
    terminal,
  };
  for (const file of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'connections.json') continue;
    const path = join(file.parentPath, file.name);
    places[path] = await readFile(path, 'latin1');
  }
  expect(Object.keys(places)).toContainEqual(expect.stringMatching(/seen\.txt$/));
  const leaks = Object.entries(places).map(([place, content]) => [
    place,
    canaries.find(JSON.stringify(content)),
  ]);
  expect(leaks.filter(([, found]) => found?.length)).toEqual([]);
  // What the page saves again is what was saved.
  expect(
    JSON.parse(await readFile(join(home, 'connections.json'), 'utf8')).connections.pg_file,
  ).toMatchObject(JSON.parse(saved).connections.pg_file);
});

test('a saved secret does not go to another server', async () => {
  const secret = 'kept-from-others';
  const notebook = await openConnectedNotebook({
    shop: { kind: 'mysql', host: 'here.example', password: secret },
  });
  const given = ConnectionSettings.parse({
    kind: 'mysql',
    host: 'elsewhere.example',
    password: { saved: true },
  });
  expect(() => notebook.container.connections.save('shop', given)).toThrow('Enter the password again');
});
