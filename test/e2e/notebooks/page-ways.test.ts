/** Several ways on the page: asked for beside the question, followed side by side, compared, and one made the notebook. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WAYS_FORM_TEXTS } from '../../../components/ask/ways/ways-form-texts.ts';
import { RUN_LINE_TEXTS } from '../../../components/notebook/view/run-line-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { WAYS_TEXTS } from '../../../components/pages/session/ways/ways-texts.ts';
import { DEFAULT_WAYS } from '../../../lib/protocol/ways/default-ways.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import type { ModelServerRequest, ScriptedReply } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';

const NAMES = ['Direct', 'Data first', 'Two methods'] as const;
const AMOUNTS: Record<string, number> = { Direct: 2, 'Data first': 40, 'Two methods': 42 };
const WIDTHS = [1900, 1280, 390];

/** Each way adds a number of its own to `base`; the last one answers when `held` resolves, and the judge wavers. */
function playWays(held: Promise<void>) {
  return ({ messages }: ModelServerRequest): string | ScriptedReply => {
    const told = JSON.stringify(messages);
    if (told.includes('Two data analysts'))
      return '{"winner": "A", "confidence": 0.8, "reason": "Its steps are easier to follow."}';
    const name = DEFAULT_WAYS.find(({ instruction }) => told.includes(instruction))?.name ?? '';
    const amount = AMOUNTS[name] ?? 0;
    if (!told.includes('picked ='))
      return `I add what this way found.\n\n${fence(`picked = base + ${amount}\nprint("total", picked)`)}`;
    const until = name === 'Two methods' ? { until: held } : {};
    return { text: `The total is **${4200 + amount}**.`, ...until };
  };
}

async function takeAtAllWidths(page: Page, name: string): Promise<void> {
  if (!process.env.ACTBOOK_SCREENS) return;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await takeScreenshots(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('three ways go on side by side from one live state, and the one that is picked is the notebook', async () => {
  const held = Promise.withResolvers<void>();
  const app = await openScriptedApp(playWays(held.promise));
  const page = await openPage({ reducedMotion: 'reduce' });
  const { id = '' } = await post(app, '/api/sessions');
  const cell = { type: 'code', source: 'base = 4200\nprint(base)' };
  const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, cell);
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  await followUntil(app, id, ({ cells }) => cells[0]?.status === 'ok');
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);

  await page.getByRole('button', { name: SESSION_TEXTS.tryWays }).click();
  await page.getByText(WAYS_FORM_TEXTS.live).waitFor();
  await page.keyboard.type('What is the total?');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeAtAllWidths(page, 'ways-form');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ways\//);

  for (const name of NAMES.slice(0, 2))
    await column(page, name)
      .getByRole('region', { name: 'Answer' })
      .getByText(`${4200 + (AMOUNTS[name] ?? 0)}`)
      .waitFor();
  await column(page, 'Two methods').getByText('total 4242').first().waitFor();
  await page.getByText(WAYS_TEXTS.running(1)).waitFor();
  expect(await page.getByText(WAYS_TEXTS.begins.live).count()).toBe(3);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeAtAllWidths(page, 'ways-going');
  await page.getByRole('link', { name: /total/ }).click();
  await page.getByText(STATUS_TEXTS.trying(3)).waitFor();
  await takeAtAllWidths(page, 'ways-notebook-waits');

  held.resolve();
  await page.getByRole('link', { name: NOTICE_TEXTS.compareWays }).click();
  await page.getByRole('region', { name: WAYS_TEXTS.basis }).getByText('not sure enough').waitFor();
  await page.getByText(WAYS_TEXTS.basisOf.judge, { exact: true }).click();
  await page.getByText('Its steps are easier to follow.').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeAtAllWidths(page, 'ways-left');

  // On a phone they are tabs, which the arrow keys lead through.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('tab', { name: 'Direct' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Two methods' }).getByText('4242').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: WAYS_TEXTS.nameUse(WAYS_TEXTS.use, 'Two methods') }).click();
  await page.getByText(WAYS_TEXTS.chosenBy('You', 'Two methods')).waitFor();
  await takeAtAllWidths(page, 'ways-chosen');
  await page.getByRole('link', { name: WAYS_TEXTS.toNotebook }).click();
  await page.getByRole('link', { name: RUN_LINE_TEXTS.chosenWay(3) }).waitFor();
  await takeAtAllWidths(page, 'ways-notebook');
  const check = { type: 'code', source: 'print(base, picked)' };
  const { cellId: checkId = '' } = await post(app, `/api/sessions/${id}/cells`, check);
  await post(app, `/api/sessions/${id}/cells/${checkId}/execute`);
  await page.getByText('4200 4242').waitFor();
});

test('five ways take turns on few connections; what waits for approval is approved in its column, and a stop ends all', async () => {
  const app = await openScriptedApp(({ messages }) =>
    JSON.stringify(messages).includes('done = 1') ? 'It is done.' : fence('done = 1\nprint(done)'),
  );
  const page = await openPage({ reducedMotion: 'reduce' });
  const { id = '' } = await post(app, '/api/sessions');
  await logIn(page, app);
  const ways = { task: 'Do it.', ways: 5, approval: 'always' };
  const { waysId = '' } = await post(app, `/api/sessions/${id}/ways`, ways);
  await page.goto(`${app.url}/sessions/${id}/ways/${waysId}`);
  await page.getByText(WAYS_TEXTS.waiting(5)).waitFor();
  await takeAtAllWidths(page, 'ways-five');

  const last = column(page, DEFAULT_WAYS[4]?.name ?? '');
  await last.getByRole('button', { name: 'Approve' }).click();
  await last.getByText('It is done.').waitFor();
  await page.getByText(WAYS_TEXTS.waiting(4)).waitFor();
  await page.getByRole('button', { name: WAYS_TEXTS.stopAll }).click();
  await page.getByRole('region', { name: WAYS_TEXTS.basis }).getByText('You stopped the ways.').waitFor();
  // Each says so in its head and below its cells.
  await expect.poll(() => page.getByText(VIEW_TEXTS.stopped.cancelled, { exact: true }).count()).toBe(8);
  await takeAtAllWidths(page, 'ways-stopped');
});
