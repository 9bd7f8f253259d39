/** States of the page that no other test passes through: everyone can use these too. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { APP_TEXTS } from '../../../app/app-texts.ts';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { FRAME_TEXTS } from '../../../components/render/output/frame/frame-texts.ts';
import { DRAWING_TEXTS } from '../../../components/render/output/parts/drawing-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { AppError } from '../../../lib/util/app-error.ts';
import { toSharedAnswer } from '../../../lib/web/shared-page.ts';
import { post } from '../../helpers/app/app-client.ts';
import { breakSessions } from '../../helpers/app/break-sessions.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import {
  dropFile,
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openPanel,
  openStartPage,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { openNotebook } from '../../helpers/page/open-notebook.ts';

const expectUsable = async (page: Page, state: string) => {
  expect(await findAccessibilityFaults(page), state).toEqual([]);
  await keepScreenshot(page, `state-${state.replaceAll(' ', '-')}`);
};

test('a page that the server cannot render says so, and loads once it can', async () => {
  const app = await openApp();
  const page = await openPage();
  await openStartPage(page, app);
  const fix = breakSessions(app);
  await page.goto(app.url);
  await page.getByRole('heading', { name: APP_TEXTS.failed.title }).waitFor();
  await expectUsable(page, 'failed page');
  fix();
  await page.getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await page.getByRole('textbox', { name: 'Task' }).waitFor();

  await page.goto(`${app.url}/nowhere`);
  await page.getByRole('heading', { name: APP_TEXTS.notFound.title }).waitFor();
  await expectUsable(page, 'no such page');
});

test('style sheets that do not arrive are asked for once more, and no oftener', async () => {
  const app = await openApp();
  const page = await openPage();
  const asked = new Map<string, number>();
  let isBack = true;
  await intercept(page, '**/*.css', async (route) => {
    const times = (asked.get(route.request().url()) ?? 0) + 1;
    asked.set(route.request().url(), times);
    await (times > 1 && isBack ? route.continue() : route.abort());
  });
  await openStartPage(page, app);
  const findRule = () => page.evaluate(() => getComputedStyle(document.body).margin);
  await expect.poll(findRule).toBe('0px');
  expect(asked.size).toBeGreaterThan(1);

  isBack = false;
  await page.reload({ waitUntil: 'networkidle' });
  expect(await findRule()).toBe('8px');
  expect(new Set(asked.values())).toEqual(new Set([4]));
});

test('a notebook that is loading says so, and so does a page over which a file is dragged', async () => {
  const app = await openApp();
  const { id } = await post(app, '/api/sessions');
  const page = await openPage();
  await openStartPage(page, app);
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await intercept(page, /\/(events|files)(\?|$)|\/api\/sessions\?/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText(SESSION_TEXTS.loading, { exact: true }).waitFor({ state: 'attached' });
  await openPanel(page, 'Notebooks');
  await page.getByText(SESSION_LIST_TEXTS.loading).waitFor({ state: 'attached' });
  await expectUsable(page, 'loading');
  letGo();
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a'], 'a.csv'));
    const tell = (target: Element, type: string) =>
      target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    // A run replaces what is under the pointer: that it was left is never reported.
    const replaced = document.body.appendChild(document.createElement('p'));
    tell(replaced, 'dragenter');
    replaced.remove();
    tell(document.body, 'dragenter');
    const timer = setInterval(tell, 50, document.body, 'dragover');
    Reflect.set(window, 'leave', () => {
      clearInterval(timer);
      tell(document.body, 'dragleave');
    });
  });
  await page.getByText(COMPOSER_TEXTS.dropHint).waitFor();
  await expectUsable(page, 'drop');
  await page.evaluate(() => Reflect.get(window, 'leave')());
  await page.getByText(COMPOSER_TEXTS.dropHint).waitFor({ state: 'detached' });
});

test('a question that is not answered, and files being sent with it', async () => {
  const app = await openApp();
  const page = await openPage();
  await openStartPage(page, app);
  await dropFile(page, 'sales.csv', 'city,sales\nOslo,10\nBergen,7\n');
  await page.getByText('sales.csv').first().waitFor();
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await intercept(page, '**/files/sales.csv?*', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Task' }).fill('How heavy is a zebra?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sending' }).waitFor();
  await expectUsable(page, 'sending');
  letGo();
  await page.locator('[data-outcome="stopped"]').getByText(VIEW_TEXTS.stopped['no-answer']).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await expectUsable(page, 'not answered');
});

test('outputs that cannot be drawn say so, and one runs with one click', async () => {
  const { page } = await openNotebook([
    { 'application/vnd.plotly.v1+json': { layout: {} }, 'text/plain': 'Figure without data' },
    { 'application/x-unknown': '1' },
    { 'text/html': '<p>kept</p><script>document.title = "run"</script>' },
  ]);
  await page.getByRole('note').getByText('This is not a Plotly figure: it has no list of data.').waitFor();
  await page.getByRole('note').getByText(DRAWING_TEXTS.unknownFormat).waitFor();
  await page.getByRole('button', { name: FRAME_TEXTS.run }).waitFor();
  await expectUsable(page, 'not drawn');
});

test('what a visitor with a link sees', async () => {
  const page = await openPage();
  const answers = [
    toSharedAnswer(Promise.resolve(null)),
    toSharedAnswer(Promise.reject(new AppError('too-large', 'Too large.'))),
    toSharedAnswer(Promise.reject(new AppError('too-many', 'Later.'))),
  ];
  for (const { status, html } of await Promise.all(answers)) {
    await page.setContent(html);
    await expectUsable(page, `link ${status}`);
  }
});
