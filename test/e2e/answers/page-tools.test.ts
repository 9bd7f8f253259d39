/** Tool calls in the page: a line under their cell, and the list of what the session can call. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { startScriptedApp } from '../../helpers/app/app-client.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openPanel,
  openStartPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const SERVER = join(import.meta.dirname, '../../helpers/tools/mcp-server.ts');
const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const CALLS = fence(`
for item in ["cpu", "tea"]:
    try:
        print(shop.get_price(item)["total"])
    except ToolError as error:
        print(error)
print(shop.say("x" * 3_000)[:8])`);

test('calls appear under their cell and open to their values; the session’s tools are listed', async () => {
  const config = join(await createTempDir(), 'mcp.json');
  const shop = { command: process.execPath, args: [SERVER] };
  await writeFile(
    config,
    JSON.stringify({
      mcpServers: { shop, bad: { command: 'no-such-program' }, off: { url: 'http://127.0.0.1:2/mcp' } },
    }),
  );
  const app = await startScriptedApp([CALLS, 'Done.'], undefined, { ACTBOOK_MCP_CONFIG: config });
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('What does it cost?');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);

  const line = page.getByText(`${CELL_PART_TEXTS.calls(3)}, 1 failed: shop.get-price, shop.say`);
  await line.focus();
  await page.keyboard.press('Enter');
  const entries = page.locator('li > details > summary');
  await entries.filter({ hasText: 'failed' }).click();
  await page.getByText('{"item":"tea"}').waitFor();
  await page.locator('li > details').getByText('No item tea.').waitFor();
  await entries.filter({ hasText: 'shop.say' }).first().click();
  await page.getByText('…]').or(page.getByText('"from":"xxx')).first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'tools');

  await openPanel(page, 'Run');
  await page
    .getByText('The MCP server “bad” cannot be reached: there is no program “no-such-program”.')
    .waitFor();
  await page.getByText('The MCP server “off” cannot be reached: connect ECONNREFUSED 127.0.0.1:2.').waitFor();
  await page.locator('aside summary', { hasText: 'shop.get_price' }).click();
  await page.getByText('Unknown items are an error.').waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await keepScreenshot(page, 'tools-phone');

  const id = page.url().split('/').at(-1);
  const notebook = await (await app.request(`/api/sessions/${id}/export?format=ipynb`)).json();
  const cell = notebook.cells.find((each: { cell_type: string }) => each.cell_type === 'code');
  expect(cell.metadata.actbook.calls).toMatchObject([
    { name: 'shop.get-price', status: 'ok', durationMs: expect.any(Number) },
    { name: 'shop.get-price', status: 'error', error: 'No item tea.' },
    { name: 'shop.say', status: 'ok' },
  ]);
});
