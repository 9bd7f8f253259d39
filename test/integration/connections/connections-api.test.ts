/** A database connected by the API and by the command while the app runs, and asked from a notebook of that app. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../helpers/app/app.ts';
import { runCell } from '../../helpers/app/run-cell.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function send(app: App, method: string, path: string, body?: unknown) {
  const response = await app.request(path, { method, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, reply: text === '' ? null : JSON.parse(text) };
}

test('a file of SQLite is added, tested, listed, asked, and removed', async () => {
  const path = join(await createTempDir(), 'shop.db');
  const database = new DatabaseSync(path);
  database.exec(`
    create table customers (id integer primary key, name text not null);
    create table orders (id integer primary key, customer integer references customers (id), amount real);
    insert into customers values (1, 'Ada'), (2, 'Bo');
    insert into orders values (1, 1, 2.5), (2, 2, null), (3, 1, 4);
  `);
  database.close();
  const app = await startApp();
  expect(await send(app, 'GET', '/api/connections')).toEqual({ status: 200, reply: { connections: [] } });
  const settings = { kind: 'sqlite', path };
  const tested = await send(app, 'POST', '/api/connections/shop/test', { settings });
  expect(tested).toMatchObject({ status: 200, reply: { isUsable: true, writers: [] } });
  expect(tested.reply.server).toContain('SQLite');
  expect(await send(app, 'POST', '/api/connections/shop/test', {})).toMatchObject({ status: 404 });
  expect(await send(app, 'PUT', '/api/connections/shop', settings)).toMatchObject({
    status: 200,
    reply: { name: 'shop', ...settings, limits: { maxRows: 5_000_000 } },
  });
  expect(await send(app, 'PUT', '/api/connections/list', settings)).toMatchObject({ status: 400 });
  expect(await send(app, 'PUT', '/api/connections/other', { ...settings, pasword: 'x' })).toMatchObject({
    status: 400,
  });
  expect(await send(app, 'GET', '/api/connections/shop/catalog')).toMatchObject({
    status: 200,
    reply: {
      tables: [
        { name: 'customers', columns: [{ name: 'id' }, { name: 'name' }], primaryKey: ['id'] },
        { name: 'orders', foreignKeys: [{ columns: ['customer'], references: { table: 'customers' } }] },
      ],
    },
  });
  expect((await stat(join(app.home, 'connections.json'))).mode & 0o777).toBe(0o600);

  const listed = await runCli(['connections', 'list'], { home: app.home });
  expect(listed).toMatchObject({ code: 0, stdout: `shop  sqlite  ${path}\n` });
  const again = await runCli(['connections', 'test', 'shop'], { home: app.home });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('It can only read.') });
  const missing = ['connections', 'add', 'gone', 'sqlite', '--path', '/nowhere/at.db'];
  expect(await runCli(missing, { home: app.home })).toMatchObject({ code: 1 });

  const { reply: session } = await send(app, 'POST', '/api/sessions', {});
  const printed = await runCell(
    app,
    session.id,
    'print(shop.query("select sum(amount) as s from orders")["s"][0])',
  );
  expect(printed).toContain('6.5');

  expect(await runCli(['connections', 'remove', 'shop'], { home: app.home })).toMatchObject({ code: 0 });
  expect(await send(app, 'DELETE', '/api/connections/shop')).toMatchObject({ status: 404 });
  expect(await send(app, 'GET', '/api/connections/shop/catalog')).toMatchObject({ status: 404 });
  expect(JSON.parse(await readFile(join(app.home, 'connections.json'), 'utf8'))).toEqual({ connections: {} });
});
