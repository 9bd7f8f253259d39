/** A query of a real PostgreSQL under its running cell, seen and stopped in a real browser over the real app. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { type PostgresServer, startPostgres } from '../../helpers/connections/postgres-server.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  server.run(`create role reader login password 'of-the-reader'`);
});

afterAll(() => server.stop());

test('a query says how far it is, and is stopped with its cell', async () => {
  const app = await openScriptedApp([]);
  const at = { host: '127.0.0.1', port: server.port, database: 'postgres' };
  const settings = { kind: 'postgresql', ...at, user: 'reader', password: 'of-the-reader' };
  await app.request('/api/connections/sales', { method: 'PUT', body: JSON.stringify(settings) });
  const { id = '' } = await post(app, '/api/sessions');
  const sql = `select repeat('x', 1000) as text from generate_series(1, 900000)`;
  const source = `frame = sales.query("${sql}")`;
  const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const cell = page.locator(`[data-cell-id="${cellId}"]`);
  await cell.focus();
  await page.keyboard.press('Control+Enter');
  await cell.getByText(/^sales\.query: [\d,]+ rows, [\d.]+ [KMG]B, \d+ s$/).waitFor();
  await takeScreenshots(page, 'query-progress');
  await post(app, `/api/sessions/${id}/kernel`, { action: 'interrupt' });
  const ended = await followUntil(app, id, ({ cells }) => cells.some(({ endedAt }) => endedAt !== null));
  expect(ended.cells.map(({ calls }) => calls.map(({ status }) => status))).toEqual([['interrupted']]);
  await cell.getByText(/^sales\.query: /).waitFor({ state: 'detached' });
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
