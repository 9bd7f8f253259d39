/** What the page says and asks about isolation and the network. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CONSENT_TEXTS } from '../../../components/pages/sandbox/consent-texts.ts';
import { SANDBOX_TEXTS } from '../../../components/pages/sandbox/sandbox-texts.ts';
import { FIRST_NOTICE_TEXTS } from '../../../components/pages/session/notices/first-notice-texts.ts';
import { KERNEL_PANEL_TEXTS } from '../../../components/panels/sidebar/kernel-panel-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { NO_ISOLATION } from '../../../lib/protocol/kernel/without-isolation.ts';
import { startApp } from '../../helpers/app/app.ts';
import { withoutBwrap } from '../../helpers/box/without-bwrap.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openPanel,
  openStartPage,
} from '../../helpers/page/browser.ts';

async function askExample(page: Page) {
  await page
    .getByRole('button', { name: /penguin|species/i })
    .first()
    .click();
  await page.waitForURL(/sessions/);
}

test('if code cannot be isolated, the page says why and asks; consent shows until it is withdrawn', async () => {
  const app = await startApp({ wrap: withoutBwrap });
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByText(NO_ISOLATION).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'sandbox-refused');
  await askExample(page);
  await page.locator('[data-outcome="failed"]').waitFor();
  // Without a sandbox, there is nothing to let out of it, whether code may run or not.
  await openPanel(page, 'Run');
  const allowNetwork = page.getByRole('button', { name: KERNEL_PANEL_TEXTS.allowNetwork.button });
  await page.getByText('Not started').first().waitFor();
  expect(await allowNetwork.count()).toBe(0);

  await page.getByRole('button', { name: CONSENT_TEXTS.agree.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(CONSENT_TEXTS.agree.text).waitFor();
  await keepScreenshot(page, 'sandbox-asked');
  await dialog.getByRole('button', { name: CONSENT_TEXTS.agree.confirmLabel }).click();
  const bar = page.getByText(SANDBOX_TEXTS.notIsolated);
  await bar.waitFor();
  expect(await allowNetwork.count()).toBe(0);
  await page.getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await page.locator('[data-outcome="answered"]').waitFor();
  const here = page.getByText(FIRST_NOTICE_TEXTS.notIsolated);
  await expect
    .poll(() => here.evaluate((element) => element.getBoundingClientRect().bottom))
    .toBeLessThan(900);
  await keepScreenshot(page, 'sandbox-agreed');
  await page.reload();
  await bar.waitFor();

  await page.getByRole('button', { name: CONSENT_TEXTS.takeBack.button }).click();
  await dialog.getByRole('button', { name: CONSENT_TEXTS.takeBack.confirmLabel }).click();
  await page.getByText(NO_ISOLATION).waitFor();
  await page.getByText(/^Lost: .*You withdrew your consent/).waitFor();
});

test('only the user allows the network; the page shows it until it is removed', async () => {
  const app = await startApp({ env: { ACTBOOK_SANDBOX: 'on' } });
  const page = await openPage();
  await openStartPage(page, app);
  await askExample(page);
  await page.locator('[data-outcome="answered"]').waitFor();
  await openPanel(page, 'Run');
  await page.getByRole('button', { name: KERNEL_PANEL_TEXTS.allowNetwork.button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(KERNEL_PANEL_TEXTS.allowNetwork.text).waitFor();
  await dialog.getByText(KERNEL_PANEL_TEXTS.networkRestarts).waitFor();
  await keepScreenshot(page, 'network-asked');
  await dialog.getByRole('button', { name: KERNEL_PANEL_TEXTS.allowNetwork.confirmLabel }).click();
  const notice = page.getByText(FIRST_NOTICE_TEXTS.networkAllowed);
  await notice.waitFor();
  await page.reload();
  await page.getByText(/^Lost: penguins/).waitFor();
  await page
    .locator('[data-standing]')
    .getByText(FIRST_NOTICE_TEXTS.networkAllowedShort, { exact: true })
    .waitFor();
  await keepScreenshot(page, 'network-allowed');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: KERNEL_PANEL_TEXTS.removeNetwork.button }).click();
  await dialog.getByRole('button', { name: KERNEL_PANEL_TEXTS.removeNetwork.confirmLabel }).click();
  await page.locator('[data-standing]').waitFor({ state: 'detached' });
});
