/** Commands on the notebook and the page, run from the palette. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { COMMAND_LAYER_TEXTS } from '../../../components/notebook/commands/command-layer-texts.ts';
import type { CommandId } from '../../../components/notebook/commands/table/command-table.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { START_TEXTS } from '../../../components/pages/start/start-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { SHARE_TEXTS } from '../../../components/panels/share/share-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
} from '../../helpers/page/browser.ts';

/** Finds a command by typing and runs it. */
async function command(page: Page, id: CommandId) {
  const { title } = COMMAND_TITLES[id];
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: COMMAND_LAYER_TEXTS.search });
  await field.fill(title);
  // Its keys are part of its name.
  await page
    .getByRole('option', { name: title })
    .and(page.locator('[data-focused]'))
    .filter({ hasText: title })
    .waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

test('the notebook is renamed, pinned, downloaded, shared, printed, and deleted by commands', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'n = 1' });
  const page = await openPage({ acceptDownloads: true });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-cell-id]').waitFor();

  for (const format of ['ipynb', 'py', 'html', 'md'] as const) {
    const download = page.waitForEvent('download');
    await command(page, `export-${format}`);
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
  }
  await command(page, 'notebook-rename');
  await isFocused(page, `[aria-label="${SESSION_TEXTS.title}"]`);
  await page.keyboard.type('Costs');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title.startsWith('Costs'));

  await command(page, 'panel-notebooks');
  const pinned = page.getByRole('button', { name: SESSION_LIST_TEXTS.pin('Costs') });
  await command(page, 'notebook-pin');
  await page.getByText(SIDEBAR_TEXTS.pinned).waitFor();
  await expect.poll(() => pinned.getAttribute('aria-pressed')).toBe('true');
  await command(page, 'notebook-unpin');
  await expect.poll(() => pinned.getAttribute('aria-pressed')).toBe('false');

  for (const [id, panel] of [
    ['panel-files', 'Files'],
    ['panel-outline', 'Outline'],
    ['panel-variables', 'Variables'],
    ['panel-run', SIDEBAR_TEXTS.runPanel],
  ] as const) {
    await command(page, id);
    await page.getByRole('region', { name: panel, exact: true }).waitFor();
    await isFocused(page, 'aside');
  }
  await command(page, 'theme-dark');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await command(page, 'theme-system');
  await page.waitForFunction(() => document.documentElement.dataset.theme === undefined);
  await command(page, 'model-choose');
  await page.getByRole('button', { name: /^Model/, expanded: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await command(page, 'settings-open');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Escape');
  await command(page, 'notebook-share');
  await page.getByRole('dialog', { name: SHARE_TEXTS.title }).waitFor();
  await page.keyboard.press('Escape');
  await command(page, 'notebook-print');
  await page.frameLocator('#print-frame').getByText('n = 1').waitFor({ state: 'attached' });

  const chooser = page.waitForEvent('filechooser');
  await command(page, 'notebook-open');
  const cell = { cell_type: 'code', metadata: {}, execution_count: null, outputs: [] };
  const source =
    'import pandas as pd\npd.read_csv("shops.csv")\npd.read_csv("data/sold.csv")\npd.read_csv("../all.csv")';
  const cells = [{ ...cell, id: 'a', source }];
  const file = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
  await (await chooser).setFiles({
    name: 'other.ipynb',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await page.waitForFunction(() => document.title.startsWith('other'));
  // The server renders its title before the page reacts to drops.
  await page.getByText(NOTICE_TEXTS.filesMissing(['shops.csv', 'data/sold.csv'])).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'import-missing');
  await dropFile(page, 'shops.csv', 'a,b\n1,2\n');
  await page.getByText(NOTICE_TEXTS.filesMissing(['data/sold.csv'])).waitFor();
  // It goes where the code reads it; a file outside the notebook's folder cannot.
  await dropFile(page, 'sold.csv', 'a,b\n1,2\n');
  await page.getByText(NOTICE_TEXTS.fileOutside('../all.csv', 'all.csv')).waitFor();
  await page.getByText(NOTICE_TEXTS.filePlaced('sold.csv', 'data/sold.csv')).waitFor({ state: 'attached' });
  // Only what is next to the notebook is for the next question.
  await page.getByRole('button', { name: COMPOSER_TEXTS.remove('sold.csv') }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: COMPOSER_TEXTS.remove('shops.csv') }).waitFor();
  // Cells that stopped for want of a file run again with one click once it is there.
  await app.request(`/api${new URL(page.url()).pathname}/files/data/sold.csv`, { method: 'DELETE' });
  await command(page, 'run-all');
  await page.getByText(NOTICE_TEXTS.dropMissingFile).waitFor();
  await dropFile(page, 'sold.csv', 'a,b\n1,2\n');
  await page.getByRole('button', { name: UI_TEXTS.more(1) }).click();
  await page.getByText(NOTICE_TEXTS.fileIsThere('data/sold.csv')).waitFor();
  await page.getByRole('main').getByRole('button', { name: NOTICE_TEXTS.runAll, exact: true }).click();
  await page.getByText(NOTICE_TEXTS.dropAndRename('all.csv')).waitFor();
  await command(page, 'notebook-delete');
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('other') }).waitFor();
  // The page of what was deleted is left once its kernel has ended.
  await page.getByRole('heading', { name: START_TEXTS.title }).waitFor();
  await page.getByRole('link', { name: /^Costs/ }).click();
  await page.locator('[data-cell-id]').waitFor();
  await command(page, 'notebook-new');
  await page.getByRole('heading', { name: START_TEXTS.title }).waitFor();
});
