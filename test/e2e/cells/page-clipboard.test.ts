/** Cells that are cut, copied, pasted, undone, and redone by JupyterLab's keys; and cells with the same number. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage } from '../../helpers/page/browser.ts';

/** How long what the page shows may take, milliseconds: machines differ. */
const SOON = { timeout: 60_000 };

/** What the cells say, and which of them has the focus. */
const readCells = (page: Page) =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll('[data-cell-id]')];
    return {
      sources: frames.map(({ textContent }) => /\w = \d/.exec(textContent)?.[0]).join(', '),
      focus: frames.findIndex((frame) => frame.matches(':focus')),
    };
  });

const expectCells = (page: Page, sources: string, focus: number) =>
  expect.poll(() => readCells(page), SOON).toEqual({ sources, focus });

test('cells are cut, copied, and pasted, also into another notebook; undo and redo work', async () => {
  const app = await openScriptedApp([]);
  const [first, second] = [await post(app, '/api/sessions'), await post(app, '/api/sessions')];
  for (const [session, source] of [
    [first, 'a = 1'],
    [first, 'b = 2'],
    [second, 'c = 3'],
  ] as const)
    await post(app, `/api/sessions/${session.id}/cells`, { type: 'code', source });
  const page = await openPage();
  const open = async (id: string | undefined) => {
    await page.goto(`${app.url}/sessions/${id}`);
    await page.locator('[data-cell-id]').first().focus();
  };
  await logIn(page, app);
  await open(first.id);
  await expectCells(page, 'a = 1, b = 2', 0);
  // There is nothing to paste yet.
  await page.keyboard.press('v');
  await page.keyboard.press('c');
  await page.keyboard.press('v');
  await expectCells(page, 'a = 1, a = 1, b = 2', 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.getByText(COMMAND_RUN_TEXTS.cellCut).waitFor();
  await expectCells(page, 'a = 1, a = 1', 1);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('v');
  await expectCells(page, 'a = 1, b = 2, a = 1', 1);

  await page.keyboard.press('z');
  await page.getByText(UNDO_TEXTS.undone.insert).waitFor();
  await expectCells(page, 'a = 1, a = 1', 1);
  await page.keyboard.press('z');
  await page.getByText(UNDO_TEXTS.undone.delete).waitFor();
  await expectCells(page, 'a = 1, a = 1, b = 2', 2);
  await page.keyboard.press('Shift+Z');
  await page.getByText(UNDO_TEXTS.redone.delete).waitFor();
  await expectCells(page, 'a = 1, a = 1', 1);
  await page.keyboard.press('Shift+Z');
  await page.getByText(UNDO_TEXTS.redone.insert).waitFor();
  await expectCells(page, 'a = 1, b = 2, a = 1', 1);
  await page.keyboard.press('Shift+Z');
  await page.getByText('There is nothing to redo.').waitFor();

  await open(second.id);
  await expectCells(page, 'c = 3', 0);
  await page.keyboard.press('v');
  await expectCells(page, 'c = 3, b = 2', 1);
});

test('cells with the same number, as after a restart, have distinct names', async () => {
  const app = await openScriptedApp([]);
  const cells = ['a = 1', 'b = 2'].map((source) => ({
    cell_type: 'code',
    execution_count: 1,
    metadata: {},
    outputs: [],
    source,
  }));
  const body = JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata: {}, cells });
  const response = await app.request('/api/sessions/import?name=twice.ipynb', { method: 'POST', body });
  const { id } = await response.json();
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page
    .getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true })
    .getByText('a = 1')
    .waitFor();
  await page
    .getByRole('region', { name: CELL_TEXTS.codeCellAt('In [1]', 2), exact: true })
    .getByText('b = 2')
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
