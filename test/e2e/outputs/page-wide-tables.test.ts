/** Tables that are wider than the page: each value is below its heading, wherever the table is scrolled to. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { TABLE_TEXTS } from '../../../components/render/table/describe/table-texts.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { waitForOpening } from '../../helpers/page/browser.ts';
import { openCells } from '../../helpers/page/notebook-with-cells.ts';

const WIDE = `import pandas as pd
pd.DataFrame({f"k{i:02d}": range(i*1000, i*1000+400) for i in range(20)})`;
const WIDTHS = [390, 1280, 1920];

/** Runs in the page: what is drawn of the table, as the user sees it. */
function readEdges(grid: Element) {
  const columnOf = (cell: HTMLElement) => cell.dataset.cell?.split(' ')[1] ?? '';
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-cell]')];
  const headings = cells.filter(({ dataset }) => dataset.cell?.startsWith('-1 '));
  const values = Map.groupBy(
    cells.filter((cell) => !headings.includes(cell)),
    columnOf,
  );
  const wrong = headings.flatMap((heading) => {
    const { left, right } = heading.getBoundingClientRect();
    const own = values.get(columnOf(heading)) ?? [];
    const isBelow = own.every((value) => {
      const box = value.getBoundingClientRect();
      return Math.abs(box.left - left) < 1 && Math.abs(box.right - right) < 1;
    });
    return own.length > 0 && isBelow ? [] : [heading.innerText];
  });
  // Also those columns that a scroll has just brought into view.
  const view = grid.getBoundingClientRect();
  const end = Math.max(...headings.map((heading) => heading.getBoundingClientRect().right));
  const { scrollLeft, scrollWidth, clientWidth } = grid;
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  return {
    wrong,
    isCovered: end >= view.left + clientWidth - (isAtEnd ? 20 : 1),
    columns: headings.length > 1,
  };
}

async function expectBelow(grid: Locator, place: string): Promise<void> {
  await expect
    .poll(() => grid.evaluate(readEdges), { message: place })
    .toEqual({ wrong: [], isCovered: true, columns: true });
}

const scrollTo = (grid: Locator, part: number) =>
  grid.evaluate((element, share) => {
    element.scrollLeft = (element.scrollWidth - element.clientWidth) * share;
    element.scrollTop = share * 500;
  }, part);

test('each value of a wide table is below its heading: at all widths, scrolled, filtered, and after a reload', async () => {
  const { page } = await openCells(await openApp(), [WIDE]);
  const cell = page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true });
  const grid = cell.getByRole('grid');
  const look = async (state: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const share of [0, 0.5, 1]) {
        await scrollTo(grid, share);
        await expectBelow(grid, `${state}, ${width} px, scrolled by ${share}`);
      }
    }
  };
  await grid.hover();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('401');
  await look('as displayed');

  await page.setViewportSize({ width: 1280, height: 900 });
  await scrollTo(grid, 0);
  await grid.getByRole('columnheader', { name: /k01/ }).hover();
  await grid.getByRole('button', { name: TABLE_TEXTS.columnMenu('k01') }).click();
  await page.getByRole('menuitem', { name: TABLE_TEXTS.filter }).click();
  await page.getByRole('textbox', { name: TABLE_TEXTS.from, exact: true }).fill('1390');
  await page.keyboard.press('Enter');
  await cell.getByText(TABLE_TEXTS.matches(10, '400 rows')).waitFor();
  await look('filtered');

  await page.reload();
  await waitForOpening(page);
  await grid.hover();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('401');
  await look('after a reload');
});
