/** Outputs in use: made by a real kernel, shown by a real browser. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { CODE_TEXTS } from '../../../components/render/code/code-texts.ts';
import { IMAGE_TEXTS } from '../../../components/render/output/image/image-texts.ts';
import { JSON_TEXTS } from '../../../components/render/output/json/json-texts.ts';
import { DRAWING_TEXTS } from '../../../components/render/output/parts/drawing-texts.ts';
import { TEXT_OUTPUT_TEXTS } from '../../../components/render/output/text/text-output-texts.ts';
import { TABLE_TEXTS } from '../../../components/render/table/describe/table-texts.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, keepScreenshot, logIn, openPage } from '../../helpers/page/browser.ts';

const TABLE = `import pandas as pd
df = pd.DataFrame({"city": [f"City {n % 90}" for n in range(1204)], "sales": [(n * 37) % 1000 for n in range(1204)], "note": ['say "hi", all'] * 1204})
df.loc[1, "sales"] = None
df`;
const MULTI_INDEX = 'df.head(40).groupby(["note", "city"]).agg({"sales": ["sum", "mean"]}).head(6)';
const STYLED = 'df.head(3).style.highlight_max(color="#ffd54f", subset=["sales"])';
const PLOT = `import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.bar(["Oslo", "Bergen"], [10, 16]); ax.set_title("Sales by city")
plt.show()
with plt.style.context("dark_background"):
    fig, ax = plt.subplots(figsize=(4, 2))
    fig.patch.set_alpha(0); ax.patch.set_alpha(0)
    ax.plot([1, 3, 2]); ax.set_title("On nothing")
    plt.show()`;
const RICH = `from IPython.display import JSON, Latex, Markdown, SVG, display
display(JSON({"name": "penguins", "sizes": list(range(250)), "nested": {"deep": {"deeper": [1, None, True]}}}))
display(Latex(r"$\\displaystyle \\int_0^1 x^2 \\, dx = \\frac{1}{3}$"))
display(Latex(r"$\\displaystyle \\frac{x_1^2}{y_{n+3}}$"))
display(Markdown("**Bold** and $e^{i\\\\pi} = -1$"))
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" rx="8" fill="teal"/></svg>'))`;
const COLORS = `E = "\\x1b["
print(f"{E}31mred {E}92mbright green{E}0m {E}38;5;208morange {E}38;2;90;90;250mtrue blue{E}0m {E}1mbold{E}0m {E}3mitalic{E}0m {E}4munder{E}0m {E}7minverse{E}0m {E}30;43mmarked{E}0m {E}90mgrey{E}0m {E}2mdim{E}0m")
for n in range(60): print("line", n)`;
const FAILURE = `def total(name):
    return df[name].sum()

total("missing")`;
const CELLS = [TABLE, MULTI_INDEX, STYLED, PLOT, RICH, COLORS, FAILURE];

const SIZE = '1,204 rows × 3 columns';

const cellOf = (page: Page, number: number) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${number}]`), exact: true });

/** A session in which the user has run all cells. */
async function runCells(app: App): Promise<string> {
  const { id: sessionId = '' } = await post(app, '/api/sessions');
  let after: string | null = null;
  for (const source of CELLS) {
    const { cellId = '' } = await post(app, `/api/sessions/${sessionId}/cells`, {
      type: 'code',
      source,
      after,
    });
    await post(app, `/api/sessions/${sessionId}/cells/${cellId}/execute`);
    await followUntil(app, sessionId, ({ cells }) =>
      cells.some(({ id, endedAt }) => id === cellId && endedAt !== null),
    );
    after = cellId;
  }
  return sessionId;
}

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function sortAndCopyTable(page: Page) {
  const table = cellOf(page, 1).getByRole('grid', { name: TABLE_TEXTS.name(SIZE) });
  const heading = table.getByRole('columnheader', { name: /sales/ });
  await heading.getByRole('button', { name: 'sales', exact: true }).click();
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
  await table.locator('[aria-rowindex="2"]').getByRole('gridcell', { name: 'City 0', exact: true }).waitFor();
  await cellOf(page, 1).getByRole('button', { name: TABLE_TEXTS.copy, exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await page.waitForFunction(async () =>
    (await navigator.clipboard.readText()).startsWith(',city,sales,note\n0,City 0,0'),
  );

  const multi = cellOf(page, 2).getByRole('grid');
  expect(await multi.getByRole('columnheader', { name: /sum/ }).getAttribute('aria-sort')).toBe('none');
  expect(await multi.locator('th[scope="colgroup"]').innerText()).toBe('sales');
  // Colors of a Styler are kept, apart from the page.
  await cellOf(page, 3).frameLocator('iframe').getByRole('cell', { name: 'City 2' }).waitFor();
}

async function walkJson(page: Page) {
  const tree = cellOf(page, 5).getByRole('tree', { name: 'JSON' });
  const item = (name: RegExp) => tree.getByRole('treeitem', { name });
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await item(/sizes.*250 items/)
    .and(tree.locator('[aria-expanded="true"]'))
    .waitFor();
  expect(await tree.getByRole('treeitem', { name: JSON_TEXTS.showMore(JSON_TEXTS.more(150)) }).count()).toBe(
    1,
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await item(/Show more/).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('sizes');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await item(/deeper/).waitFor();
  await cellOf(page, 5).getByRole('button', { name: 'Copy', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(async () =>
    (await navigator.clipboard.readText()).startsWith('{\n  "name": "penguins"'),
  );
  expect(await cellOf(page, 5).locator('.katex-display').first().getAttribute('tabindex')).toBe('0');
  expect(
    await cellOf(page, 5)
      .getByRole('button', { name: new RegExp(`^${IMAGE_TEXTS.enlarge('')}`) })
      .locator('img')
      .getAttribute('src'),
  ).toMatch(/^data:image\/svg/);
}

/** Where the letters of a fraction are drawn tells whether markup and style are of one version of KaTeX. */
async function measureFraction(page: Page) {
  const formula = cellOf(page, 5).locator('.katex-html').filter({ hasText: 'y' });
  await formula.scrollIntoViewIfNeeded();
  const places = await formula.evaluate(async (element) => {
    await document.fonts.ready;
    const leaves = [...element.querySelectorAll('span')].filter(({ children }) => children.length === 0);
    const find = (text: string) => {
      const box = leaves.find(({ textContent }) => textContent === text)?.getBoundingClientRect();
      if (!box) throw new Error(`${text} is not drawn`);
      return { x: box.x, y: box.y + box.height / 2, top: box.top, bottom: box.bottom, height: box.height };
    };
    const bar = element.querySelector('.frac-line')?.getBoundingClientRect();
    const [x, one, two, y, n] = ['x', '1', '2', 'y', 'n'].map(find);
    return { bar: bar?.top, width: bar?.width, x, one, two, y, n };
  });
  const { bar = 0, width = 0, x, one, two, y, n } = places;
  if (!x || !one || !two || !y || !n) throw new Error('A letter is missing.');
  expect(width).toBeGreaterThan(10);
  expect([x.y < bar, y.y > bar]).toEqual([true, true]);
  expect([two.y < x.y, one.y > x.y, n.y > y.y]).toEqual([true, true, true]);
  expect([one.x > x.x, n.x > y.x, two.height < x.height]).toEqual([true, true, true]);
  // The bar is between them, not through one of them.
  expect(Math.abs((x.y + y.y) / 2 - bar)).toBeLessThan(x.height);
  await keepScreenshot(page, 'outputs-fraction');
}

async function zoomAndSave(page: Page) {
  const open = cellOf(page, 4).getByRole('button', {
    name: new RegExp(IMAGE_TEXTS.enlarge(IMAGE_TEXTS.plot('.*Sales by city.*bar')), 's'),
  });
  await open.scrollIntoViewIfNeeded();
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const width = () => dialog.getByRole('img').evaluate((image) => image.clientWidth);
  await page.waitForFunction(() => (document.querySelector('dialog img')?.clientWidth ?? 0) > 900);
  await page.keyboard.press('1');
  await dialog.getByRole('button', { name: IMAGE_TEXTS.actualSize, pressed: true }).waitFor();
  const natural = await width();
  await page.keyboard.press('+');
  await page.waitForFunction(
    (before) => (document.querySelector('dialog img')?.clientWidth ?? 0) > before,
    natural,
  );
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'output-zoom');
  await dialog.getByRole('button', { name: IMAGE_TEXTS.copyAsImage }).click();
  await dialog.getByText('Copied').waitFor();
  expect(
    await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)),
  ).toEqual(['image/png']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);

  const download = page.waitForEvent('download');
  await cellOf(page, 4)
    .getByRole('button', { name: DRAWING_TEXTS.saveAs('sales-by-city.png') })
    .first()
    .click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('sales-by-city.png');
  const chunks = await Array.fromAsync(await saved.createReadStream());
  expect(Buffer.concat(chunks).subarray(1, 4).toString()).toBe('PNG');
  // Light ink on nothing is drawn on a dark plate in both themes.
  await cellOf(page, 4)
    .getByRole('img', { name: /On nothing/ })
    .and(page.locator('[data-plate="dark"]'))
    .waitFor();
  // Ink on white paper has no white paper in the dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  const [drawn, around] = await readPixels(page, await open.locator('img').screenshot());
  for (const [index, part] of (drawn ?? []).entries())
    expect(Math.abs(part - (around?.[index] ?? 0)), `${drawn} on ${around}`).toBeLessThan(4);
  await keepScreenshot(page, 'outputs-dark');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The ground of a picture, near its corner, and that of the page, each as red, green, and blue. */
async function readPixels(page: Page, picture: Buffer): Promise<[number[], number[]]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const drawn = [...(context?.getImageData(8, 8, 1, 1).data ?? [])].slice(0, 3);
    const around = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return [drawn, around] as [number[], number[]];
  }, picture.toString('base64'));
}

async function followTraceback(page: Page) {
  const error = cellOf(page, 7);
  const folded = error.locator('summary');
  await expect.poll(() => folded.count()).toBe(2);
  const libraryFrame = error.getByText('site-packages/pandas').first();
  await expect.poll(() => libraryFrame.isVisible()).toBe(false);
  await folded.last().click();
  await libraryFrame
    .or(error.getByText(/pandas\/core/))
    .last()
    .waitFor({ state: 'visible' });
  await error.getByRole('button', { name: 'In [7], line 2' }).click();
  await error.getByText(CODE_TEXTS.lineMarked(2)).waitFor({ state: 'attached' });
  await keepScreenshot(page, 'output-traceback');
  await error.getByRole('button', { name: 'Copy', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(async () => /Cell In\[7\], line 4\n/.test(await navigator.clipboard.readText()));
  expect(await readClipboard(page)).not.toContain('\u001b');
}

async function openLongText(page: Page) {
  const text = cellOf(page, 6);
  const box = text.locator('pre').last().locator('xpath=../..');
  const heightOf = (locator: Locator) => locator.evaluate((element) => element.clientHeight);
  const before = await heightOf(box);
  await text.getByRole('button', { name: TEXT_OUTPUT_TEXTS.open }).focus();
  await page.keyboard.press('Enter');
  await text.getByRole('button', { name: TEXT_OUTPUT_TEXTS.scroll }).waitFor();
  expect(await heightOf(box)).toBeGreaterThan(before * 2);
}

/** Every output in sight once, as lazily drawn ones are checked too. */
async function checkAll(page: Page, name: string) {
  for (let number = 1; number <= CELLS.length; number++) {
    await cellOf(page, number).scrollIntoViewIfNeeded();
    await keepScreenshot(page, `output-${name}-${number}`);
  }
  expect(await findAccessibilityFaults(page)).toEqual([]);
}

test('tables, JSON, pictures, text, and tracebacks can be read, used, and copied', async () => {
  const app = await openApp();
  const sessionId = await runCells(app);
  const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'], colorScheme: 'light' });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  await cellOf(page, 7).waitFor();

  await sortAndCopyTable(page);
  await walkJson(page);
  await measureFraction(page);
  await zoomAndSave(page);
  await openLongText(page);
  await followTraceback(page);
  await checkAll(page, 'desktop');
  await page.setViewportSize({ width: 320, height: 700 });
  await checkAll(page, 'phone');
}, 240_000);
