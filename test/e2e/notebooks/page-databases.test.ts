/** Connecting a database in the page: tested, refused, saved, looked into, changed, removed, and taken back. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { CONNECTION_TEXTS } from '../../../components/ask/connections/connection-texts.ts';
import { CONNECT_TEXTS } from '../../../components/ask/models/connect/connect-texts.ts';
import { startApp } from '../../helpers/app/app.ts';
import { startPostgres } from '../../helpers/connections/postgres-server.ts';
import {
  findAccessibilityFaults,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const OWNER_PASSWORD = 'canary-Owner-44k';
const READER_PASSWORD = 'canary-Reader-91p';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: CONNECTION_TEXTS.list }).getByRole('listitem').filter({ hasText: name });
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );

/** In both themes, on a wide screen, a small one, and a phone. */
async function takeAll(page: Page, name: string) {
  for (const width of [1900, 1280, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 1000 });
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await takeScreenshots(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 1000 });
}

async function paste(page: Page, text: string) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

async function makeShop(): Promise<string> {
  const path = join(await createTempDir(), 'shop.db');
  const database = new DatabaseSync(path);
  database.exec(`
    create table customers (id integer primary key, name text not null);
    create table orders (id integer primary key, customer integer references customers (id), amount real);
    create view totals as select customer, sum(amount) as total from orders group by customer;
    insert into customers values (1, 'Ada');
  `);
  database.close();
  return path;
}

test('a file of SQLite is found from the task, tested, saved, looked into, changed, removed, and taken back', async () => {
  const path = await makeShop();
  const app = await startApp();
  const page = await openPage({ reducedMotion: 'reduce' });
  await openStartPage(page, app);
  await button(page, COMPOSER_TEXTS.database).click();
  await page.getByText(CONNECTION_TEXTS.none).waitFor();
  await takeAll(page, 'databases-none');
  await button(page, CONNECTION_TEXTS.add).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await takeAll(page, 'databases-form');

  await page.keyboard.type('SQLite');
  await expect.poll(() => page.getByLabel(CONNECTION_TEXTS.fields.host, { exact: true }).count()).toBe(0);
  await button(page, CONNECT_TEXTS.test).click();
  await page.getByText(CONNECTION_TEXTS.missingName).waitFor();
  await page.getByText(CONNECTION_TEXTS.missing.path).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
    .toBe('true');
  await takeAll(page, 'databases-faults');
  await field(page, CONNECTION_TEXTS.name).fill('shop');
  await field(page, CONNECTION_TEXTS.fields.path).fill(`${path}.gone`);
  await button(page, CONNECT_TEXTS.test).click();
  await page.locator('[data-outcome="failed"]').waitFor();
  await field(page, CONNECTION_TEXTS.fields.path).fill(path);
  await button(page, CONNECT_TEXTS.test).click();
  await page.locator('[data-outcome="answered"]').getByText(CONNECTION_TEXTS.found(3)).waitFor();
  await takeAll(page, 'databases-tested');
  await field(page, CONNECTION_TEXTS.name).press('Enter');
  await page.getByText(CONNECTION_TEXTS.saved('shop')).waitFor();
  expect(await focused(page)).toBe(CONNECTION_TEXTS.add);
  await row(page, 'shop')
    .getByText(/The last test succeeded: SQLite/)
    .waitFor();

  await button(page, CONNECTION_TEXTS.tablesOf('shop')).click();
  await page.getByText(CONNECTION_TEXTS.matches(3, 3)).waitFor();
  await page.getByLabel(CONNECTION_TEXTS.search).fill('amount');
  await page.getByText(CONNECTION_TEXTS.matches(1, 3)).waitFor();
  await page.getByText('main.orders', { exact: true }).click();
  await page.getByRole('row', { name: /customer.*→ main\.customers\.id/ }).waitFor();
  await takeAll(page, 'databases-tables');
  await button(page, CONNECTION_TEXTS.insertOf('main.orders')).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('shop: main.orders');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');

  await button(page, 'Settings').click();
  await button(page, CONNECTION_TEXTS.editOf('shop')).click();
  await page.getByText(CONNECTION_TEXTS.more).click();
  await field(page, CONNECTION_TEXTS.maxRows).fill('many');
  await button(page, CONNECT_TEXTS.save).click();
  await page.getByText(CONNECTION_TEXTS.badNumber('1,000,000,000')).waitFor();
  await field(page, CONNECTION_TEXTS.maxRows).fill('1000');
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'shop')
    .getByText(/The last test succeeded: SQLite/)
    .waitFor();
  const listed = () => app.request('/api/connections').then((response) => response.json());
  expect(await listed()).toMatchObject({ connections: [{ name: 'shop', limits: { maxRows: 1000 } }] });
  await button(page, CONNECTION_TEXTS.removeOf('shop')).dblclick();
  await button(page, CONNECTION_TEXTS.undoRemove('shop')).waitFor();
  expect(await listed()).toMatchObject({ connections: [] });
  await takeAll(page, 'databases-removed');
  await button(page, CONNECTION_TEXTS.undoRemove('shop')).press('Enter');
  await page.getByText(CONNECTION_TEXTS.restored('shop')).waitFor();
  expect(await listed()).toMatchObject({ connections: [{ name: 'shop', path, limits: { maxRows: 1000 } }] });
});

test('a user of PostgreSQL that can write is refused, the SQL of the page makes one that reads, and no password comes back', async () => {
  const server = await startPostgres();
  server.run(`
    create role owner login password '${OWNER_PASSWORD}';
    create schema shop authorization owner;
    create table shop.orders (id int primary key, amount numeric(10, 2));
    comment on table shop.orders is 'One row per order';
    alter table shop.orders owner to owner;
  `);
  const app = await startApp();
  const page = await openPage({
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  const heard: string[] = [];
  page.on('response', async (response) => heard.push(await response.text().catch(() => '')));
  await openStartPage(page, app);
  await button(page, COMPOSER_TEXTS.database).click();
  await button(page, CONNECTION_TEXTS.add).click();
  await field(page, CONNECTION_TEXTS.fields.host).click();
  await paste(page, `postgresql://owner:${OWNER_PASSWORD}@127.0.0.1:${server.port}/postgres`);
  await expect.poll(() => field(page, CONNECTION_TEXTS.fields.port).inputValue()).toBe(String(server.port));
  expect(await field(page, CONNECTION_TEXTS.fields.password).inputValue()).toBe(OWNER_PASSWORD);
  await field(page, CONNECTION_TEXTS.name).fill('sales');
  // A save tests first.
  await field(page, CONNECTION_TEXTS.name).press('Enter');
  const refused = page.locator('[data-outcome="failed"]');
  await refused.getByText(/can write \(.*shop/).waitFor();
  await button(page, CONNECTION_TEXTS.saveAnyway).waitFor();
  expect(await page.locator('pre').filter({ hasText: 'IN SCHEMA "shop"' }).count()).toBe(1);
  await takeAll(page, 'databases-refused');
  await button(page, CONNECTION_TEXTS.copy).click();
  await button(page, CONNECTION_TEXTS.copied).waitFor();
  const sql = await page.evaluate(() => navigator.clipboard.readText());
  server.run(sql.replace('…', READER_PASSWORD));

  await field(page, CONNECTION_TEXTS.fields.user).fill('actbook_reader');
  await field(page, CONNECTION_TEXTS.fields.password).fill(READER_PASSWORD);
  await button(page, CONNECT_TEXTS.test).click();
  await page.locator('[data-outcome="answered"]').getByText(CONNECTION_TEXTS.found(1)).waitFor();
  await takeAll(page, 'databases-reader');
  await field(page, CONNECTION_TEXTS.fields.password).fill('wrong');
  await field(page, CONNECTION_TEXTS.fields.password).press('Escape');
  await page.getByText(CONNECT_TEXTS.unsaved).waitFor();
  await field(page, CONNECTION_TEXTS.fields.password).press('Escape');
  await page.getByText(CONNECT_TEXTS.unsaved).waitFor({ state: 'detached' });
  await field(page, CONNECTION_TEXTS.fields.password).press('Enter');
  await button(page, CONNECTION_TEXTS.saveAnyway).click();
  await row(page, 'sales')
    .getByText(/password/)
    .waitFor();
  await button(page, CONNECTION_TEXTS.editOf('sales')).click();
  await field(page, CONNECTION_TEXTS.fields.password).fill(READER_PASSWORD);
  await button(page, CONNECT_TEXTS.save).click();
  await row(page, 'sales')
    .getByText(/The last test succeeded: PostgreSQL/)
    .waitFor();
  await takeAll(page, 'databases-list');
  await button(page, CONNECTION_TEXTS.tablesOf('sales')).click();
  await page.getByText('One row per order').click();
  await page.getByRole('row', { name: /amount numeric/ }).waitFor();
  await button(page, CONNECTION_TEXTS.back).click();

  await button(page, CONNECTION_TEXTS.editOf('sales')).click();
  expect(await field(page, CONNECTION_TEXTS.fields.password).inputValue()).toBe('');
  await field(page, CONNECTION_TEXTS.fields.host).fill('localhost');
  await button(page, CONNECT_TEXTS.save).click();
  await page.locator('[aria-invalid]').waitFor();
  await page.getByText(CONNECTION_TEXTS.passwordAgain).waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  const findCanaries = (texts: string[]) =>
    texts.flatMap((text) => text.match(/.{0,80}(?:Owner-44k|Reader-91p)/) ?? []);
  expect(findCanaries([...heard, kept])).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  expect(findCanaries([...heard, await page.content()])).toEqual([]);
  await server.stop();
});
