/** What opens over the page: where the focus is, and what Escape closes. */

import { expect, test } from 'vitest';
import { MODEL_TEXTS } from '../../../components/ask/models/model-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, openPage, openStartPage, pressTwice } from '../../helpers/page/browser.ts';

const ENDLESS = 'import time\nprint("on it", flush=True)\nwhile True: time.sleep(0.05)';

test('Escape closes the topmost layer and only that, and never stops what is running', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions', { title: 'Layers' });
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: ENDLESS });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  const page = await openPage();
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText('on it', { exact: true }).waitFor();
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.waitFor();

  const menu = page.getByRole('menu', { name: COMMAND_TEXTS.cellMenu });
  await page.locator('[data-cell-id]').hover();
  await page.getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await menu.getByText(COMMAND_TEXTS.cellMenuBusy).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  // A list that opens in a dialog is larger than the dialog, and all of it can be pressed.
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: /^Model:/ }).click();
  const again = page.getByRole('button', { name: MODEL_TEXTS.askAgain });
  await again.click({ trial: true });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
  await settings.waitFor();
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });

  // A press outside closes a dialog too.
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await page.mouse.click(20, 600);
  await page.getByRole('option').first().waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: SESSION_TEXTS.openSidebar }).click();
  const drawer = page.locator('aside[data-drawer="true"]');
  await drawer.waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: COMMAND_TEXTS.palette });
  await palette.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: SIDEBAR_TEXTS.close }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // Nothing is open any more: the cell runs on.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await stop.isEnabled()).toBe(true);
  await page.locator('[data-cell-id]').focus();
  await pressTwice(page, 'i');
  await stop.waitFor({ state: 'detached' });

  // A drawer covers the page; next to the notebook it does not.
  await page.getByRole('button', { name: SESSION_TEXTS.openSidebar }).click();
  await drawer.waitFor();
  await page.setViewportSize({ width: 1280, height: 844 });
  await drawer.waitFor({ state: 'detached' });
});
