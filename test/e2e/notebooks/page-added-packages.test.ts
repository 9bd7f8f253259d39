/** Packages in the page: added, in the way, in use already, removed, and proposed by an agent. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { startScriptedApp } from '../../helpers/app/app-client.ts';
import { makeWheels, toPackageEnv, WHEELS } from '../../helpers/make-wheels.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openPanel,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { holdNext } from '../../helpers/page/hold-request.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

test('packages are added and removed in the sidebar, and an agent’s proposal waits for the user', async () => {
  const index = join(await createTempDir(), 'wheels');
  await mkdir(index);
  await makeWheels(index, WHEELS);
  const app = await startScriptedApp(
    [
      fence('import plotkit\nprint("plotkit", plotkit.__version__)'),
      'It is there.',
      fence('add_packages("colorkit==0.5")\nimport colorkit\nprint(colorkit.mix())'),
      'It is teal.',
    ],
    undefined,
    toPackageEnv(index),
  );
  const page = await openPage();
  await openStartPage(page, app);
  const ask = async (text: string) => {
    await page.getByRole('textbox', { name: /^(Task|Follow-up)/ }).fill(text);
    await page.keyboard.press('Enter');
  };
  await ask('Is plotkit there?');
  await page.locator('[data-outcome="answered"]').waitFor();
  await openPanel(page, 'Run');
  const panel = page.getByRole('region', { name: 'Packages' });
  const field = panel.getByLabel('Names of packages');
  const add = async (names: string) => {
    // One change at a time.
    await panel.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await field.fill(names);
    await field.press('Enter');
  };

  await add('plotkitt');
  await panel.getByText('No package “plotkitt”').waitFor();
  const held = await holdNext(page, '**/packages/stream', (route) => route.abort().catch(() => {}));
  await add('plotkit');
  await held.isHeld();
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && changes.push(request.url()));
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Add', exact: true }).waitFor();
  expect(changes.filter((url) => url.includes('/packages'))).toEqual([]);
  held.release();
  await add('name!!');
  await panel.getByText(/^“name!!” is not the name of a package/).waitFor();
  await add('oldframe');
  await panel.getByText('All versions of oldframe depend on pandas<3').waitFor();
  await takeScreenshots(page, 'packages-conflict');
  await panel.getByRole('button', { name: /^Keep pandas/ }).click();
  await panel.getByText('Some ask for other versions').waitFor();
  await panel.getByRole('button', { name: 'Remove oldframe' }).click();
  await panel.getByText('installed for this notebook only').waitFor();
  await add('plotkit==1.0');
  await panel.getByText('2 installed, with what they require').waitFor();
  await panel.getByRole('button', { name: 'Add', exact: true }).waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await panel.getByText('Some ask for other versions').count()).toBe(0);

  await takeScreenshots(page, 'packages-added');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: SESSION_TEXTS.openSidebar }).click();
  await panel.getByText('2 installed').scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'packages-added-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });

  await ask('What is teal?');
  const approval = page.getByRole('region', { name: 'Approval' });
  await approval.getByText('add_packages(names=["colorkit==0.5"])').waitFor();
  await takeScreenshots(page, 'packages-proposed');
  await approval.getByRole('button', { name: 'Approve' }).click();
  await panel.getByText('colorkit==0.5').waitFor();
  await page.getByText('It is teal.').waitFor();
  await keepScreenshot(page, 'packages-agreed');
});
