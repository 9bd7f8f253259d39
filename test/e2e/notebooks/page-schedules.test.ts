/** Schedules in the page: added, run, looked at, changed, paused, and removed. */
import { expect, test } from 'vitest';
import { CONNECT_TEXTS } from '../../../components/ask/models/connect/connect-texts.ts';
import { SCHEDULE_TEXTS } from '../../../components/panels/schedules/schedule-texts.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, openPanel, takeScreenshots } from '../../helpers/page/browser.ts';
import { openCells } from '../../helpers/page/notebook-with-cells.ts';

test('a schedule is added in the page, runs, and shows its result and what changed', async () => {
  const app = await openApp();
  const { page } = await openCells(app, ['# parameters\nrate = 2', 'print("total", 30 * rate)']);
  await openPanel(page, 'Run');
  await page.getByRole('button', { name: 'Run on a schedule' }).click();
  const dialog = page.getByRole('dialog', { name: SCHEDULE_TEXTS.title });
  await dialog.getByText(SCHEDULE_TEXTS.none).waitFor();
  await dialog.getByRole('button', { name: SCHEDULE_TEXTS.add }).click();
  const form = dialog.getByRole('form', { name: SCHEDULE_TEXTS.add });
  await form.getByLabel(SCHEDULE_TEXTS.name).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: SCHEDULE_TEXTS.add }).click();
  await form.getByLabel(SCHEDULE_TEXTS.name).fill('Sales');
  await page.keyboard.press('Escape');
  await form.getByText(CONNECT_TEXTS.unsaved).waitFor();
  await page.keyboard.press('Escape');
  await form.getByText(CONNECT_TEXTS.unsaved).waitFor({ state: 'detached' });
  await form.getByLabel(SCHEDULE_TEXTS.when).selectOption('0 9 * * 1-5');
  await form.getByLabel(SCHEDULE_TEXTS.zone).selectOption('Europe/Berlin');
  await form.getByLabel(SCHEDULE_TEXTS.parameters).fill('rate');
  await form.getByLabel(SCHEDULE_TEXTS.webhookLabel).fill('http://127.0.0.1:9/hook');
  await form.getByRole('button', { name: CONNECT_TEXTS.save }).click();
  await form.getByText(SCHEDULE_TEXTS.badParameters).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'schedule-form');
  await form.getByLabel(SCHEDULE_TEXTS.parameters).fill('rate = 3');
  await form.getByRole('button', { name: CONNECT_TEXTS.save }).click();
  await dialog.getByText('From Monday to Friday at 9:00, Europe/Berlin').waitFor();
  await dialog.getByText('127.0.0.1 is in a private network').waitFor();
  await dialog.getByText(/^Next: .*09:00 · .*09:00 · .*09:00$/).waitFor();
  await dialog.getByText('With rate = 3').waitFor();
  await dialog.getByRole('button', { name: SCHEDULE_TEXTS.add }).and(page.locator(':focus')).waitFor();

  const { runOf, editOf, pauseOf, resumeOf, removeOf, historyOf } = SCHEDULE_TEXTS;
  await dialog.getByRole('button', { name: runOf('Sales') }).click();
  await dialog.getByText(/: Done\. 3 cells ran\.$/).waitFor({ timeout: 60_000 });
  await dialog.getByText('Cell 3: total 60, here 90, +30 (+50 %)').waitFor();
  await dialog
    .getByRole('button', { name: runOf('Sales') })
    .and(page.locator(':focus'))
    .waitFor();
  await takeScreenshots(page, 'schedules');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  const result = await page.context().newPage();
  const link = dialog.getByRole('link', { name: /^Open the result of/ });
  await result.goto(new URL((await link.getAttribute('href')) ?? '', app.url).href);
  await result.getByText('total 90').waitFor();
  await result.getByText('A scheduled run of New notebook').waitFor();
  await takeScreenshots(result, 'schedule-result');
  await result.close();
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshots(page, 'schedules-phone');
  await page.setViewportSize({ width: 1280, height: 900 });

  await dialog.getByRole('button', { name: pauseOf('Sales') }).click();
  await dialog.getByText(SCHEDULE_TEXTS.paused, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: resumeOf('Sales') }).click();
  await dialog.getByRole('button', { name: editOf('Sales') }).click();
  const edit = dialog.getByRole('form', { name: editOf('Sales') });
  expect(await edit.getByLabel(SCHEDULE_TEXTS.parameters).inputValue()).toBe('rate = 3');
  await edit.getByRole('button', { name: SCHEDULE_TEXTS.webhookRemove }).click();
  await edit.getByRole('textbox', { name: SCHEDULE_TEXTS.cron }).fill('0 9 * *');
  await edit.getByRole('button', { name: CONNECT_TEXTS.save }).click();
  await edit.getByText(/is not a time as cron has it/).waitFor();
  await edit.getByRole('textbox', { name: SCHEDULE_TEXTS.cron }).fill('30 7 * * *');
  await edit.getByRole('button', { name: CONNECT_TEXTS.save }).click();
  await dialog.getByText('30 7 * * *, Europe/Berlin').waitFor();

  await dialog.getByRole('button', { name: historyOf('Sales') }).click();
  await dialog.getByRole('list', { name: SCHEDULE_TEXTS.results('Sales') }).waitFor();
  await dialog.getByRole('button', { name: SCHEDULE_TEXTS.back }).click();
  await dialog.getByRole('button', { name: removeOf('Sales') }).click();
  const question = page.getByRole('dialog', { name: SCHEDULE_TEXTS.removeTitle('Sales') });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  // Escape is the question's, and the dialog below it stays.
  await dialog
    .getByRole('button', { name: removeOf('Sales') })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: SCHEDULE_TEXTS.removeTitle('Sales') })
    .getByRole('button', { name: SCHEDULE_TEXTS.remove, exact: true })
    .click();
  await dialog.getByText(SCHEDULE_TEXTS.none).waitFor();
  await dialog.getByRole('button', { name: SCHEDULE_TEXTS.add }).and(page.locator(':focus')).waitFor();
});
