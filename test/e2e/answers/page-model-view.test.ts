/** What the model saw of a cell and how many tokens that took: on the page exactly as sent. */

import { expect, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { startScriptedApp } from '../../helpers/app/app-client.ts';
import type { ModelServerRequest } from '../../helpers/model/model-server.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const PLOT =
  '```python\nimport matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.title("Growth")\nplt.show()\n```';
const FLOOD = '```python\nfor i in range(60_000): print("line", i)\n```';

const sawTokens = (pictures: number) =>
  new RegExp(`^${CELL_PART_TEXTS.modelSaw(0, pictures).replace('0', '[\\d,]+')}$`);

test('each cell shows exactly the text and pictures that the model saw', async () => {
  const requests: ModelServerRequest[] = [];
  const answer = (text: string) => (request: ModelServerRequest) => {
    requests.push(request);
    return text;
  };
  const app = await startScriptedApp([PLOT, answer(FLOOD), answer('Done.')], undefined, {
    ACTBOOK_VISION: 'on',
  });
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Plot, then print.');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);

  const [plot, flood] = [
    page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]') }),
    page.getByRole('region', { name: CELL_TEXTS.codeCell('In [2]') }),
  ];
  const line = plot.getByText(sawTokens(1));
  await line.focus();
  await page.keyboard.press('Enter');
  const picture = plot.getByRole('img', { name: CELL_PART_TEXTS.sentFigure(1) });
  await picture.waitFor();
  const shown = await plot.locator('details pre').innerText();
  const sent = JSON.stringify(requests[0]?.messages.at(-1)?.content);
  expect(shown).toMatch(/^\[image\/png, \d+x\d+ pixels, \d+ KB, attached\]$/);
  expect(sent).toContain(shown);
  const src = (await picture.getAttribute('src')) ?? '';
  const bytes = src.startsWith('/') ? await (await app.request(src)).arrayBuffer() : null;
  expect(sent).toContain(bytes ? Buffer.from(bytes).toString('base64') : src);
  expect(await findAccessibilityFaults(page)).toEqual([]);

  const price = await flood.getByText(sawTokens(0)).innerText();
  expect(Number(price.replaceAll(/\D/g, ''))).toBeLessThanOrEqual(2_000);
  await flood.getByText(sawTokens(0)).click();
  const seen = flood.locator('details pre', { hasText: 'characters left out; outputs(2) shows them …]' });
  const text = await seen.innerText();
  expect(JSON.stringify(requests[1]?.messages.at(-1)?.content)).toContain(JSON.stringify(text).slice(1, -1));

  const link = flood.getByRole('link', { name: CELL_TEXTS.outputLink });
  const saved = await (await app.request((await link.getAttribute('href')) ?? '')).text();
  expect(saved.split('\n')).toHaveLength(60_001);
  expect(saved).toContain('\nline 30000\n');

  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'model-view');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await line.scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'model-view-phone');
});
