/** A dropped notebook file is opened and continued; exports, print, and a link that someone else opens. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { FIRST_NOTICE_TEXTS } from '../../../components/pages/session/notices/first-notice-texts.ts';
import { EXPORT_TEXTS } from '../../../components/panels/share/export-texts.ts';
import { SHARE_TEXTS } from '../../../components/panels/share/share-texts.ts';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  dropFiles,
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const code = (source: string, execution_count: number, ...outputs: object[]) => ({
  cell_type: 'code',
  metadata: {},
  source,
  execution_count,
  outputs,
});
const show = (data: object) => ({ output_type: 'display_data', data, metadata: {} });
const WIDE_VALUES = Array.from({ length: 20 }, (_, at) => `value ${at} of a row`);
const toRow = (tag: string, texts: readonly string[]) =>
  `<tr><th>row</th>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
const WIDE = `<table><thead>${toRow('th', WIDE_VALUES)}</thead><tbody>${toRow('td', WIDE_VALUES)}</tbody></table>`;

/** Only a head, of words that do not break. */
const WIDE_HEAD = `|${Array.from({ length: 10 }, (_, at) => `measurement${at}`).join('|')}|\n${'|-'.repeat(10)}|`;

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3' } },
  cells: [
    {
      cell_type: 'markdown',
      metadata: {},
      source: '# Sales\n\n![Logo](attachment:our%20logo%20(1).png)',
      attachments: { 'our logo (1).png': { 'image/png': PNG } },
    },
    code('price = 20', 3),
    code('print(price)', 4, { output_type: 'stream', name: 'stdout', text: 'was twenty\n' }),
    code(
      'chart',
      5,
      show({ 'text/html': '<p>kept</p><script>document.title = "stolen"</script>' }),
      show({ 'image/png': PNG, 'text/plain': 'A dot' }),
      show({ 'text/html': WIDE, 'text/plain': 'wide' }),
    ),
    { cell_type: 'raw', metadata: {}, source: 'left as it is' },
  ],
});

async function download(page: Page, name: string): Promise<{ fileName: string; text: string }> {
  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Download as ${name}` }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { fileName: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}

test('opened by drop, run, asked about, exported, printed, shared and revoked', async () => {
  const app = await openScriptedApp([`It is dear.\n\n${WIDE_HEAD}`]);
  const page = await openPage({ acceptDownloads: true });
  await openStartPage(page, app);
  await dropFile(page, 'attached.csv', 'x\n1\n');
  await page.getByText('attached.csv').waitFor();
  await dropFiles(page, { 'broken.ipynb': '{"cells": 1}', 'beside.csv': 'x\n2\n' });
  await page.getByText('broken.ipynb cannot be read').waitFor();
  // What was dropped with it can still be used.
  await page.getByText('beside.csv').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dropFile(page, 'sales.ipynb', NOTEBOOK);
  await page.getByText('was twenty').first().waitFor();
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await page.getByText('left as it is').waitFor();
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await page.getByText(FIRST_NOTICE_TEXTS.imported('sales.ipynb', true)).waitFor();
  const files = await (await app.request(`/api${new URL(page.url()).pathname}/files`)).text();
  for (const name of ['attached.csv', 'beside.csv']) expect(files).toContain(name);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'import');
  // On a phone, the sentence that says what to do is whole.
  await page.setViewportSize({ width: 390, height: 844 });
  const isCut = await page
    .locator('[data-tone]', { hasText: FIRST_NOTICE_TEXTS.imported('sales.ipynb', true) })
    .locator('[data-text]')
    .evaluate((box) => box.scrollWidth > box.clientWidth);
  expect(isCut).toBe(false);
  await takeScreenshots(page, 'import-phone');
  await page.setViewportSize({ width: 1280, height: 900 });

  const cellOf = (prompt: string) =>
    page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });
  await cellOf('3').getByRole('button', { name: CELL_TEXTS.run }).click();
  await cellOf('1').waitFor();
  await cellOf('4').getByRole('button', { name: CELL_TEXTS.run }).click();
  await cellOf('2').getByText('20', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Task' }).fill('One more?');
  await page.keyboard.press('Enter');
  await page.getByText('It is dear.').first().waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();

  expect(JSON.parse((await download(page, '.ipynb')).text).cells).toHaveLength(7);
  expect((await download(page, '.py')).text).toContain('# %%\nprice = 20\n');
  expect((await download(page, '.md')).text).toContain('```python\nprice = 20\n```');
  const { fileName, text } = await download(page, '.html');
  expect(fileName).toBe('sales.html');

  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menuitem', { name: 'Download as .py' }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'export-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Download as .py' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+p');
  const printed = page.frameLocator('#print-frame');
  await printed.getByText('print(price)').waitFor({ state: 'attached' });
  await lookAtExport(text);

  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['notebook-share'].title }).click();
  await page.getByRole('button', { name: SHARE_TEXTS.make }).click();
  const link = await page.getByRole('textbox', { name: SHARE_TEXTS.link }).inputValue();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'share-dialog');
  const guest = await openPage();
  const failures: string[] = [];
  guest.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await guest.goto(link);
  await guest.getByText('It is dear.').waitFor();
  expect(await guest.getByRole('button').count()).toBe(0);
  expect(await guest.title()).toBe('sales');
  expect(failures).toEqual([]);
  await keepScreenshot(guest, 'shared');
  await guest.goto(`${app.url}/`);
  await guest.getByText('Log in with the link that the terminal shows.').waitFor();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
  expect((await guest.goto(link))?.status()).toBe(404);
  await guest.getByText('This link does not work').first().waitFor();
});

/** The file by itself, as someone who received it opens it. */
async function lookAtExport(html: string): Promise<void> {
  const page = await openPage({ colorScheme: 'dark' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html);
  await page.getByText('kept').waitFor();
  expect(await page.title()).toBe('sales');
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([]);
  for (const width of [320, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'export-dark');
  const pdf = await page.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'print' });
  // Of A4 between its margins.
  await page.setViewportSize({ width: 660, height: 900 });
  const printed = await page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('td')].filter((cell) => cell.checkVisibility());
    return {
      texts: cells.map(({ innerText }) => innerText),
      smallestPx: Math.min(...cells.map((cell) => Number.parseFloat(getComputedStyle(cell).fontSize))),
      right: Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)),
    };
  });
  expect(printed.texts).toEqual(WIDE_VALUES);
  // 7 pt.
  expect(printed.smallestPx).toBeGreaterThan(9.3);
  expect(printed.right).toBeLessThanOrEqual(660);
  await keepScreenshot(page, 'export-print');
}

test('a formula that is wider than a phone scrolls by itself in an exported page, by keys as well', async () => {
  const source = `$$\n${'a+b+'.repeat(40)}c\n$$`;
  const cells = [{ id: 'n', cell_type: 'markdown' as const, source, metadata: {} }];
  const notebook = { nbformat: 4 as const, nbformat_minor: 5 as const, cells, metadata: {} };
  const page = await openPage({ viewport: { width: 390, height: 844 } });
  await page.setContent(exportHtml(notebook, { title: 'Sums', tokens: '' }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const formula = page.locator('math');
  expect(await formula.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await formula.evaluate((each) => each === document.activeElement)).toBe(true);
});
