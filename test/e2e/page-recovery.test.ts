/** What a person sees and can do when a cell nears its limit, and when a kernel has died. */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../components/notebook/cells/cell-texts.ts';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import type { App } from '../helpers/app.ts';
import { post } from '../helpers/app-client.ts';
import { findAccessibilityFaults, openPage, takeScreenshots, unfoldWork } from '../helpers/browser.ts';
import { openScriptedApp } from '../helpers/shared-app.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const WAIT = `
import os, time
print("waiting", flush=True)
while not os.path.exists("gate"): time.sleep(0.05)`;
const KILL = 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)';

async function openSession(app: App, page: Page, run: Record<string, unknown>): Promise<string> {
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, run);
  await page.goto(app.loginUrl);
  await page.goto(`${app.url}/sessions/${id}`);
  return id;
}

test('a cell near its limit gets more time with one click', async () => {
  const app = await openScriptedApp([fence(WAIT), 'It continued.']);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Wait.', limits: { cellTimeoutMs: 60_000 } });
  await page.getByText(/^The running cell is stopped in \d+ s$/).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/limit.png' });
  await page.getByRole('button', { name: 'Give it 5 more minutes' }).click();
  await page.getByText(/^The running cell is stopped in/).waitFor({ state: 'detached' });
  await writeFile(join(app.home, 'workspaces', id, 'gate'), '');
  await page.locator('[data-outcome="answered"]').waitFor();
});

test('lost names are told, and come back with one click', async () => {
  const app = await openScriptedApp([
    fence('import pandas as pd\ndf = pd.DataFrame({"a": [1, 2, 3], "b": 0})\nprint(len(df))'),
    fence('import os, time\nwhile os.path.exists("slow"): time.sleep(0.05)\ntotal = int(df["a"].sum())'),
    fence(KILL),
    'The kernel died.',
    fence('print("total is", total)'),
    'Still 6.',
  ]);
  const page = await openPage();
  const id = await openSession(app, page, { task: 'Sum the column.' });
  await page.getByText('Gone: df (DataFrame 3×2), total (int)').waitFor();
  const rebuild = page.getByRole('button', { name: 'Rebuild by running 2 cells again' });
  await rebuild.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'lost');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The words keep their room beside the button.
  const width = await page.getByText('Gone: df').evaluate((text) => text.clientWidth);
  expect(width).toBeGreaterThan(180);
  await takeScreenshots(page, 'lost-phone');

  const slow = join(app.home, 'workspaces', id, 'slow');
  await writeFile(slow, '');
  await rebuild.click();
  await page.getByRole('button', { name: 'Kernel: running 2 of 2' }).waitFor();
  await page.getByText('Running 2 of 2 cells again', { exact: true }).waitFor();
  await takeScreenshots(page, 'rebuild');
  await rm(slow);
  await page.getByText('cells again', { exact: false }).waitFor({ state: 'detached' });
  await page.getByText('Gone:').waitFor({ state: 'detached' });
  expect(await page.getByText('The files are still there').count()).toBe(0);
  const isBack = page.getByText('2 of 2 cells ran again. Back: df (DataFrame 3×2), total (int);');
  await isBack.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Follow-up question' }).fill('And now?');
  await page.keyboard.press('Enter');
  await page.getByText('Still 6.').first().waitFor();
  await isBack.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[data-outcome="answered"]').count()).toBe(2);
  await unfoldWork(page);
  await page.getByText('total is 6', { exact: true }).first().waitFor();
});

test('a rebuild asks for a password, and where it fails the page offers to run all, which ends the loss', async () => {
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
  await page.getByRole('button', { name: 'Rebuild by running 2 cells again' }).click();
  await page.getByText(CELL_TEXTS.asksAgain('Key:')).waitFor();
  await page
    .getByText(new RegExp(VIEW_TEXTS.waitsForYou('.*', 'answer')))
    .last()
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await answer('Key:', 's3cret');

  await page.getByText('1 of 2 cells ran again. Cell In [2] failed this time. FileExistsError').waitFor();
  const runAll = page.getByRole('button', { name: 'Run all cells' });
  await runAll.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.screenshot({ path: 'test-results/rebuild-failed-phone.png' });
  await rm(join(app.home, 'workspaces', id, 'once'));
  await runAll.click();
  await answer('Name?', 'Ada');
  await answer('Key:', 's3cret');
  await page.getByText('The files are still there').waitFor({ state: 'detached' });
});

test('a loss that nothing can bring back is closed by the person, and another one is told', async () => {
  const app = await openScriptedApp([fence(KILL), 'The kernel died.', fence(KILL), 'It died again.']);
  const page = await openPage();
  await openSession(app, page, { task: 'Break it.' });
  await page.getByText('The kernel died.').first().waitFor();
  const notice = page.getByText('The files are still there: ask on');
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await close.click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('The kernel died.').first().waitFor();
  expect(await notice.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Follow-up question' }).fill('And again?');
  await page.keyboard.press('Enter');
  await page.getByText('It died again.').first().waitFor();
  await notice.waitFor();
});
