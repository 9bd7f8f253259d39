/** Databases asked from cells: a real PostgreSQL, the real program that asks it, and kernels in boxes. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ConnectionInput } from '../../../lib/protocol/connections/connection.ts';
import { findActiveRebuild, findCell } from '../../../lib/session/session.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { listProcesses } from '../../helpers/connections/list-processes.ts';
import { openConnectedNotebook } from '../../helpers/connections/open-notebook.ts';
import { type PostgresServer, startPostgres } from '../../helpers/connections/postgres-server.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const PASSWORD = 'canary-Pw7-of-the-reader';
let server: PostgresServer;
let sales: ConnectionInput;

beforeAll(async () => {
  server = await startPostgres();
  server.run(`
    create role reader login password '${PASSWORD}';
    create schema shop;
    create table shop.customers (id bigint primary key, name text not null);
    create table shop.orders (
      id bigint primary key, customer bigint references shop.customers, amount numeric(20, 10), day date, units int
    );
    comment on table shop.orders is 'One row an order';
    comment on column shop.orders.amount is 'Euro, without tax';
    insert into shop.customers values (1, 'Ada'), (2, 'Bo');
    insert into shop.orders select g, 1 + g % 2, 0.1234567891 + g, date '2026-01-01' + (g % 30)::int,
      case when g % 10 > 0 then g end from generate_series(1, 1000) g;
    grant usage on schema shop to reader;
    grant select on all tables in schema shop to reader;
    analyze;
  `);
  sales = {
    kind: 'postgresql',
    host: '127.0.0.1',
    port: server.port,
    database: 'postgres',
    user: 'reader',
    password: PASSWORD,
  };
});

afterAll(() => server.stop());

const listResults = (home: string, sessionId: string) =>
  readdir(join(home, 'workspaces', sessionId, '.actbook-queries'));

test('an agent is shown the tables, and asks for rows that arrive exact', async () => {
  const code = `frame = sales.query("select id, amount, units, day from shop.orders order by id")
print(len(frame), frame["amount"].sum(), frame["units"].sum(), frame.dtypes.astype(str).tolist())
print(sales.tables("orders").to_string())
print(sales.describe("orders").to_string())
import sales as same
print(same is sales)`;
  const notebook = await openConnectedNotebook({ sales }, { script: [fence(code), 'Done.'] });
  const { cells, runs } = await notebook.ask('How much?');
  const prompt = promptText(notebook.model, 0);
  expect(prompt).toContain('sales (postgresql):');
  expect(prompt).toMatch(/- shop\.orders \(≈1,000 rows\) “One row an order”: id \S+ key, /);
  expect(prompt).toContain('“Euro, without tax”');
  expect(prompt).toContain('customer → customers(id)');
  expect(prompt).toContain('sales.query(sql, lazy=False)');
  expect(runs[0]?.connections).toMatchObject([{ name: 'sales', kind: 'postgresql' }]);

  const cell = cells.find(({ role }) => role === 'code');
  const stdout = readStdout(cell);
  expect([cell?.status, cell?.outputs.filter(({ output_type }) => output_type === 'error')]).toEqual([
    'ok',
    [],
  ]);
  expect(stdout).toContain('1000 500623.4567891000 450000 ');
  expect(stdout).toContain("['int64', 'object', 'Int32', 'datetime64[ms]']");
  expect(stdout).toContain('One row an order');
  expect(stdout).toContain('shop.customers.id');
  expect(stdout.trimEnd()).toMatch(/True$/);
  expect(cell?.calls).toMatchObject([
    { name: 'sales.query', status: 'ok', arguments: expect.stringContaining('select id, amount') },
    { name: 'sales.tables', status: 'ok' },
    { name: 'sales.describe', status: 'ok' },
  ]);
  expect(JSON.parse(String(cell?.calls[0]?.result))).toMatchObject({ rows: 1000, isCut: null });
  expect(await listResults(notebook.home, notebook.sessionId)).toEqual([]);
});

test('what is cut says so, what the database refuses is an error in its words, and lazy results are relations', async () => {
  const limits = { maxRows: 10 };
  const notebook = await openConnectedNotebook({ sales, few: { ...sales, limits } });
  const cut = await notebook.run('print(len(few.query("select * from shop.orders")))');
  expect(readStdout(cut)).toContain('10\n');
  const said = JSON.stringify(cut.outputs);
  expect(said).toContain('few.query returned the first 10 rows only');
  expect(said).toContain('sums or counts of this frame are wrong. Let the database filter or sum.\\n');
  expect(cut.notes).toBeUndefined();

  const failed = await notebook.run('sales.query("select nothing from shop.orders")');
  expect(JSON.stringify(failed.outputs)).toContain('column \\"nothing\\" does not exist');
  const writing = await notebook.run('sales.query("delete from shop.orders")');
  expect(writing.status).toBe('error');
  expect(server.run('select count(*) from shop.orders')).toEqual(['1000']);

  const lazy = await notebook.run(
    'r = sales.query("select units from shop.orders", lazy=True)\nprint(type(r).__name__, r.sum("units").fetchall())',
  );
  expect(readStdout(lazy)).toBe('DuckDBPyRelation [(450000,)]\n');
  // What the file takes of the disk is counted by its name, as long as it is used.
  expect((await listResults(notebook.home, notebook.sessionId)).length).toBe(1);
  await notebook.run('r = 0; import gc; gc.collect()');
  expect(await listResults(notebook.home, notebook.sessionId)).toEqual([]);
});

test('a query tells how far it is, and the end of its cell ends it in the database', async () => {
  const notebook = await openConnectedNotebook({ sales });
  const { runtime } = notebook.container;
  const slow = "select repeat('x', 1000) as t from generate_series(1, 900000)";
  const cellId = await notebook.start(`sales.query("${slow}")`);
  const progressed = await notebook.until(
    (session) => (findCell(session, cellId)?.calls[0]?.progress?.progress ?? 0) > 0,
  );
  expect(findCell(progressed, cellId)?.calls[0]).toMatchObject({
    status: 'running',
    progress: { progress: expect.any(Number), message: expect.stringMatching(/ rows, /) },
  });
  const running = () =>
    server.run(`select 1 from pg_stat_activity where usename = 'reader' and state = 'active'`);
  expect(running()).toHaveLength(1);
  await runtime.kernels.control(notebook.sessionId, { action: 'interrupt' });
  const stoppedMs = performance.now();
  await expect.poll(running, { timeout: 5_000, interval: 50 }).toEqual([]);
  expect(performance.now() - stoppedMs).toBeLessThan(1_000);
  const ended = await notebook.until((session) => findCell(session, cellId)?.endedAt !== null);
  expect(findCell(ended, cellId)?.calls).toMatchObject([{ status: 'interrupted' }]);
  expect(readStdout(await notebook.run('print(sales.query("select 1 as one")["one"][0])'))).toBe('1\n');
  expect(await listResults(notebook.home, notebook.sessionId)).toEqual([]);
});

test('a kernel on another machine gets results in pieces, up to a size', async () => {
  const stock = await startStockServer();
  onTestFinished(() => stock.stop());
  const env = { JUPYTER_SERVER_URL: stock.url, JUPYTER_TOKEN: stock.token };
  const notebook = await openConnectedNotebook({ sales }, { env });
  const rows = 'select g, md5(g::text) || md5(g::text) as t from generate_series(1, ';
  const some = await notebook.run(
    `f = sales.query("${rows}200000) g")\nprint(len(f), f["g"].sum(), f["t"][199999] == 2 * __import__("hashlib").md5(b"200000").hexdigest())`,
  );
  expect(readStdout(some)).toBe('200000 20000100000 True\n');
  // The pieces are not calls of the code.
  expect(some.calls.map(({ name }) => name)).toEqual(['sales.query']);
  const many = await notebook.run(
    `sales.query("select repeat('x', 1000) as t from generate_series(1, 70000)")`,
  );
  expect(JSON.stringify(many.outputs)).toMatch(/at most 64\.0 MB: ask for less/);
  expect(await listResults(notebook.home, notebook.sessionId)).toEqual([]);
});

test('the program that asks databases is started again after it was killed, and ends with the app', async () => {
  const notebook = await openConnectedNotebook({ sales });
  const cellId = await notebook.start('sales.query("select pg_sleep(60)")');
  await notebook.until((session) => findCell(session, cellId)?.calls[0]?.progress !== undefined);
  const [first = 0, ...others] = findPrograms();
  expect(others).toEqual([]);
  process.kill(first, 'SIGKILL');
  const lost = await notebook.until((session) => findCell(session, cellId)?.endedAt !== null);
  expect(findCell(lost, cellId)?.calls).toMatchObject([
    { status: 'error', error: expect.stringContaining('The program that asks databases ended by itself') },
  ]);
  expect(readStdout(await notebook.run('print(sales.query("select 2 as two")["two"][0])'))).toBe('2\n');
  expect(findPrograms()).toHaveLength(1);
  await notebook.container.dispose();
  expect(findPrograms()).toEqual([]);
});

/** IDs of the programs that this process has started. */
function findPrograms(): number[] {
  return listProcesses().flatMap(({ id, parent, command }) =>
    parent === process.pid && command.includes('connections') ? [id] : [],
  );
}

test('lost variables are brought back by asking again, and tools that may change something are not called', async () => {
  const writers = { ...sales, allowsWriters: true };
  const notebook = await openConnectedNotebook({ sales, writers });
  const { runtime } = notebook.container;
  await notebook.run('total = sales.query("select sum(amount) as s from shop.orders")["s"][0]');
  await notebook.run('other = writers.query("select 1 as one")');
  await runtime.kernels.control(notebook.sessionId, { action: 'restart' });
  await runtime.kernels.control(notebook.sessionId, { action: 'rebuild' });
  const { rebuilds, kernel } = await notebook.until(
    (session) => session.rebuilds.length > 0 && findActiveRebuild(session) === null,
  );
  expect(kernel.names.map(({ name }) => name)).toContain('total');
  expect(rebuilds).toMatchObject([
    { status: 'failed', done: 1, reason: expect.stringContaining('writers.query is not called again') },
  ]);
});
