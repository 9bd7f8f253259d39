/** A cell of SQL on the page: added, written with completion, named, run, changed to another language and back. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import type { Session } from '../../../lib/session/session.ts';
import { OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { runCell } from '../../helpers/app/run-cell.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const FRAME = `import pandas as pd
orders = pd.DataFrame({"city": ["Bonn", "Kiel", "Bonn"], "amount": [12, 30, 5]})`;

const cellAt = (page: Page, index: number) => page.locator('[data-cell-id]').nth(index);
const editorOf = (page: Page) => page.getByRole('textbox', { name: CELL_TEXTS.sqlField });
const nameOf = (page: Page) => page.getByRole('textbox', { name: CELL_PART_TEXTS.resultName });

async function openNotebook() {
  const app = await openScriptedApp([]);
  const { id: sessionId = '' } = await post(app, '/api/sessions');
  await runCell(app, sessionId, FRAME);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  return { app, page, sessionId };
}

test('SQL is added, completed from the frames, run, renamed, and seen on a phone', async () => {
  const { app, page, sessionId } = await openNotebook();
  await page.getByRole('button', { name: VIEW_TEXTS.addSql }).click();
  await editorOf(page).waitFor();
  await page.locator('[data-editor="ready"]').waitFor();
  await page.locator('.cm-content:focus').waitFor();
  // The language comes late: its first word is colored then.
  await page.keyboard.insertText('SELECT city, sum(amount) AS total FROM ');
  await page.locator('.cm-content .tok-keyword').first().waitFor();
  await page.keyboard.type('ord');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'orders' }).waitFor();
  // In sight: it is drawn far outside before its place is known, and where its editor counts as covered.
  await expect.poll(async () => (await page.getByRole('listbox').boundingBox())?.y).toBeGreaterThan(0);
  await takeScreenshots(page, 'sql-completion');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(' GROUP BY city ORDER BY total');
  await page.keyboard.press('Shift+Enter');

  const cell = cellAt(page, 1);
  await cell
    .getByRole('cell', { name: '30' })
    .or(cell.getByRole('gridcell', { name: '30' }))
    .first()
    .waitFor();
  await cell.locator('code .tok-keyword').first().waitFor();
  expect(await cell.locator('pre code').first().innerText()).toBe(
    'SELECT city, sum(amount) AS total FROM orders GROUP BY city ORDER BY total',
  );
  expect(await nameOf(page).inputValue()).toBe('result_1');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'sql-result');

  await nameOf(page).fill('2nd');
  await page.getByText(CELL_PART_TEXTS.notAName).waitFor();
  await takeScreenshots(page, 'sql-name');
  await nameOf(page).fill('by_city');
  await nameOf(page).press('Enter');
  await cell.getByText(OUTPUT_TEXTS.edited).waitFor();
  await cell.focus();
  await page.keyboard.press('Control+Enter');
  await cell.getByText(OUTPUT_TEXTS.edited).waitFor({ state: 'detached' });
  expect(await nameOf(page).inputValue()).toBe('by_city');

  const report = await post(app, `/api/sessions/${sessionId}/verify`);
  expect(report).toMatchObject({ outcome: 'reproduced' });

  await page.setViewportSize({ width: 390, height: 800 });
  await cell.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'sql-phone');
});

test('a change of language keeps the text and is taken back; an error names the line of the SQL', async () => {
  const { page } = await openNotebook();
  const cell = cellAt(page, 0);
  await cell.focus();
  await page.keyboard.press('s');
  await nameOf(page).waitFor();
  expect(await cell.locator('pre code').first().innerText()).toBe(FRAME);
  await page.keyboard.press('y');
  await nameOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await nameOf(page).waitFor();
  await page.keyboard.press('z');
  await nameOf(page).waitFor({ state: 'detached' });
  expect(await cell.locator('pre code').first().innerText()).toBe(FRAME);

  // What is being written stays, too.
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.insertText('select city\nfrom orders\nwhere nix = 1');
  await page.keyboard.press('Escape');
  const other = cellAt(page, 1);
  await other.locator('pre code').getByText('where nix').waitFor();
  await page.keyboard.press('s');
  await nameOf(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await other.getByText('LINE 3: where nix = 1').first().waitFor();
  expect(await other.innerText()).not.toContain('duckdb.execute');
  await takeScreenshots(page, 'sql-error');
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('SQL asks a connection that is chosen above it, with the tables of its catalog', async () => {
  const { app, page, sessionId } = await openNotebook();
  const folder = await createTempDir();
  const path = join(folder, 'shop.db');
  const database = new DatabaseSync(path);
  database.exec(
    "CREATE TABLE customers (name TEXT, country TEXT); INSERT INTO customers VALUES ('Ada', 'GB')",
  );
  database.close();
  const body = JSON.stringify({ kind: 'sqlite', path });
  expect((await app.request('/api/connections/shop', { method: 'PUT', body })).status).toBe(200);
  onTestFinished(async () => {
    await app.request('/api/connections/shop', { method: 'DELETE' });
  });
  await page.getByRole('button', { name: VIEW_TEXTS.addSql }).click();
  await page.locator('.cm-content:focus').waitFor();
  const asked = page.getByRole('combobox', { name: CELL_PART_TEXTS.askedBySql });
  await asked.getByRole('option', { name: 'shop' }).waitFor({ state: 'attached' });
  await asked.selectOption('shop');
  await expect.poll(async () => readLanguage(await readSession(app, sessionId))).toBe('shop');
  await editorOf(page).click();
  await page.keyboard.insertText('SELECT * FROM ');
  await page.keyboard.type('cust');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'customers' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(' WHERE ');
  await page.keyboard.type('customers.na');
  await page.keyboard.press('Tab');
  // Keywords such as NATURAL cannot follow a dot.
  const offered = page.getByRole('listbox').getByRole('option');
  await offered.getByText('name').waitFor();
  expect(await offered.count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(" = 'Ada'");
  await page.keyboard.press('Shift+Enter');
  await cellAt(page, 1).getByText('Ada').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'sql-connection');

  // Another language for a moment keeps the connection.
  await cellAt(page, 1).focus();
  await page.keyboard.press('y');
  await asked.waitFor({ state: 'detached' });
  await page.keyboard.press('s');
  await expect.poll(async () => readLanguage(await readSession(app, sessionId))).toBe('shop');
  await nameOf(page).fill('print');
  await nameOf(page).press('Enter');
  await page.getByText('The result cannot be called print').waitFor();
});

const readLanguage = ({ cells }: Session) => cells.find(({ language }) => language)?.language?.connection;
const readSession = (app: App, sessionId: string) => followUntil(app, sessionId, () => true);
