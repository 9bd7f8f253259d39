/** The choice of a kernel on the start page. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScriptedApp } from '../../helpers/app/app-client.ts';
import {
  findAccessibilityFaults,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

/** A home in which the user has installed a kernel whose program is gone. */
async function createHome(): Promise<string> {
  const home = await createTempDir();
  const folder = join(home, '.local', 'share', 'jupyter', 'kernels', 'gone');
  await mkdir(folder, { recursive: true });
  const spec = {
    argv: ['/opt/no/such/program', '{connection_file}'],
    display_name: 'Gone',
    language: 'gone',
  };
  await writeFile(join(folder, 'kernel.json'), JSON.stringify(spec));
  return home;
}

test('a kernel is chosen if there are several, and one that does not start says so; the analyst offers none', async () => {
  const app = await startScriptedApp([], undefined, { HOME: await createHome() });
  const page = await openPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await openStartPage(page, app);
  const picker = page.getByRole('combobox', { name: 'Kernel', exact: true });
  await picker.waitFor();
  expect(await picker.inputValue()).toBe('python3');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // Nothing of a picker is beyond the edge of the screen, where the page does not scroll to.
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    for (const box of await page.getByRole('combobox').all()) {
      const { x = -1, width: own = 0 } = (await box.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own).toBeLessThanOrEqual(width);
    }
  }
  await takeScreenshots(page, 'kernel-picker-phone');
  // A server that knows its kernels sends them with the page: none appears late and moves others.
  await intercept(page, '**/api/kernelspecs', () => {});
  await expect
    .poll(async () => {
      await page.reload();
      return picker.count();
    })
    .toBe(1);
  await picker.selectOption({ label: 'Gone' });
  await page.getByRole('textbox', { name: 'Task' }).fill('How many rows?');
  await page.keyboard.press('Enter');
  await page.getByText('The kernel “Gone” did not start').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  // The built-in analyst offers none, as it writes Python only.
  await openStartPage(page, app);
  await picker.waitFor();
  await page.getByRole('button', { name: /^Model:/ }).click();
  await page.getByRole('option', { name: /built-in analyst/i }).click();
  await picker.waitFor({ state: 'detached' });
});
