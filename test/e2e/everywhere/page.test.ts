/** The page in a real browser over the real app: only the model's words are scripted. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { CONNECTION_TEXTS } from '../../../components/pages/session/connection/connection-texts.ts';
import { FIRST_NOTICE_TEXTS } from '../../../components/pages/session/notices/first-notice-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { EXPORT_TEXTS } from '../../../components/panels/share/export-texts.ts';
import { IMAGE_TEXTS } from '../../../components/render/output/image/image-texts.ts';
import { startApp } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openStartPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { printed, recordRun } from '../../helpers/runtime/recorded-notebook.ts';

const CSV = 'city,year,sales\nOslo,2023,10\nOslo,2024,14\nBergen,2023,7\nBergen,2024,9\n';

const LOAD = `I will load the table.

\`\`\`python
import pandas as pd
df = pd.read_csv("sales.csv")
print("rows:", len(df), flush=True)
df
\`\`\``;

const PLOT = `Now the sums, as a plot.

\`\`\`python
import matplotlib.pyplot as plt
df.groupby("city")["sales"].sum().plot.bar()
plt.show()
\`\`\``;

const ANSWER = '**Oslo** sold the most: $24, against $16 in Bergen, so $24 > 16$.';

const LOADED = { source: 'print("rows:", 4)', outputs: [printed('rows: 4\n')] };

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Task' }).fill(question);
  await page.keyboard.press('Enter');
}

test('a question about a dropped file becomes a notebook, live, and a reload shows the same', async () => {
  const { promise: isWatched, resolve: letEnd } = Promise.withResolvers<void>();
  const app = await openScriptedApp([{ text: LOAD, delayMs: 5, until: isWatched }, PLOT, ANSWER]);
  const page = await openPage();
  await openStartPage(page, app);
  await dropFile(page, 'sales.csv', CSV);
  await page.getByText('sales.csv').waitFor();
  await ask(page, 'Which city sold the most?');

  await page.getByRole('button', { name: 'Stop' }).waitFor();
  letEnd();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  await answer.locator('.katex').waitFor();
  expect(await answer.innerText()).toContain('Oslo sold the most: $24, against $16 in Bergen');
  const plot = page.getByRole('button', { name: new RegExp(`^${IMAGE_TEXTS.enlarge('')}`) }).locator('img');
  expect(
    await plot.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);

  await unfoldWork(page);
  await page.getByText('In [1]').waitFor();
  await page.getByText('rows: 4', { exact: true }).waitFor();
  await page.getByRole('gridcell', { name: 'Bergen' }).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const printed of [plot.first(), page.locator('thead').getByText('city', { exact: true }).first()])
    expect(await printed.isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: VIEW_TEXTS.addCell }).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });

  await page
    .getByText(new RegExp(CELL_PART_TEXTS.modelSaw(0, 0).replace('0', '[\\d,]+')))
    .first()
    .waitFor();
  const shown = await page.getByRole('main').innerText();
  await page.reload();
  await page.locator('[data-outcome="answered"]').waitFor();
  await answer.locator('.katex').waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toBe(shown);

  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as .ipynb' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ipynb$/);
});

test('the page continues by itself when the app comes back; one that is signed out says what to do', async () => {
  const app = await startApp();
  const id = await recordRun(app, { task: 'Which city sold the most?', cells: [LOADED], answer: ANSWER });
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'kept = 1' });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  await followUntil(app, id, ({ kernel }) => kernel.names.length > 0);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outcome="answered"]').waitFor();
  const stranger = await openPage();
  await logIn(stranger, app);
  await stranger.goto(`${app.url}/sessions/${id}`);
  await stranger.locator('[data-outcome="answered"]').waitFor();
  await stranger.context().clearCookies();
  // What loads with its first use has come: without it, a part of the page could not be drawn.
  for (const each of [page, stranger]) await each.waitForLoadState('networkidle');

  await app.kill('SIGKILL');
  await page.getByText(FIRST_NOTICE_TEXTS.reconnecting).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await startApp({ home: app.home, port: Number(new URL(app.url).port) });
  await page.getByText(FIRST_NOTICE_TEXTS.reconnecting).waitFor({ state: 'detached' });
  // The kernel ended with the app, and the page says what that means.
  await page.getByText(NOTICE_TEXTS.kept).waitFor();
  expect(await page.getByRole('region', { name: 'Answer' }).count()).toBe(1);
  await stranger.getByRole('heading', { name: CONNECTION_TEXTS['signed-out'].title }).waitFor();
  expect(await findAccessibilityFaults(stranger)).toEqual([]);
  await keepScreenshot(stranger, 'state-signed-out');
});

test('a part of the page that cannot be loaded leaves the rest readable', async () => {
  const app = await openApp();
  const id = await recordRun(app, { task: 'Anything?', answer: 'It is so because $a > b$.' });
  const page = await openPage();
  await intercept(page, '**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch();
    const isKatex = (await response.text()).includes('KaTeX parse error');
    await (isKatex ? route.abort() : route.fulfill({ response }));
  });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByText('a > b').waitFor();
  // No request may still be in the handler when the page closes.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a title with spaces that a browser leaves out does not keep the page busy', async () => {
  const app = await openApp();
  const page = await openPage();
  await logIn(page, app);
  for (const task of ['What is  the mean?', 'Prices: \nby city', '\u00a0Mean?\t']) {
    const id = await recordRun(app, { task, answer: 'There is none.' });
    await page.goto(`${app.url}/sessions/${id}`);
    await page.getByText('There is none.').waitFor();
    // A page that writes its title again and again never gets to this.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  }
});

test('a notebook deleted in another tab is shown as gone, and nothing else', async () => {
  const app = await openApp();
  const id = await recordRun(app, { task: 'Which city sold the most?', cells: [LOADED], answer: ANSWER });
  const page = await openPage();
  await openStartPage(page, app);
  await dropFile(page, 'a:b?.csv', CSV);
  await page.getByText('a_b_.csv').waitFor();
  await page.getByRole('button', { name: COMPOSER_TEXTS.remove('a_b_.csv') }).click();
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outcome="answered"]').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('[data-outcome="answered"]').waitFor();
  await other.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('[role="status"], [role="alert"]')) {
        if (notice.textContent) seen.push(notice.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });

  await page.getByRole('button', { name: SESSION_TEXTS.delete }).click();
  await page.getByText(SESSION_LIST_TEXTS.empty).waitFor();
  await other.getByRole('heading', { name: CONNECTION_TEXTS.missing.title }).waitFor();
  const seen: unknown = await other.evaluate(() => Reflect.get(globalThis, 'seen'));
  expect(String(seen)).not.toMatch(/connection|lost|still there/);
});

test('a token from an earlier start is refused with its reason', async () => {
  const app = await openApp();
  const page = await openPage();
  await page.goto(`${app.url}/login?token=old`);
  await page.getByText('That token is not valid. It changes at every start').waitFor();
  await page.goto(`${app.url}/`);
  await page.getByText('Log in with the link that the terminal shows.').waitFor();
});
