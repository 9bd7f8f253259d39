/** What the user sees and can do when a cell nears its limit, and when a kernel has died. */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { FIRST_NOTICE_TEXTS } from '../../../components/pages/session/notices/first-notice-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import type { App } from '../../helpers/app/app.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const WAIT = `
import os, time
print("waiting", flush=True)
while not os.path.exists("gate"): time.sleep(0.05)`;
const KILL = 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)';

/** The names in the notices, up to those of imports. */
const NAMES = 'df (DataFrame 3×2), total (int)';
const startOf = (sentence: string) => sentence.replace(/\.$/, '');

const stopsIn = (page: Page) =>
  page.getByText(new RegExp(`^${NOTICE_TEXTS.stopsIn(0).replace('0', '\\d+')}$`));

async function openSession(app: App, page: Page, run: Record<string, unknown>): Promise<string> {
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, run);
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  return id;
}

test('a cell near its limit gets more time with one click', async () => {
  const app = await openScriptedApp([fence(WAIT), 'It continued.']);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Wait.', limits: { cellTimeoutMs: 60_000 } });
  await stopsIn(page).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'limit');
  await page.getByRole('button', { name: NOTICE_TEXTS.moreTime }).click();
  await stopsIn(page).waitFor({ state: 'detached' });
  await writeFile(join(app.home, 'workspaces', id, 'gate'), '');
  await page.locator('[data-outcome="answered"]').waitFor();
});

test('lost names are shown, and restored with one click', async () => {
  const app = await openScriptedApp([
    fence(
      'import time\nimport pandas as pd\ndf = pd.DataFrame({"a": [1, 2, 3], "b": 0})\nprint(len(df), time.time_ns())',
    ),
    fence('import os, time\nwhile os.path.exists("slow"): time.sleep(0.05)\ntotal = int(df["a"].sum())'),
    fence(KILL),
    'The kernel died.',
    fence('print("total is", total)'),
    'Still 6.',
  ]);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Sum the column.' });
  const lost = page.getByText(startOf(NOTICE_TEXTS.lost(NAMES)));
  await lost.waitFor();
  const rebuild = page.getByRole('button', { name: NOTICE_TEXTS.rebuild(2) });
  await rebuild.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'lost');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The text keeps half of the window next to the toggle; what can be done is below it.
  const width = await lost.evaluate((text) => text.clientWidth);
  expect(width).toBeGreaterThan(150);
  await takeScreenshots(page, 'lost-phone');

  const slow = join(app.home, 'workspaces', id, 'slow');
  await writeFile(slow, '');
  await rebuild.click();
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('running 2 of 2') }).waitFor();
  const rebuilding = page.getByText(STATUS_TEXTS.rebuilding('Running 2 of 2'), { exact: true });
  await rebuilding.waitFor();
  await takeScreenshots(page, 'rebuild');
  await page.setViewportSize({ width: 1280, height: 900 });
  // The bar names the cell that is running again, and leads to it in the folded work.
  await page.locator('[data-dock]').getByText('In [2]', { exact: true }).waitFor();
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).click();
  const second = page.locator('[data-cell-id]').filter({ hasText: 'total = int' });
  await second.and(page.locator(':focus')).waitFor();
  // While a cell waits, the button says what else is stopped.
  const execute = `/api/sessions/${id}/cells/${await second.getAttribute('data-cell-id')}/execute`;
  await post(app, execute);
  await page.getByRole('button', { name: STATUS_TEXTS.stop, exact: true }).click();
  await page.getByRole('menuitem', { name: STATUS_TEXTS.stopRebuild(2) }).waitFor();
  await takeScreenshots(page, 'rebuild-stop');
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshots(page, 'rebuild-stop-phone');
  await page.keyboard.press('Escape');
  await app.request(execute, { method: 'DELETE' });
  await rm(slow);
  await rebuilding.waitFor({ state: 'detached' });
  await lost.waitFor({ state: 'detached' });
  expect(await page.getByText(NOTICE_TEXTS.kept).count()).toBe(0);
  const restored = startOf(NOTICE_TEXTS.restored(NAMES));
  const isBack = page.getByText(`${NOTICE_TEXTS.ranAgain(2, 2, false)} ${restored}`);
  await isBack.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).fill('And now?');
  await page.keyboard.press('Enter');
  await page.getByText('Still 6.').first().waitFor();
  await isBack.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[data-outcome="answered"]').count()).toBe(2);
  await unfoldWork(page);
  await page.getByText('total is 6', { exact: true }).first().waitFor();
  // Of four cells: one died with its kernel, one has another output now, one has none, and one is of this kernel.
  await expect.poll(() => page.getByTitle(CELL_TEXTS.lost).count()).toBe(1);
  await expect.poll(() => page.getByTitle(CELL_TEXTS.rebuilt).count()).toBe(1);
  await expect.poll(() => page.getByText(CELL_TEXTS.earlierKernel).count()).toBe(1);
  // A cell that ran again is of this kernel: only what it shows is not.
  await expect.poll(() => page.getByTitle(CELL_TEXTS.rebuilt).textContent()).toBe(CELL_TEXTS.earlierOutput);
  expect(await page.locator('section', { has: page.getByTitle(CELL_TEXTS.rebuilt) }).innerText()).toContain(
    'print(len(df), time.time_ns())',
  );
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a rebuild asks for a password; if it fails, the page offers to run all cells, which ends the loss', async () => {
  const app = await openScriptedApp([
    fence('from getpass import getpass\nname = input("Name? ")\nkey = getpass("Key: ")'),
    fence('open("once", "x").close()\nlength = len(key)'),
    fence(KILL),
    'The kernel died.',
  ]);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Ask me.' });
  const answer = async (label: string, value: string) => {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  };
  await answer('Name?', 'Ada');
  await answer('Key:', 's3cret');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByRole('button', { name: NOTICE_TEXTS.rebuild(2) }).click();
  await page.getByText(CELL_PART_TEXTS.asksAgain('Key:')).waitFor();
  await page
    .getByText(new RegExp(VIEW_TEXTS.waitsForYou('.*', 'answer')))
    .last()
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await answer('Key:', 's3cret');

  await page
    .getByText(`${NOTICE_TEXTS.ranAgain(1, 2, false)} Cell In [2] failed this time. FileExistsError`)
    .waitFor();
  const runAll = page.getByRole('button', { name: NOTICE_TEXTS.runAll });
  await runAll.waitFor();
  // Opened, the text has the width of the notice, and what can be done is in one line below it.
  await page.getByRole('button', { name: /^(Details|\d+ more)$/ }).click();
  const text = page.getByText(NOTICE_TEXTS.runAllToFix);
  expect(await text.evaluate((each) => each.closest('[data-text]')?.clientWidth)).toBeGreaterThan(400);
  const topOf = async (button: Locator) => Math.round((await button.boundingBox())?.y ?? 0);
  const close = page.getByRole('button', { name: 'Close', exact: true });
  // The notice moves while it opens.
  await expect.poll(async () => Math.abs((await topOf(close)) - (await topOf(runAll)))).toBeLessThan(4);
  await keepScreenshot(page, 'rebuild-failed');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await keepScreenshot(page, 'rebuild-failed-phone');
  await rm(join(app.home, 'workspaces', id, 'once'));
  await runAll.click();
  await answer('Name?', 'Ada');
  await answer('Key:', 's3cret');
  await page.getByText(NOTICE_TEXTS.runAllToFix).waitFor({ state: 'detached' });
});

test('the user closes the notice of a loss that cannot be restored; another loss is shown again', async () => {
  const app = await openScriptedApp([fence(KILL), 'The kernel died.', fence(KILL), 'It died again.']);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Break it.' });
  await page.getByText('The kernel died.').first().waitFor();
  const notice = page.getByText(NOTICE_TEXTS.kept);
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await close.click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('The kernel died.').first().waitFor();
  expect(await notice.count()).toBe(0);
  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).fill('And again?');
  await page.keyboard.press('Enter');
  await page.getByText('It died again.').first().waitFor();
  await notice.waitFor();
  const body = JSON.stringify({ isAllowed: true });
  const headers = { 'content-type': 'application/json' };
  await app.request(`/api/sessions/${id}/network`, { method: 'PUT', headers, body });
  // That it has the network hides nothing, is hidden by nothing, and is in the same line, whole with a click.
  const standing = page.locator('[data-standing]');
  await standing.getByText(FIRST_NOTICE_TEXTS.networkAllowedShort, { exact: true }).waitFor();
  await notice.waitFor();
  expect((await standing.boundingBox())?.y).toBe(
    (await notice.locator('xpath=ancestor::*[@data-tone]').boundingBox())?.y,
  );
  expect(await page.getByRole('button', { name: UI_TEXTS.more(1) }).count()).toBe(0);
  await keepScreenshot(page, 'notices-in-one-line');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: UI_TEXTS.details, exact: true }).click();
  await standing.getByText(FIRST_NOTICE_TEXTS.networkAllowed).waitFor();
  await close.click();
  await notice.waitFor({ state: 'detached' });
  await page.getByText(FIRST_NOTICE_TEXTS.networkAllowed).waitFor();
});
