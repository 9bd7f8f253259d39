/** What the page looks like at rest: one edge, one notice, one line for the work, and lists that say what is in a notebook. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { START_TEXTS } from '../../../components/pages/start/start-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { isBusy } from '../../../lib/session/session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  openPage,
  openPanel,
  openStartPage,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const MEASURE_PX = 720;
const WIDE_PX = 1100;

const TABLE = `\`\`\`python
import pandas as pd
pd.DataFrame({f"column {n}": range(30) for n in range(30)})
\`\`\``;
const PROSE = 'A sentence that is long enough to fill its line, and then the next one. '.repeat(8);
const ANSWER = `**Thirty** columns in \`df\`.\n\n${PROSE}\n\n| a | b |\n| - | - |\n| 1 | 2 |

Title: Columns of a table`;

/** Left edges and widths of what is drawn, CSS pixels. */
function measure(page: Page, selectors: Record<string, string>) {
  return page.evaluate((wanted) => {
    const found = Object.entries(wanted).map(([name, selector]) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [name, box ? { left: Math.round(box.left), width: Math.round(box.width) } : null] as const;
    });
    return Object.fromEntries(found);
  }, selectors);
}

test('question, answer, code, and outputs share an edge; prose has a measure; notices take one line', async () => {
  const app = await openScriptedApp([TABLE, ANSWER]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('How many columns?');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  // What the run took is said beside its work, in one line.
  expect(
    await page
      .locator('[data-outcome]')
      .getByText(/tokens · scripted/)
      .count(),
  ).toBe(1);
  await unfoldWork(page);
  await page.getByRole('table').last().waitFor();
  const parts = {
    question: 'article[aria-label="Question"] p',
    answer: 'section[aria-label="Answer"] p:nth-of-type(2)',
    answerTable: 'section[aria-label="Answer"] table',
    code: 'section[aria-label^="Code cell"] pre',
    composer: 'form',
  };
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await measure(page, parts);
    const edge = boxes.answer?.left ?? 0;
    for (const [name, box] of Object.entries(boxes)) {
      // Code and composer have a border and an inner margin.
      const inner = name === 'code' ? 17 : 1;
      expect(Math.abs((box?.left ?? 0) - edge), `${name} at ${width} px`).toBeLessThanOrEqual(inner);
    }
    expect(boxes.answer?.width, `${width} px`).toBeLessThanOrEqual(MEASURE_PX);
    expect(boxes.code?.width, `${width} px`).toBeLessThanOrEqual(WIDE_PX);
    expect(boxes.code?.width, `${width} px`).toBeGreaterThan(MEASURE_PX);
  }
  // The window is 1,920 px wide here: there is room for more of the table.
  const readWidth = async () => (await measure(page, { outputs: '[data-outputs]' })).outputs?.width;
  await page.getByRole('button', { name: CELL_TEXTS.fullWidth }).click();
  await expect.poll(readWidth).toBeGreaterThan(WIDE_PX);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: CELL_TEXTS.normalWidth }).click();
  await expect.poll(readWidth).toBeLessThanOrEqual(WIDE_PX);
  const answer = page.getByRole('region', { name: 'Answer' });
  expect(await answer.evaluate((box) => getComputedStyle(box).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
  expect(
    await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
  ).toBeGreaterThan(1);
  await takeScreenshots(page, 'calm-wide');
  await page.setViewportSize({ width: 1280, height: 900 });

  const id = page.url().split('/').at(-1) ?? '';
  const addCell = async (source: string) =>
    (await post(app, `/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '';
  const first = await addCell('mass = [1, 2, 3]');
  const second = await addCell('print(sum(mass))');
  const dying = await addCell('import os\nos._exit(1)');
  for (const [index, cellId] of [first, second, first, dying].entries()) {
    await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
    await followUntil(app, id, (session) => session.executions > index + 1 && !isBusy(session));
  }
  const notices = page.locator('[data-dock] [data-tone]');
  const more = page.getByRole('button', { name: UI_TEXTS.more(1) });
  await more.waitFor();
  await expect.poll(() => notices.filter({ visible: true }).count()).toBe(1);
  const heightPx = await notices.first().evaluate((notice) => notice.clientHeight);
  expect(heightPx).toBeLessThan(48);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'calm-notice');
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByText(NOTICE_TEXTS.outdated(1)).waitFor();
  await page.getByText(NOTICE_TEXTS.notRunAgain(1)).waitFor();
  await page.getByRole('button', { name: UI_TEXTS.less }).click();
  await page.getByText(NOTICE_TEXTS.outdated(1)).waitFor({ state: 'hidden' });

  await openPanel(page, 'Outline');
  await page.getByRole('navigation', { name: 'Outline' }).getByText('Thirty columns in df.').waitFor();
  await page.goto(app.url);
  const row = page
    .getByRole('list', { name: 'Notebooks' })
    .getByRole('listitem')
    .filter({ hasText: 'Columns of a table' });
  await row.getByText('Thirty columns in df.').first().waitFor();
  // People who come back see their notebooks first.
  const order = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(order).toEqual([START_TEXTS.notebooks, START_TEXTS.examples]);
});
