/** Numbers of an answer on its page: they lead to the outputs that say them, by mouse and by keyboard. */
import { expect, test } from 'vitest';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';
import { printed, recordRun } from '../../helpers/runtime/recorded-notebook.ts';

const CELL = {
  source: 'print("mean body mass:", 5076.02, "g")\nprint("share of females:", 0.2115)',
  outputs: [printed('mean body mass: 5076.02 g\nshare of females: 0.2115\n')],
};
const ANSWER =
  'The mean body mass is **5,076.0 g**, the share of females 21.15 %. The heaviest has 9,313 g, and 4 have none.';

test('a number leads to its output, which lights up; one that no output says is marked', async () => {
  const app = await openApp();
  const id = await recordRun(app, { task: 'How heavy are penguins?', cells: [CELL], answer: ANSWER });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outcome="answered"]').waitFor();
  const answer = page.getByRole('region', { name: 'Answer' });
  const mean = answer.getByRole('link', { name: '5,076.0 g' });
  await mean.waitFor();
  await answer
    .getByText(
      'Numbers: 2 found in the outputs, 1 without a certain source, 1 not found (errors and warnings aside): 9,313 g.',
    )
    .waitFor();
  for (const [status, text, line] of [
    ['unfounded', '9,313 g', 'underline'],
    ['unclear', '4', 'none'],
  ]) {
    const number = answer.locator(`[data-status="${status}"]`);
    expect(await number.innerText()).toBe(text);
    expect(await number.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe(line);
  }

  await mean.hover();
  const tip = page.getByRole('tooltip');
  expect(await tip.innerText()).toMatch(/^In \[1\]: rounded from 5076\.02/);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'numbers');
  // The work was folded.
  expect(await page.getByText('share of females: 0.2115').count()).toBe(0);
  await mean.click();
  const readLit = () => page.evaluate(() => [...(CSS.highlights.get('quantity-source') ?? [])].map(String));
  await expect.poll(readLit, { timeout: 15_000 }).toEqual(['5076.02 g']);
  const mark = await page.evaluate(() => {
    const element = document.querySelector('[data-outputs] pre') ?? document.body;
    return getComputedStyle(element, '::highlight(quantity-source)').backgroundColor;
  });
  expect(mark).not.toBe('rgba(0, 0, 0, 0)');
  expect(await tip.count()).toBe(0);
  await page.locator('article[aria-label="Code, run number 1"]:focus').waitFor();

  const share = answer.getByRole('link', { name: '21.15 %' });
  await share.focus();
  await expect.poll(() => tip.innerText()).toContain('0.2115');
  await page.keyboard.press('Enter');
  await expect.poll(readLit, { timeout: 15_000 }).toEqual(['0.2115']);

  // On a phone, the line below takes no more than its place, until it is opened.
  await page.setViewportSize({ width: 320, height: 844 });
  const note = answer.getByRole('note').filter({ hasText: 'Numbers:' });
  const readExcess = () =>
    note.evaluate(
      (element) =>
        element.getBoundingClientRect().height - Number.parseFloat(getComputedStyle(element).minHeight),
    );
  expect(Math.abs(await readExcess())).toBeLessThan(1);
  await note.click();
  expect(await readExcess()).toBeGreaterThan(10);
});
