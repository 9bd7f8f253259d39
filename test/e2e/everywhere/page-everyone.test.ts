/** What holds in every state of the page: its weight, its width, its motion, and that everybody can use it. */

import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, openPage, openStartPage } from '../../helpers/page/browser.ts';

/** Of all scripts that a page loads before anybody touches it, gzipped; what outputs and words need comes with them. */
const MAX_SCRIPT_BYTES = 252 * 1024;
const WIDTHS_PX = [320, 390, 768, 1280, 3840];

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const WIDE = `import pandas as pd
print("word " * 500)
print("x" * 5000)
pd.DataFrame({f"column {n}": range(30) for n in range(30)})`;

/** Counts what the page loads from now on until it is asked. */
function countScripts(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  };
  page.on('response', note);
  return async () => {
    page.off('response', note);
    return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  };
}

async function checkState(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(shown, `${state} at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findAccessibilityFaults(page), state).toEqual([]);
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations === Infinity,
      )
      .map((animation) => ('animationName' in animation ? String(animation.animationName) : 'transition')),
  );
  expect(moving, state).toEqual([]);
}

test('light, narrow and wide, still when asked to be, and free of faults', async () => {
  const app = await openScriptedApp([
    fence(WIDE),
    fence('import time\nprint("on it", flush=True)\nwhile True: time.sleep(0.1)'),
  ]);
  const page = await openPage();
  const countStart = countScripts(page);
  await page.goto(app.loginUrl);
  await page.getByRole('textbox', { name: 'Task' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await countStart()).toBeLessThan(MAX_SCRIPT_BYTES);
  await checkState(page, 'start');

  const { id } = await post(app, '/api/sessions');
  const countSession = countScripts(page);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('textbox', { name: 'Task' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await countSession()).toBeLessThan(MAX_SCRIPT_BYTES);
  await checkState(page, 'empty notebook');

  await page.goto(`${app.url}/sessions/none`);
  await checkState(page, 'no such notebook');
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Go wide.');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: CELL_TEXTS.codeCell('In [*]') })
    .getByText('on it', { exact: true })
    .waitFor();
  await checkState(page, 'running');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-outcome]').waitFor();
  await checkState(page, 'stopped');
});
