/** How the page shows a wait for the model server, budgets, a partial answer, and an answer with a schema. */

import { expect, test } from 'vitest';
import { BUDGET_USED } from '../../../components/notebook/view/budget-notes.tsx';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const fence = (code: string, label = 'python') => `\`\`\`${label}\n${code}\n\`\`\``;

test('the page shows the wait for a busy server; at the limit there is a partial answer', async () => {
  const used = (tokens: number) => ({ prompt_tokens: tokens, completion_tokens: 0 });
  const app = await openScriptedApp([
    { status: 429, headers: { 'retry-after': '10' } },
    { text: fence('print("half")'), usage: used(900) },
    { text: fence('print("more")'), usage: used(200) },
    'So far I have **one half**.',
    fence('{"half": 0.5}', 'json'),
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${new URL(app.loginUrl).origin}/sessions/${id}`);
  await page.getByRole('textbox', { name: 'Task' }).waitFor();
  await post(app, `/api/sessions/${id}/runs`, { task: 'Go on.', limits: { maxTokens: 1000 } });
  await page
    .getByText(VIEW_TEXTS.waitingBecause('Its server is not accepting more requests right now.'))
    .last()
    .waitFor();
  await page.getByText(new RegExp(STATUS_TEXTS.retryingIn(0).replace('0', '\\d+'))).waitFor();
  await keepScreenshot(page, 'model-wait');

  const answer = page.getByRole('region', { name: 'Partial answer' });
  await answer.getByText('one half').waitFor();
  await page.locator('[data-outcome="stopped"]').getByText(VIEW_TEXTS.stopped['max-tokens']).waitFor();
  await unfoldWork(page);
  await page.getByText(`900 of 1K tokens ${BUDGET_USED}`).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'partial-answer');

  const schema = { type: 'object', properties: { half: { type: 'number' } }, required: ['half'] };
  await post(app, `/api/sessions/${id}/runs`, { task: 'As data.', schema });
  await page.getByRole('region', { name: 'Answer 2' }).getByText('"half"').waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'json-answer');
});
