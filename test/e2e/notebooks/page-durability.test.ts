/** What the user must never lose: a run continues without a browser, and every page shows the same notebook. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  logIn,
  openKillablePage,
  openPage,
  openStartPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';

test('the browser is killed during a run: the run ends without it, and nothing is lost or doubled', async () => {
  const waitForFile = `import os, time
print("before", flush=True)
while not os.path.exists("go.txt"):
    time.sleep(0.02)
print("after")`;
  const app = await openScriptedApp([`Waiting.\n\n\`\`\`python\n${waitForFile}\n\`\`\``, 'All **done**.']);
  const { page, kill } = await openKillablePage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Wait for the file.');
  await page.keyboard.press('Enter');
  await page.getByText('before', { exact: true }).waitFor();
  const sessionUrl = page.url();
  const sessionPath = `/api${new URL(sessionUrl).pathname}`;
  await kill();

  await app.request(`${sessionPath}/files/go.txt`, { method: 'PUT', body: 'go' });
  await expect.poll(async () => (await (await app.request(sessionPath)).json()).runStatus).toBe('answered');

  const readTab = async () => {
    const tab = await openPage();
    await logIn(tab, app);
    await tab.goto(sessionUrl);
    await tab.locator('[data-outcome="answered"]').waitFor();
    await unfoldWork(tab);
    await tab.locator('strong', { hasText: 'done' }).waitFor();
    await tab.getByText(CELL_PART_TEXTS.modelSaw(3, 0)).waitFor();
    return tab.getByRole('main').innerText();
  };
  const [first, second] = [await readTab(), await readTab()];
  expect(second).toBe(first);
  for (const text of ['Waiting.', 'before\nafter', 'All done.']) expect(first.split(text)).toHaveLength(2);
});

test('attached files are kept while another page is shown, and the browser asks before they would be lost', async () => {
  const app = await openScriptedApp(() => 'It depends.');
  await post(app, '/api/sessions', { title: 'Of before' });
  const page = await openPage();
  await openStartPage(page, app);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // Browsers ask only users who have done something on the page.
  await page.keyboard.type('How many?');
  await dropFile(page, 'sales.csv', 'a\n1\n');
  const remove = page.getByRole('button', { name: COMPOSER_TEXTS.remove('sales.csv') });
  await remove.waitFor();
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.getByRole('link', { name: 'Of before' }).click();
  await page.waitForURL('**/sessions/*');
  await remove.waitFor({ state: 'detached' });
  await page.goBack();
  await remove.waitFor();
  const task = page.getByRole('textbox', { name: 'Task' });
  await expect.poll(() => task.inputValue()).toBe('How many?');
  expect(asked).toHaveLength(1);
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  await page.reload();
  expect(asked).toHaveLength(1);
  // Into the notebook of an example they come along.
  await dropFile(page, 'sales.csv', 'a\n1\n');
  await remove.waitFor();
  await page.locator('article').getByRole('button').first().click();
  await page.waitForURL('**/sessions/*');
  const { files } = await (await app.request(`/api${new URL(page.url()).pathname}/files`)).json();
  expect(files.map(({ name }: { name: string }) => name)).toContain('sales.csv');
  // Sent, they are not attached to the next question.
  await page.goBack();
  await expect.poll(() => task.inputValue()).toBe('How many?');
  expect(await remove.count()).toBe(0);
  expect(asked).toHaveLength(1);
});

test('two tabs of a running session show the same, live', async () => {
  const app = await openScriptedApp([
    '```python\nimport time\nfor i in range(8):\n    print("tick", i, flush=True)\n    time.sleep(0.1)\n```',
    'Counted to **eight**.',
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Count.');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sessions/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.locator('[data-outcome="answered"]').waitFor();
  }
  const read = (tab: Page) => tab.getByRole('main').innerText();
  // What draws the words comes after them.
  for (const tab of [page, other]) await expect.poll(() => read(tab)).toContain('Counted to eight.');
  await expect.poll(async () => (await read(other)) === (await read(page))).toBe(true);
  // Where the network is there again, another connection replaces this one, and nothing is shown.
  const opened = page.waitForRequest(/\/events\?after=[1-9]/);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await opened;
});

test('a duplicated tab has text of its own: cleared in one, it stays in the other', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  await openStartPage(page, app);
  const task = (tab: Page) => tab.getByRole('textbox', { name: 'Task' });
  await task(page).fill('In the first.');
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  const duplicate = async () => {
    const copy = await page.context().newPage();
    await copy.addInitScript((items) => {
      if (sessionStorage.length === 0)
        for (const [key, item] of Object.entries(items)) sessionStorage.setItem(key, item);
    }, stored);
    await copy.goto(page.url());
    await expect.poll(() => task(copy).inputValue()).toBe('In the first.');
    return copy;
  };
  // Left before it has found out, it leaves what was typed in it, and nothing else.
  const brief = await duplicate();
  await brief.goto('about:blank');
  const countDrafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('actbook-draft')).length);
  expect(await countDrafts()).toBe(1);
  await brief.close();
  const left = await duplicate();
  await task(left).fill('In the copy.');
  await left.goto('about:blank');
  await left.close();
  const next = await page.context().newPage();
  await next.goto(page.url());
  await expect.poll(() => task(next).inputValue()).toBe('In the copy.');
  await task(next).fill('');
  await next.close();
  expect(await task(page).inputValue()).toBe('In the first.');
  const other = await duplicate();
  await task(other).fill('In the second.');
  // The copy has found out.
  const readTab = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('actbook-tab'));
  await expect.poll(async () => (await readTab(other)) === (await readTab(page))).toBe(false);
  await task(page).fill('');
  await other.reload();
  await expect.poll(() => task(other).inputValue()).toBe('In the second.');
  await task(page).fill('Again in the first.');
  await task(other).fill('');
  await page.reload();
  await expect.poll(() => task(page).inputValue()).toBe('Again in the first.');
});
