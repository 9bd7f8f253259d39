/** Values that the kernel fills into an answer, and a question of the model, on their page. */
import { expect, test } from 'vitest';
import { FILL_IN } from '../../../components/notebook/quantities/refill-note.tsx';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { findAccessibilityFaults, logIn, openPage, takeScreenshots } from '../../helpers/page/browser.ts';

test('values lead to the cell that computed them, and are filled in again; choices are taken with a click', async () => {
  const app = await openScriptedApp([
    '```python\nn = 20\nprint(n)\n```',
    'There are **{{ n * 2 : .1f }}** of them.',
    'Two columns are revenue.\n\nAsk: Which revenue? [net / gross]',
  ]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'How many?' });
  const session = await followUntil(app, id, isEnded);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByRole('link', { name: '40.0' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('article[aria-label="Code, run number 2"]:focus').waitFor();

  const [first, values] = session.cells.filter(({ role }) => role === 'code');
  await post(app, `/api/sessions/${id}/cells/${first?.id}/execute`, { source: 'n = 21' });
  await post(app, `/api/sessions/${id}/cells/${values?.id}/execute`);
  const fill = answer.getByRole('button', { name: FILL_IN });
  await fill.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'refill');
  await fill.click();
  await answer.getByRole('link', { name: '42.0' }).waitFor();

  await post(app, `/api/sessions/${id}/runs`, { task: 'What is the revenue?' });
  const gross = page.getByRole('button', { name: 'gross', exact: true });
  await gross.waitFor();
  await takeScreenshots(page, 'asked-back');
  await gross.click();
  await expect
    .poll(() => page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).inputValue())
    .toContain('gross');
});
