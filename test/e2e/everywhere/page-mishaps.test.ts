/** What goes wrong between the page and its server is shown where the user sees it, and none of their work is lost. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { API_TEXTS } from '../../../components/api/api-texts.ts';
import { MODEL_TEXTS } from '../../../components/ask/models/model-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { EXPORT_TEXTS } from '../../../components/panels/share/export-texts.ts';
import { SHARE_TEXTS } from '../../../components/panels/share/share-texts.ts';
import { TEXT_OUTPUT_TEXTS } from '../../../components/render/output/text/text-output-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
  pressTwice,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';

/** Fails the next request of this kind, as a broken connection does. */
async function failNext(page: Page, method: string, url: RegExp): Promise<void> {
  let left = 1;
  await intercept(page, url, async (route) => {
    if (route.request().method() !== method || left-- <= 0) return route.fallback();
    await route.abort();
  });
}

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

test('a title that could not be saved stays and is reported; one being written survives a rename elsewhere', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions', { title: 'First' });
  const page = await openPage();
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const title = page.getByRole('textbox', { name: SESSION_TEXTS.title });
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();

  await title.fill('Being written');
  await app.request(`/api/sessions/${id}`, { method: 'PATCH', body: JSON.stringify({ title: 'Elsewhere' }) });
  await page.waitForFunction(() => document.title.startsWith('Elsewhere'));
  expect(await title.inputValue()).toBe('Being written');
  await page.keyboard.press('Escape');
  await expect.poll(() => title.inputValue()).toBe('Elsewhere');

  const { promise: isWritten, resolve: letGo } = Promise.withResolvers<void>();
  await intercept(
    page,
    /\/api\/sessions\/[^/]+$/,
    async (route) => {
      await isWritten;
      await route.continue();
    },
    { times: 1 },
  );
  for (const text of ['Slow', 'Slow and corrected']) {
    await title.fill(text);
    await page.keyboard.press('Enter');
  }
  letGo();
  await page.waitForFunction(() => document.title.startsWith('Slow and corrected'));
  await expect.poll(() => title.inputValue()).toBe('Slow and corrected');

  await failNext(page, 'PATCH', /\/api\/sessions\//);
  await title.fill('Second');
  await page.keyboard.press('Enter');
  await alert(page).getByText(SESSION_TEXTS.notRenamed).waitFor();
  expect(await title.inputValue()).toBe('Second');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'rename-failed');
  await alert(page).getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await page.waitForFunction(() => document.title.startsWith('Second'));
  await alert(page).waitFor({ state: 'detached' });
  await expect.poll(() => title.inputValue()).toBe('Second');
});

test('a failed change to the list is tried again with one click', async () => {
  const app = await openApp();
  await post(app, '/api/sessions', { title: 'Birds' });
  const page = await openPage();
  await openStartPage(page, app);
  await failNext(page, 'PATCH', /\/api\/sessions\//);
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.pin('Birds') }).click();
  await alert(page).getByText(API_TEXTS.unreachable).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await alert(page).getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.pin('Birds'), pressed: true }).waitFor();
  await alert(page).waitFor({ state: 'detached' });
});

test('a double click deletes one notebook, not the one that has moved under the pointer', async () => {
  const app = await openApp();
  for (const title of ['Birds', 'Bees', 'Trees']) await post(app, '/api/sessions', { title });
  const page = await openPage();
  await openStartPage(page, app);
  const rows = page.getByRole('list', { name: 'Notebooks' }).getByRole('listitem');
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.remove('Trees') }).hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => rows.count(), { interval: 10 }).toBe(2);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('Trees') }).click();
  await expect.poll(() => rows.count()).toBe(3);
});

const DAY_MS = 24 * 60 * 60_000;

test('ages of notebooks are right where the clock and the time zone differ, and grow while the page is open', async () => {
  const app = await openApp();
  const { id: oldId = '' } = await post(app, '/api/sessions', { title: 'Old' });
  await post(app, '/api/sessions', { title: 'New' });
  // Half an hour before midnight in the server's zone.
  const oldAt = (Math.floor(Date.now() / DAY_MS) - 10) * DAY_MS - 30 * 60_000;
  const database = new DatabaseSync(join(app.home, 'actbook.db'), { timeout: 10_000 });
  database.prepare('update sessions set updated_at = ? where id = ?').run(oldAt, oldId);
  database.close();
  const page = await openPage({ timezoneId: 'Pacific/Kiritimati' });
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  await page.clock.install({ time: Date.now() + 3 * 60 * 60_000 });
  await openStartPage(page, app);
  const age = (title: string) => page.getByRole('link', { name: title }).locator('time');
  const day = new Date(oldAt + DAY_MS / 2).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect.poll(() => age('Old').innerText()).toBe(day);
  expect(broken).toEqual([]);
  await expect.poll(() => age('New').innerText()).toBe('just now');
  await page.clock.fastForward('01:00:00');
  await expect.poll(() => age('New').innerText()).toBe('1 hour ago');
});

test('printing by key reports a failure; a print leaves nothing behind; a double click makes one link', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions', { title: 'Birds' });
  await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'x = 1' });
  const page = await openPage();
  // A browser without a window opens no print dialog: this one stays open until the event below.
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  await failNext(page, 'GET', /\/export\?format=html/);
  await page.keyboard.press('Control+p');
  await alert(page).getByText(EXPORT_TEXTS.printFailed).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'print-failed');

  const { promise: isDeleted, resolve: letPrint } = Promise.withResolvers<void>();
  await intercept(
    page,
    /\/export\?format=html/,
    async (route) => {
      await isDeleted;
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('Control+p');
  await page.getByText(EXPORT_TEXTS.preparing).waitFor();
  await page.locator('[data-cell-id]').focus();
  await pressTwice(page, 'd');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  letPrint();
  await page.frameLocator('#print-frame').locator('h1', { hasText: 'Birds' }).waitFor({ state: 'attached' });
  await page.getByText(EXPORT_TEXTS.preparing).waitFor({ state: 'detached' });
  // Of another command.
  expect(await undo.count()).toBe(1);
  const frame = page.locator('#print-frame');
  await frame.evaluate((element: HTMLIFrameElement) =>
    element.contentWindow?.dispatchEvent(new Event('afterprint')),
  );
  await frame.waitFor({ state: 'detached' });
  await alert(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['notebook-share'].title }).click();
  const { promise: isClicked, resolve: letGo } = Promise.withResolvers<void>();
  await intercept(page, /\/shares$/, async (route) => {
    if (route.request().method() === 'POST') await isClicked;
    await route.fallback();
  });
  await page.getByRole('button', { name: SHARE_TEXTS.make }).dblclick();
  letGo();
  await page.getByRole('textbox', { name: SHARE_TEXTS.link }).waitFor();
  await page.getByRole('button', { name: 'Revoke' }).waitFor();
  const { shares } = await (await app.request(`/api/sessions/${id}/shares`)).json();
  expect(shares).toHaveLength(1);
});

test('text written while a task is being sent is kept; a task that could not start leaves no notebook', async () => {
  const app = await openScriptedApp(['One.']);
  const page = await openPage();
  await openStartPage(page, app);
  await failNext(page, 'POST', /\/runs$/);
  await page
    .getByRole('button', { name: /penguin|species/i })
    .first()
    .click();
  await alert(page).getByText(API_TEXTS.unreachable).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await failNext(page, 'POST', /\/runs$/);
  await page.getByRole('textbox', { name: 'Task' }).fill('Count.');
  await page.keyboard.press('Enter');
  await expect.poll(() => alert(page).count()).toBe(2);
  expect((await (await app.request('/api/sessions')).json()).sessions).toEqual([]);

  const { id } = await post(app, '/api/sessions');
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  const { promise: isWritten, resolve: letGo } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  await intercept(page, /\/runs$/, async (route) => {
    isHeld.resolve();
    await isWritten;
    await route.fallback();
  });
  await page.getByRole('textbox', { name: 'Task' }).fill('Count.');
  await page.keyboard.press('Enter');
  await isHeld.promise;
  await page.keyboard.type(' And then?');
  letGo();
  await page.locator('[data-outcome="answered"]').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).inputValue())
    .toBe('And then?');
});

test('adding a cell leads to the one that is being written, which outlives a reload and becomes a cell on Escape', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions');
  for (const source of ['a = 1', 'b = 2'])
    await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  const page = await openPage();
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const cells = page.locator('[data-cell-id]');
  const add = async () => {
    await page.keyboard.press('Control+Shift+C');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('add a cell at the end');
    await page.keyboard.press('Enter');
    await page.locator(`[aria-label="${VIEW_TEXTS.newCellField}"]:focus`).waitFor();
  };
  // A page that shows its cells hears keys too.
  await cells.nth(1).waitFor();
  await add();
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('c = 3');
  await cells.first().focus();
  await add();
  await page.locator('.cm-line').getByText('c = 3').waitFor();

  const further = page.getByRole('button', { name: VIEW_TEXTS.continueCell });
  await page.locator('fieldset').getByRole('button', { name: CELL_TEXTS.close }).click();
  await further.waitFor();
  expect(await page.locator('.cm-line').count()).toBe(0);
  await further.click();
  await page.locator('.cm-line').getByText('c = 3').waitFor();

  // After a reload its text is there, and so is what else there is at the end.
  await page.reload();
  await page.locator('.cm-line').getByText('c = 3').waitFor();
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).waitFor();
  await further.click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Escape');
  await cells.nth(2).and(page.locator(':focus')).getByText('c = 3').waitFor();

  // Cells are written one after the other, and no letter is lost in between.
  await page.keyboard.press('Shift+Enter');
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('print("d", c)');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('print("e", c)');
  await page.keyboard.press('Control+Enter');
  await cells.nth(3).getByText('d 3', { exact: true }).waitFor();
  await cells.nth(4).getByText('e 3', { exact: true }).waitFor();
  await cells.nth(4).and(page.locator(':focus')).waitFor();
});

test('growing text is followed at its end', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions');
  const source = `import os, time
def wait(name):
    while not os.path.exists(name): time.sleep(0.02)
print("\\n".join(["line"] * 6_000), flush=True)
wait("go.txt")
print("x\\n" * 40 + "the end", flush=True)`;
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  const page = await openPage();
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText(new RegExp(TEXT_OUTPUT_TEXTS.hidden('.*'))).waitFor();
  const box = page.getByText(new RegExp(TEXT_OUTPUT_TEXTS.hidden('.*'))).locator('xpath=../..');
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await app.request(`/api/sessions/${id}/files/go.txt`, { method: 'PUT', body: 'go' });
  await box.getByText('the end').waitFor();
  await expect
    .poll(() =>
      box.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop),
    )
    .toBeLessThan(2);
});

test('a model server’s late answer does not undo what was learned meanwhile', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  await openStartPage(page, app);
  const { promise: isOvertaken, resolve: letGo } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  let asked = 0;
  await intercept(page, '**/api/models*', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    isHeld.resolve();
    await isOvertaken;
    await route.fulfill({ json: { providers: [] } });
  });
  const picker = page.getByRole('button', { name: /^Model:/ });
  await picker.click();
  await isHeld.promise;
  const asking = page.getByText(MODEL_TEXTS.asking);
  await asking.waitFor();
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await picker.click();
  const option = page.getByRole('listbox', { name: 'Models' }).getByRole('option').first();
  await option.waitFor();
  const late = page.waitForResponse(/\/api\/models/);
  letGo();
  await (await late).finished();
  // Until what was read has been drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await option.isVisible()).toBe(true);
});
