/** The page on a phone, under a finger. */
import { expect, test } from 'vitest';
import { MODEL_TEXTS } from '../../../components/ask/models/model-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, waitForOpening } from '../../helpers/page/browser.ts';
import { addCells } from '../../helpers/page/notebook-with-cells.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a cell of one line has one row; a tap shows its buttons, and nothing jumps when it is edited', async () => {
  const app = await openApp();
  const sessionId = await addCells(app, ['x = 1', 'x']);
  const page = await openPage(PHONE);
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  await waitForOpening(page);
  const cell = page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true });
  const code = cell.locator('pre');
  const run = cell.getByRole('button', { name: CELL_TEXTS.run });
  const box = code.locator('xpath=ancestor::div[.//button][1]');
  const height = () => box.evaluate((element) => element.getBoundingClientRect().height);
  expect(await height()).toBeLessThan(52);
  expect(await run.isVisible()).toBe(false);
  // Without a tap, the menu has all of it.
  expect(await cell.getByRole('button', { name: COMMAND_TEXTS.cellMenu }).isVisible()).toBe(true);
  const size = await code.evaluate((element) => getComputedStyle(element).fontSize);
  await page
    .locator('[data-cell-id]')
    .first()
    .tap({ position: { x: 8, y: 8 } });
  await run.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await cell.getByRole('button', { name: CELL_TEXTS.edit }).tap();
  const content = cell.locator('.cm-content');
  await content.waitFor();
  expect(await content.evaluate((element) => getComputedStyle(element).fontSize)).toBe(size);
  await page.getByRole('button', { name: MODEL_TEXTS.use }).waitFor();
});
