/** What tables are used for: saved in each format, looked at, measured out, copied from, and opened from plain values. */
import { buffer as readBytes } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { TABLE_TEXTS } from '../../../components/render/table/describe/table-texts.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, openPanel } from '../../helpers/page/browser.ts';
import { addCells, openCells } from '../../helpers/page/notebook-with-cells.ts';

const LARGE = `import numpy as np, pandas as pd
large = pd.DataFrame({f"c{at}": np.arange(5000) + at for at in range(41)})
large`;
const READ_BACK = `def lines(name, mark): return [line.split(mark) for line in open(name, encoding="utf-8").read().splitlines()]
tsv, md = lines("t.tsv", "\\t"), lines("t.md", "|")
print(pd.read_excel("t.xlsx").equals(large), pd.read_parquet("t.parquet").equals(large),
    len(tsv) - 1, len(tsv[0]), tsv[-1][:2], len(md) - 2, len(md[0]) - 2, md[-1][1].strip())`;
const LEVELS = `import pandas as pd
made = pd.DataFrame({("money", "paid"): [1234567.5, 20000.25, 3.0] * 20, ("money", "due"): [1, 2, 3] * 20,
    ("when", "day"): pd.to_datetime(["2024-01-31", None, "2024-02-01"] * 20)})
made.columns.names = ["side", "var"]
made`;
const PLAIN = `import numpy as np, pandas as pd
grid = np.arange(6).reshape(2, 3)
people = [{"name": "Ada", "age": 36}, {"name": "Alan"}]
config = {"hosts": [{"name": "a"}], "debug": True}
made = pd.Series(range(3000), name="counted") * 2
made`;
const SMALL = 'pd.Series([0.123456789, 2 / 3])';

const cellOf = (page: Page) => page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Its rows come from the kernel once it is pointed at. */
async function point(grid: Locator, rows: number): Promise<void> {
  await grid.hover();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(rows + 1));
}

test('what is saved and copied is the whole table, in each format', async () => {
  const app = await openApp();
  const { page, sessionId } = await openCells(app, [LARGE]);
  const cell = cellOf(page);
  await point(cell.getByRole('grid'), 5000);
  const upload = (name: string, body: NonSharedBuffer | string) =>
    app.request(`/api/sessions/${sessionId}/files/${name}`, { method: 'PUT', body });
  for (const [label, ending] of [
    ['Excel', 'xlsx'],
    ['Parquet', 'parquet'],
    ['Markdown', 'md'],
  ] as const) {
    await cell.getByRole('button', { name: TABLE_TEXTS.save, exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: label, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`table.${ending}`);
    expect((await upload(`t.${ending}`, await readBytes(await download.createReadStream()))).ok).toBe(true);
  }
  await cell.getByRole('button', { name: TABLE_TEXTS.copy, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tab-separated', exact: true }).click();
  await cell.getByText(TABLE_TEXTS.copied('5,000 rows × 41 columns')).waitFor();
  await upload('t.tsv', await clipboard(page));
  await addCells(app, [READ_BACK], sessionId);
  await page.getByText("True True 5000 41 ['4999', '5000'] 5000 41 4999").waitFor();
});

test('columns with levels are pinned, made wider, copied from and asked about; values are written alike', async () => {
  const app = await openApp();
  const { page } = await openCells(app, [LEVELS]);
  const grid = cellOf(page).getByRole('grid');
  await point(grid, 60);
  const first = grid.locator('[aria-rowindex="2"]').getByRole('gridcell');
  await expect.poll(() => first.allTextContents()).toEqual(['1,234,567.50', '1', '2024-01-31']);
  await grid.getByRole('columnheader', { name: 'money', exact: true }).waitFor();
  // What the levels are called is in the corner.
  const corner = grid.locator('thead').locator('tr > :first-child');
  await expect.poll(() => corner.allTextContents()).toEqual(['side', expect.stringMatching(/var$/)]);

  const heading = grid.locator('[data-cell="-1 1"]');
  const readWidth = async () => (await heading.boundingBox())?.width ?? 0;
  const before = await readWidth();
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(readWidth).toBe(before + 16);
  const edge = heading.getByTitle(TABLE_TEXTS.resize('money / paid'));
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + 4, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 44, y + 10);
  await page.mouse.up();
  await expect.poll(readWidth).toBe(before + 56);

  const at = (row: number, column: number) => grid.locator(`[data-cell="${row} ${column}"]`);
  await at(0, 1).hover();
  await page.mouse.down();
  await at(2, 2).hover();
  await page.mouse.up();
  await cellOf(page).getByText(TABLE_TEXTS.cells(6)).waitFor();
  await page.keyboard.press('Control+c');
  await expect.poll(() => clipboard(page)).toBe('money / paid\tmoney / due\n1234567.5\t1\n20000.25\t2\n3\t3');

  const openMenu = async (name: string) => {
    await grid
      .getByRole('columnheader', { name: new RegExp(name) })
      .last()
      .hover();
    await grid.getByRole('button', { name: TABLE_TEXTS.columnMenu(name) }).click();
  };
  await openMenu('when / day');
  await page.getByRole('menuitem', { name: TABLE_TEXTS.pin }).click();
  // Pinned, it is the first after the labels of the rows.
  await grid.locator('[data-cell="-1 1"][data-pinned="true"]').getByText('day', { exact: true }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await openMenu('money / due');
  await page.getByRole('menuitem', { name: TABLE_TEXTS.askColumn }).click();
  await page.getByText(/^“.*money \/ due.*”$/).waitFor();
});

test('a Series, arrays, lists and dicts are tables; the row gone to is among its neighbors', async () => {
  const app = await openApp();
  const { page } = await openCells(app, [PLAIN, SMALL]);
  const cell = cellOf(page);
  const grid = cell.getByRole('grid');
  await point(grid, 3000);
  await cell.getByRole('textbox', { name: TABLE_TEXTS.goToRow }).fill('2000');
  await page.keyboard.press('Enter');
  const row = grid.locator('[data-jumped="true"]');
  await row.getByRole('gridcell', { name: '3,998', exact: true }).or(row.getByText('3998')).waitFor();
  const middle = await row.evaluate((element) => {
    const box = element.closest('[role=grid]')?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    return box ? (own.top - box.top) / box.height : 0;
  });
  expect(middle).toBeGreaterThan(0.3);
  expect(middle).toBeLessThan(0.8);

  // A small one says its type and that it is rounded too, and nothing of it is to be scrolled to.
  const second = page.getByRole('region', { name: CELL_TEXTS.codeCell('In [2]'), exact: true });
  await second.getByText(TABLE_TEXTS.roundedNumbers).waitFor();
  const small = second.getByRole('grid');
  await small.locator('th[title="float64 · rounded to 6 decimals"]').waitFor();
  const edges = await small.evaluate((element) => ({
    hidden: element.scrollWidth - element.clientWidth,
    free:
      element.getBoundingClientRect().right -
      Math.max(...[...element.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().right)),
  }));
  expect(edges).toEqual({ hidden: 0, free: 0 });

  await openPanel(page, 'Variables');
  const look = async (name: string, size: string, value: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('grid', { name: TABLE_TEXTS.name(size) }).waitFor();
    await dialog.getByRole('gridcell', { name: value, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await look('grid', '2 rows × 3 columns', '5');
  await look('people', '2 rows × 2 columns', 'Alan');
  await look('config', '2 rows × 2 columns', 'hosts[0].name');
});

test('where rows and columns are left out in the middle, the table says so', async () => {
  const app = await openApp();
  const row = (cells: readonly string[]) =>
    `<tr><th>${cells[0]}</th>${cells
      .slice(1)
      .map((text) => `<td>${text}</td>`)
      .join('')}</tr>`;
  const html = `<div><table border="1" class="dataframe"><thead><tr><th></th><th>a</th><th>...</th><th>z</th></tr></thead><tbody>${[
    ['0', '10', '...', '11'],
    ['...', '...', '...', '...'],
    ['4999', '20', '...', '21'],
  ]
    .map(row)
    .join('')}</tbody></table><p>5000 rows × 26 columns</p></div>`;
  const output = {
    output_type: 'execute_result',
    execution_count: 1,
    metadata: {},
    data: { 'text/html': html },
  };
  const code = {
    cell_type: 'code',
    id: 'a',
    execution_count: 1,
    metadata: {},
    source: 'df',
    outputs: [output],
  };
  const body = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [code] });
  const response = await app.request('/api/sessions/import?name=part.ipynb', { method: 'POST', body });
  const { id }: { id: string } = JSON.parse(await response.text());
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const grid = page.getByRole('grid');
  await grid.getByText(TABLE_TEXTS.goneRows(4998)).waitFor();
  await grid.getByRole('columnheader', { name: TABLE_TEXTS.skippedColumns(24) }).waitFor();
  await expect.poll(() => grid.getByRole('gridcell', { name: '20', exact: true }).count()).toBe(1);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
