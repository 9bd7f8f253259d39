/** A cell taken back from the page, with its effect on a variable. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';

const frameOf = (page: Page, cellId: string) => page.locator(`[data-cell-id="${cellId}"]`);

async function choose(page: Page, cellId: string, command: 'cell-take-back' | 'run-again'): Promise<void> {
  const frame = frameOf(page, cellId);
  await frame.hover();
  await frame.getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES[command].title }).click();
}

async function keepScreens(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await takeScreenshots(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshots(page, `${name}-390`);
  await page.setViewportSize(size);
}

test('a cell is undone with its effect on a variable, and runs again from there with those below it', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  const { id = '' } = await post(app, '/api/sessions');
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const run = async (source: string, shown: string) => {
    const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
    await app.request(`/api/sessions/${id}/cells/${cellId}/execute`, { method: 'POST', body: '{}' });
    await frameOf(page, cellId).getByText(shown, { exact: true }).last().waitFor();
    return cellId;
  };
  await run('stock = [3]\nprint(sum(stock))', '3');
  const second = await run('stock.append(4)\nopen("stock.txt", "w").write("7")\nprint(sum(stock))', '7');
  const third = await run('double = sum(stock) * 2\nprint(double)', '14');

  await choose(page, second, 'cell-take-back');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(COMMAND_RUN_TEXTS.atOnce).waitFor();
  await dialog.getByText('stock.txt').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreens(page, 'take-back-question');
  await dialog.getByRole('button', { name: COMMAND_RUN_TEXTS.takeBack, exact: true }).click();
  for (const cellId of [second, third])
    await frameOf(page, cellId).getByText(CELL_TEXTS.takenBack, { exact: true }).waitFor();
  expect(await page.getByText(CELL_TEXTS.takenBack, { exact: true }).count()).toBe(2);
  expect(await page.getByText(CELL_TEXTS.earlierOutput, { exact: true }).count()).toBe(0);
  await keepScreens(page, 'taken-back');
  const fourth = await run('print(stock, "double" in globals())', '[3] False');

  await choose(page, fourth, 'run-again');
  await dialog.getByText(COMMAND_RUN_TEXTS.atOnce).waitFor();
  await dialog.getByRole('button', { name: COMMAND_RUN_TEXTS.runAgain }).click();
  await dialog.waitFor({ state: 'detached' });
  await frameOf(page, fourth).getByText('[3] False', { exact: true }).waitFor();
});
