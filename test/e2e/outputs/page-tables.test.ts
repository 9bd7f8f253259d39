/** Tables in use: displayed, held in variables and read from files by real kernels, in a real browser. */
import { text as readText } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { KERNEL_TABLE_TEXTS } from '../../../components/panels/files/kernel-table.tsx';
import { TABLE_TEXTS } from '../../../components/render/table/describe/table-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  openPanel,
  pressQuickly,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { openCells } from '../../helpers/page/notebook-with-cells.ts';

const FRAME = `import numpy as np, pandas as pd
df = pd.DataFrame({f"c{at}": np.arange(5000) + at for at in range(41)})
df.loc[3, "c1"] = None
df`;
const BIG = `big = pd.DataFrame({"n": np.arange(1_000_000)[::-1], "word": ["even", "odd"] * 500_000})
with pd.ExcelWriter("two.xlsx") as book:
    pd.DataFrame({"a": [1, 2]}).to_excel(book, sheet_name="First", index=False)
    pd.DataFrame({"b": ["x"]}).to_excel(book, sheet_name="Second", index=False)
pd.DataFrame({"k": [1, 2, 3]}).to_json("rows.jsonl", orient="records", lines=True)
pd.DataFrame({"a": [1.5, 2.5], "b": ["x", "y"]}).to_csv("semi.csv", sep=";", decimal=",", index=False)
open("german.csv", "w").write("shop;sold;on\\na;1.234,56;01.02.2024\\nb;99,00;03.02.2024\\n")`;

const cellOf = (page: Page) => page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true });
const gridCell = (grid: Locator, row: number, written: string) =>
  grid
    .locator(`[aria-rowindex="${row + 1}"]`)
    .getByRole('gridcell', { name: written, exact: true })
    .first();

test('a displayed frame is saved whole; after a restart the menu says what is left before the click', async () => {
  const app = await openApp();
  const { page, sessionId } = await openCells(app, [FRAME]);
  const cell = cellOf(page);
  const grid = cell.getByRole('grid', { name: TABLE_TEXTS.name('5,000 rows × 41 columns') });
  await grid.hover();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('5001');
  // Values are below their headings, although most columns are not drawn.
  const rightOf = (row: number) =>
    grid
      .locator(`[aria-rowindex="${row}"] [aria-colindex="3"]`)
      .evaluate((each) => Math.round(each.getBoundingClientRect().right));
  expect(await rightOf(2)).toBe(await rightOf(1));
  // What the column holds comes from the kernel.
  await grid.getByRole('columnheader', { name: /c1.*1 missing/ }).waitFor();
  await cell.getByRole('button', { name: TABLE_TEXTS.save, exact: true }).click();
  await page.getByText('5,000 rows × 41 columns', { exact: true }).last().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const lines = (await readText(await download.createReadStream())).trimEnd().split(/\r?\n/);
  expect(lines).toHaveLength(5001);
  expect(lines[0]?.split(',').filter((name) => /^c\d+$/.test(name))).toHaveLength(41);
  await cell.getByText(TABLE_TEXTS.saved('5,000 rows × 41 columns')).waitFor();

  await post(app, `/api/sessions/${sessionId}/kernel`, { action: 'restart' });
  await page.reload();
  await cell.getByText(/^\d+ of 5,000 rows and 30 of 41 columns are kept/).waitFor();
  await cell.getByRole('button', { name: TABLE_TEXTS.save, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Excel' }).and(page.locator('[aria-disabled="true"]')).waitFor();
  await page
    .getByText(/^\d+ of 5,000 rows and 30 of 41 columns are kept$/)
    .last()
    .waitFor();
});

test('a million rows are sorted, filtered, searched and gone to by keyboard; a column is asked about', async () => {
  const app = await openApp();
  const { page } = await openCells(app, [FRAME, BIG]);
  await page.getByRole('main').getByRole('textbox').last().fill('My own words');
  await openPanel(page, 'Variables');
  await page.getByRole('button', { name: 'big', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'big' });
  const grid = dialog.getByRole('grid');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('1000001');
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  // The first menu since the page was opened: it is in the dialog, where it can be seen, and Escape closes it alone.
  await dialog.getByRole('menuitem', { name: TABLE_TEXTS.ascending }).waitFor();
  // The table has the focus again at once: no key is lost.
  await pressQuickly(page, ['Escape', 'ArrowRight', 'ArrowLeft', 'Enter']);
  await dialog.getByRole('menu', { name: TABLE_TEXTS.column('n') }).waitFor();
  await page.getByRole('menuitem', { name: TABLE_TEXTS.ascending }).press('Enter');
  await grid.locator('[aria-sort="ascending"]').waitFor();
  await gridCell(grid, 1, '0').waitFor();

  await dialog.getByRole('textbox', { name: TABLE_TEXTS.goToRow }).fill('500,000');
  await page.keyboard.press('Enter');
  await gridCell(grid, 500_000, '499,999').waitFor();
  await dialog.getByText(TABLE_TEXTS.rowAt(500_000, 1_000_000)).waitFor();
  await page.keyboard.press('Control+End');
  await gridCell(grid, 1_000_000, '999,999').waitFor();
  // The table has at most a screen of rows in the page.
  expect(await grid.getByRole('row').count()).toBeLessThan(80);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await dialog.getByText(TABLE_TEXTS.tooManyCells).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: TABLE_TEXTS.filter }).press('Enter');
  const from = page.getByRole('textbox', { name: TABLE_TEXTS.from, exact: true });
  await page.getByRole('textbox', { name: TABLE_TEXTS.to, exact: true }).fill('19,5');
  for (const unread of ['1,234', 'ten']) {
    await from.fill(unread);
    await page.keyboard.press('Enter');
    expect(await from.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain(
      `“${unread}”`,
    );
  }
  await from.fill('9,5');
  await page.keyboard.press('Enter');
  await dialog.getByText(TABLE_TEXTS.matches(10, '1,000,000 rows')).waitFor();
  await dialog.getByRole('button', { name: TABLE_TEXTS.save, exact: true }).click();
  await page
    .getByRole('menuitem', { name: /10 matching rows/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: /All: 1,000,000 rows/ }).count()).toBe(4);
  await page.keyboard.press('Escape');
  await dialog.getByRole('searchbox', { name: TABLE_TEXTS.searchRows }).fill('even');
  await dialog.getByText(TABLE_TEXTS.matches(5, '1,000,000 rows')).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await grid.getByRole('columnheader', { name: /word/ }).hover();
  await grid.getByRole('button', { name: TABLE_TEXTS.columnMenu('word') }).click();
  await page.getByRole('menuitem', { name: TABLE_TEXTS.askColumn }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('main').getByRole('textbox').last().inputValue())
    .toContain(`My own words\n${KERNEL_TABLE_TEXTS.about.variables('big')}`);
});

test('all sheets of a workbook are shown, JSON lines are a table, and how a file was read is said', async () => {
  const app = await openApp();
  const { page } = await openCells(app, [FRAME, BIG]);
  await page.getByRole('button', { name: 'two.xlsx', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'two.xlsx' });
  await dialog.getByText('2 rows × 1 column').waitFor();
  await dialog.getByRole('button', { name: 'Second', exact: true }).click();
  await dialog.getByRole('gridcell', { name: 'x', exact: true }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'rows.jsonl', exact: true }).click();
  await page.getByRole('dialog', { name: 'rows.jsonl' }).getByText('3 rows × 1 column').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'semi.csv', exact: true }).click();
  const read = page.getByRole('dialog', { name: 'semi.csv' });
  await read.getByText('Read with semicolons and decimal commas.').waitFor();
  await page.keyboard.press('Escape');
  // Numbers with separated thousands are numbers too, and dates are not.
  await page.getByRole('button', { name: 'german.csv', exact: true }).click();
  const german = page.getByRole('dialog', { name: 'german.csv' });
  await german.getByRole('gridcell', { name: '1,234.56', exact: true }).waitFor();
  await german.getByRole('gridcell', { name: '99.00', exact: true }).waitFor();
  await german.getByRole('gridcell', { name: '01.02.2024', exact: true }).waitFor();
  await takeScreenshots(page, 'german-numbers');
});
