/** What belongs to the notebook and the page, found in the palette. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { post } from '../helpers/app-client.ts';
import { dropFile, findAccessibilityFaults, openPage } from '../helpers/browser.ts';
import { openScriptedApp } from '../helpers/shared-app.ts';

/** Finds a command by typing and runs it. */
async function command(page: Page, label: string) {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search commands' });
  await field.fill(label);
  // Its keys are part of its name.
  await page.getByRole('option', { name: label, selected: true }).filter({ hasText: label }).waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

test('the notebook is renamed, pinned, taken away, shared, printed and deleted by commands', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'n = 1' });
  const page = await openPage({ acceptDownloads: true });
  await page.goto(app.loginUrl);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-cell-id]').waitFor();

  for (const format of ['.ipynb', '.py', '.html', '.md']) {
    const download = page.waitForEvent('download');
    await command(page, `Download as ${format}`);
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\${format}$`));
  }
  await command(page, 'Rename the notebook');
  await isFocused(page, '[aria-label="Title of the notebook"]');
  await page.keyboard.type('Costs');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('Costs'));

  await command(page, 'Show your notebooks');
  const pinned = page.getByRole('button', { name: 'Pin Costs' });
  await command(page, 'Pin the notebook to the top');
  await page.getByText('Pinned to the top of your notebooks.').waitFor();
  await expect.poll(() => pinned.getAttribute('aria-pressed')).toBe('true');
  await command(page, 'Unpin the notebook');
  await expect.poll(() => pinned.getAttribute('aria-pressed')).toBe('false');

  for (const [label, panel] of [
    ['Show the files', 'Files'],
    ['Show the outline', 'Outline'],
    ['Show the variables', 'Variables'],
    ['Show run and kernel', 'Run and kernel'],
  ] as const) {
    await command(page, label);
    await page.getByRole('region', { name: panel, exact: true }).waitFor();
    await isFocused(page, 'aside');
  }
  await command(page, 'Theme: dark');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await command(page, 'Theme: system');
  await page.waitForFunction(() => document.documentElement.dataset.theme === undefined);
  await command(page, 'Choose the model');
  await page.getByRole('button', { name: /^Model/, expanded: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await command(page, 'Open the settings');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await command(page, 'Share a link');
  await page.getByRole('dialog', { name: 'Share a link' }).waitFor();
  await page.keyboard.press('Escape');
  await command(page, 'Print the notebook');
  await page.frameLocator('#print-frame').getByText('n = 1').waitFor({ state: 'attached' });

  const chooser = page.waitForEvent('filechooser');
  await command(page, 'Open a notebook file (.ipynb)');
  const cell = { cell_type: 'code', metadata: {}, execution_count: null, outputs: [] };
  const cells = [{ ...cell, id: 'a', source: 'import pandas as pd\npd.read_csv("shops.csv")' }];
  const file = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
  await (await chooser).setFiles({
    name: 'other.ipynb',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.waitForFunction(() => document.title.startsWith('other'));
  // Drawn on the server, it has its title before it listens.
  await page.getByText('Its code reads shops.csv, which is not here: drop it on this page.').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/import-missing.png' });
  await dropFile(page, 'shops.csv', 'a,b\n1,2\n');
  await page.getByText('Its code reads shops.csv').waitFor({ state: 'detached' });
  await command(page, 'Delete the notebook');
  await page.getByRole('button', { name: 'Undo deleting other' }).waitFor();
  await page.getByRole('link', { name: /^Costs/ }).click();
  await page.locator('[data-cell-id]').waitFor();
  await command(page, 'New notebook');
  await page.getByRole('heading', { name: 'What do you want to know?' }).waitFor();
});
