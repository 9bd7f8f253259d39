/** A second notebook from the page, with the variables of the first, or with the reason why it has none. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import type { App } from '../../helpers/app/app.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, keepScreenshot, logIn, openPage } from '../../helpers/page/browser.ts';

const frameOf = (page: Page, cellId: string) => page.locator(`[data-cell-id="${cellId}"]`);

/** A cell that has run and whose result is shown. */
async function runCell(
  app: App,
  page: Page,
  sessionId: string,
  source: string,
  shown: string,
): Promise<string> {
  const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, { type: 'code', source });
  await app.request(`/api/sessions/${sessionId}/cells/${cellId}/execute`, { method: 'POST', body: '{}' });
  await frameOf(page, cellId).getByText(shown, { exact: true }).last().waitFor();
  return cellId;
}

async function branch(page: Page, cellId: string): Promise<void> {
  const frame = frameOf(page, cellId);
  await frame.hover();
  await frame.getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['cell-branch'].title }).click();
}

test('a branch at the end has the variables; a refused one says what is in the way, and can have a new kernel', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  const { id = '' } = await post(app, '/api/sessions');
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const first = await runCell(app, page, id, 'total = 40 + 1\nprint(total)', '41');
  await branch(page, first);
  await page.waitForURL(({ pathname }) => !pathname.endsWith(id));
  const branchId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await runCell(app, page, branchId, 'total += 1\nprint(total)', '42');
  expect(await page.getByText('without variables').count()).toBe(0);
  await page.getByText('up to cell In [1], with its variables.').waitFor();
  await keepScreenshot(page, 'live-branch');

  await page.goto(`${app.url}/sessions/${id}`);
  const last = await runCell(app, page, id, 'log = open("log.txt", "w")\nprint(total)', '41');
  await branch(page, last);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('the file log.txt, which is open for writing (variable log)').waitFor();
  expect(await page.getByText(COMMAND_RUN_TEXTS.branching).count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'refused-branch');
  await dialog.getByRole('button', { name: COMMAND_RUN_TEXTS.branchNew }).click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith(id));
  await page.getByText('its kernel starts without variables').waitFor();
});
