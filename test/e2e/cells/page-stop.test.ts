/** Stopping code that does not react: the page asks before variables are lost. */
import { expect, test } from 'vitest';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { STUCK_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { findCell, isBusy } from '../../../lib/session/session.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  logIn,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';

/** Counts interrupts, and reacts to none. */
const DEAF = `
import signal, time
kept = told = 0
def ignore(*_):
    global kept
    kept += 1
signal.signal(signal.SIGINT, ignore)
print("on it", flush=True)
while True:
    time.sleep(0.05)
    if kept > told:
        told = kept
        print("ignored", told, flush=True)`;

test('Escape stops nothing; a cell that does not react to a stop is waited for, and restarted when the user says so', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions', { title: 'Deaf' });
  const cells = `/api/sessions/${id}/cells`;
  const first = (await post(app, cells, { type: 'code', source: 'a = 1' })).cellId ?? '';
  const deaf = (await post(app, cells, { type: 'code', source: DEAF })).cellId ?? '';
  await post(app, `${cells}/${first}/execute`);
  await post(app, `${cells}/${deaf}/execute`);
  const page = await openPage();
  await openStartPage(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outputs]').getByText('on it').waitFor();
  await page.locator(`[data-cell-id="${deaf}"]`).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();

  const notice = page.getByText(STUCK_TEXTS.stuck(1));
  await notice.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'stuck');
  await page.getByRole('button', { name: STUCK_TEXTS.wait }).click();
  await notice.waitFor({ state: 'detached' });
  await page.getByText(STATUS_TEXTS.stopping, { exact: true }).waitFor();
  // Stopped again, it is interrupted again, and asked about again.
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await page.locator('[data-outputs]').getByText('ignored 3').waitFor();
  await notice.waitFor();
  await page.getByRole('button', { name: STUCK_TEXTS.wait }).click();
  await notice.waitFor({ state: 'detached' });

  // Another look at the notebook asks again.
  await page.reload();
  await page.getByRole('button', { name: STUCK_TEXTS.restart }).click();
  const session = await followUntil(app, id, (each) => !isBusy(each) && each.kernel.id !== 'k-1');
  expect(findCell(session, deaf)).toMatchObject({ status: 'kernel-died', unresponsiveAt: undefined });
  expect(session.kernel.lostNames.map(({ name }) => name)).toEqual(['a']);
  await notice.waitFor({ state: 'detached' });
});

test('a run that does not react says that it is stopping, and is interrupted again when it is stopped again', async () => {
  const app = await openScriptedApp([`\`\`\`python${DEAF}\n\`\`\``]);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outputs]').getByText('on it').waitFor();
  const stop = page.getByRole('button', { name: STATUS_TEXTS.stop });
  await stop.click();
  await page.getByText(STATUS_TEXTS.stopping, { exact: true }).waitFor();
  await page.locator('[data-outputs]').getByText('ignored 2').waitFor();
  await stop.click();
  await page.locator('[data-outputs]').getByText('ignored 3').waitFor();
  await page.getByRole('button', { name: STUCK_TEXTS.restart }).click();
  await followUntil(app, id, isEnded);
});

test('how a stopped run ended is in view, although the code that draws its error comes late', async () => {
  const code = 'import time\nfor i in range(60):\n    print("row", i, flush=True)\ntime.sleep(60)';
  const app = await openScriptedApp([`I count.\n\n\`\`\`python\n${code}\n\`\`\``]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('Count.');
  await page.keyboard.press('Enter');
  await page.getByText('row 59').first().waitFor();
  await intercept(page, '**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await page.locator('[data-outcome="stopped"]').getByText(VIEW_TEXTS.stopped.cancelled).waitFor();
  await page.getByText('KeyboardInterrupt').first().waitFor();
  const isInView = () =>
    page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const outcome = boxOf('[data-outcome]')?.bottom ?? Number.POSITIVE_INFINITY;
      return outcome <= (boxOf('[data-dock]')?.top ?? 0);
    });
  await expect.poll(isInView).toBe(true);
});
