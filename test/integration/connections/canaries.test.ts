/** Passwords of connections are nowhere but in their file: looked for wherever anything of a notebook is kept, shown, or sent. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionSettings } from '../../../lib/protocol/connections/connection.ts';
import { ExportFormat } from '../../../lib/protocol/sessions/export-format.ts';
import { listProcesses } from '../../helpers/connections/list-processes.ts';
import { openConnectedNotebook } from '../../helpers/connections/open-notebook.ts';
import { type PostgresServer, startPostgres } from '../../helpers/connections/postgres-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

/** In the file, in a variable, in an option, in an address of the file, and of a user who is refused. */
const CANARIES = [
  'canary-File-81x',
  'canary-Variable-93y',
  'canary-Option-27z',
  'canary-Address-55w',
  'canary-Wrong-10v',
];
const [inFile = '', inVariable = '', inOption = '', inAddress = '', wrong = ''] = CANARIES;
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  server.run(`
    create table things (id int); insert into things select generate_series(1, 50);
    ${['file', 'variable', 'option', 'address']
      .map(
        (name, index) =>
          `create role ${name} login password '${CANARIES[index]}'; grant select on things to ${name};`,
      )
      .join('\n')}
  `);
});

afterAll(() => server.stop());

/** What a cell sees of its process, of others, and of what connections put into its namespace. */
const LOOK = `import os, gc, sys
seen = [repr(dict(os.environ)), repr(sys.argv)]
for name in os.listdir("/proc"):
    for file in ("environ", "cmdline"):
        try: seen.append(open(f"/proc/{name}/{file}", errors="replace").read())
        except OSError: pass
for module in (by_file, by_variable, by_option, by_address):
    for value in vars(module).values():
        seen.append(repr(value))
        seen += [repr(cell.cell_contents) for cell in getattr(value, "__closure__", None) or ()]
seen += [repr(value) for value in list(get_ipython().user_ns.values()) if not isinstance(value, list)]
seen += [each for each in gc.get_objects() if isinstance(each, str)]
print("\\n".join(seen))`;

test('no password is in the log, the store, exports, prompts, replies, the kernel, or another process', async () => {
  const at = { kind: 'postgresql', host: '127.0.0.1', port: server.port, database: 'postgres' } as const;
  const connections = {
    by_file: { ...at, user: 'file', password: inFile },
    by_variable: { ...at, user: 'variable', password: { env: 'CANARY_VARIABLE' } },
    by_option: { ...at, user: 'option', options: { password: inOption } },
    by_address: {
      kind: 'postgresql',
      url: `postgresql://address:${inAddress}@127.0.0.1:${server.port}/postgres`,
    },
    by_mistake: { ...at, user: 'file', password: wrong },
  } as const;
  const ask = `for each in (by_file, by_variable, by_option, by_address, by_mistake):
    try: print(len(each.query("select * from things")), len(each.tables()))
    except Exception as error: print(repr(error))
    try: each.query(f"select nothing from nowhere")
    except Exception as error: print(repr(error))`;
  const notebook = await openConnectedNotebook(connections, {
    script: [fence(ask), fence(LOOK), 'Done.'],
    env: { CANARY_VARIABLE: inVariable },
  });
  const { container, sessionId, home } = notebook;
  const session = await notebook.ask('Look.');
  const [asked] = session.cells.filter(({ role }) => role === 'code');
  const stdout = JSON.stringify(asked?.outputs);
  expect(stdout.match(/50 \d/g)).toHaveLength(4);
  expect(stdout).toContain('password authentication failed');

  const { signal } = new AbortController();
  const replies: unknown[] = [container.connections.list(), container.config];
  for (const name of Object.keys(connections)) {
    replies.push(await container.connections.test(name, undefined, signal));
    replies.push(
      await container.connections.readCatalog(name, { signal, fresh: true }).catch((error) => error),
    );
  }
  const shown = container.connections.list().connections.find(({ name }) => name === 'by_file');
  const { name: _, lastTest: __, ...settings } = shown ?? { name: '' };
  const given = ConnectionSettings.parse(settings);
  replies.push(
    await container.connections.test('by_file', given, signal),
    container.connections.save('by_file', given),
  );
  expect(() => container.connections.save('by_file', { ...given, host: 'elsewhere.example' })).toThrow(
    'Enter the password again',
  );
  expect(
    JSON.parse(await readFile(join(home, 'connections.json'), 'utf8')).connections.by_file.password,
  ).toBe(inFile);

  const exported = await Promise.all(
    ExportFormat.options.map((format) => container.exportSession(sessionId, format)),
  );
  const events = await container.store.read(sessionId, 0, 10_000);
  const processes = listProcesses().filter(({ id }) => id !== process.pid);
  const places = {
    events,
    session,
    replies: replies.map((each) => [String(each), JSON.stringify(each)]),
    exported,
    prompts: notebook.model.requests,
    processes: processes.map(({ command, environment }) => command + environment),
    kernelEnv: container.config.kernelEnv,
  };
  for (const [place, content] of Object.entries(places))
    expect([place, findCanaries(JSON.stringify(content))]).toEqual([place, []]);
  for (const file of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'connections.json') continue;
    const path = join(file.parentPath, file.name);
    expect([path, findCanaries(await readFile(path, 'latin1'))]).toEqual([path, []]);
  }
});

/** Also in the forms that addresses and encodings give them. */
function findCanaries(text: string): string[] {
  return CANARIES.filter(
    (each) =>
      text.includes(each) ||
      text.includes(Buffer.from(each).toString('hex')) ||
      text.includes(Buffer.from(each).toString('base64').replaceAll('=', '').slice(0, -1)),
  );
}
