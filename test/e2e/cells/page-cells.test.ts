/** A run as cells: live, folded once it is answered, with its attempts; in a real browser over the real app. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { RUN_LINE_TEXTS } from '../../../components/notebook/view/run-line-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { IMAGE_TEXTS } from '../../../components/render/output/image/image-texts.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import type { ModelServerRequest, ScriptedReply } from '../../helpers/model/model-server.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openStartPage,
} from '../../helpers/page/browser.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const SUM = (name: string) =>
  fence(`import os, time
sales = [10, 14, 7]
while not os.path.exists("zeroth.txt"): time.sleep(0.02)
total = sum(sales)
print("total:", ${name})`);
const MISSPELT = `I sum what was sold.\n\n${SUM('totl')}`;
const FIXED = `A misspelt name.\n\n${SUM('total')}`;
const PROGRESS = `Now the long part.\n\n${fence(`import os, sys, time
from IPython.display import clear_output
def wait(name):
    while not os.path.exists(name): time.sleep(0.02)
for i in range(1, 6):
    sys.stdout.write(f"\\rpart {i} of 5")
    sys.stdout.flush()
    if i == 3: wait("first.txt")
for i in range(1, 4):
    clear_output(wait=True)
    print("picture", i, "of 3", flush=True)
    if i == 2: wait("second.txt")
import matplotlib.pyplot as plt
plt.bar(["a", "b", "c"], sales)
plt.show()`)}`;
const ANSWER = 'In all **31** were sold, most of them *b*.';

/** Answers by how far the conversation is, as a run is repeated in the same app. */
function reply({ messages }: ModelServerRequest, until = Promise.resolve()): ScriptedReply {
  const text = JSON.stringify(messages.slice(1));
  if (text.includes('Fail at once')) return { status: 400, error: { message: 'The model is out.' } };
  if (text.includes('picture 3 of 3')) return { text: ANSWER };
  if (text.includes('total: 31')) return { text: PROGRESS };
  if (text.includes('NameError')) return { text: FIXED };
  return { text: MISSPELT, delayMs: 40, until };
}

const cellOf = (page: Page, prompt: string) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });

async function expectNoFaults(page: Page, name: string) {
  await keepScreenshot(page, `cells-${name}`);
  expect(await findAccessibilityFaults(page), name).toEqual([]);
}

/** Offsets below the line that begins the work, in pixels: the page itself scrolls. */
async function findPlaces(page: Page, ...things: Locator[]) {
  const line = page.getByRole('button', { name: /^Working/ });
  const elements = await Promise.all([line, ...things].map((each) => each.elementHandle()));
  // All at once: the page may scroll between two looks.
  return page.evaluate((each) => {
    const [start, ...boxes] = each.map((element) => (element as HTMLElement).getBoundingClientRect());
    return boxes.map(({ x, y }) => [x, y - (start?.y ?? 0)]);
  }, elements);
}

function upload(app: App, sessionId: string, name: string) {
  return app.request(`/api/sessions/${sessionId}/files/${name}`, { method: 'PUT', body: 'go' });
}

/** A page that shows a run whose code finds what it waits for. */
async function openFinished(task: string) {
  const app = await openScriptedApp(reply);
  const { id = '' } = await post(app, '/api/sessions');
  for (const name of ['zeroth.txt', 'first.txt', 'second.txt']) await upload(app, id, name);
  await post(app, `/api/sessions/${id}/runs`, { task });
  await followUntil(app, id, isEnded);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  return page;
}

test('a run is seen live: nothing moves as it is written, progress is drawn in place, a reload changes nothing', async () => {
  const { promise: isWatched, resolve: letEnd } = Promise.withResolvers<void>();
  const app = await openScriptedApp((request) => reply(request, isWatched));
  const page = await openPage();
  const status = page.getByRole('status');
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('How many were sold?');
  await page.keyboard.press('Enter');

  const writing = page.getByText('I sum what was sold.');
  const code = page.locator('pre', { hasText: 'import os' }).first();
  await status.getByText(VIEW_TEXTS.writing(VIEW_TEXTS.theModel)).waitFor();
  await code.getByText('"total:"').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const before = await findPlaces(page, writing, code);
  letEnd();
  const running = cellOf(page, '*');
  await running.waitFor();
  await expect.poll(() => findPlaces(page, writing, running.locator('pre').first())).toEqual(before);
  await upload(app, id, 'zeroth.txt');

  await running.getByText('part 3 of 5', { exact: true }).waitFor();
  expect(await page.getByText('part 2 of 5').count()).toBe(0);
  await status.getByText(`Step 3. ${VIEW_TEXTS.cellRunning}`).waitFor();
  await running
    .getByRole('timer')
    .getByText(/^([1-9]\d*|1 min \d+) s$/)
    .waitFor();
  await page.getByRole('button', { name: VIEW_TEXTS.attempts(2, 'NameError', true) }).waitFor();
  expect(await cellOf(page, '1').count()).toBe(0);
  await expectNoFaults(page, 'running');

  // Folded, a run shows what it does now; so it does after a reload.
  const working = page.getByRole('button', { name: /^Working 2 cells/ });
  await working.click();
  await cellOf(page, '2').waitFor({ state: 'detached' });
  await page.reload();
  await running.getByText('part 3 of 5', { exact: true }).waitFor();
  expect(await cellOf(page, '2').count()).toBe(0);
  await working.focus();
  await page.keyboard.press('Enter');
  await cellOf(page, '2').waitFor();

  await upload(app, id, 'first.txt');
  await running.getByText('picture 2 of 3', { exact: true }).waitFor();
  expect(await page.getByText(/picture 1 of 3|part 5 of 5/).count()).toBe(0);
  await upload(app, id, 'second.txt');
  // The user unfolded it, so it stays unfolded.
  await page.locator('[data-outcome="answered"]').waitFor();
  await status.getByText(new RegExp(`^${VIEW_TEXTS.answered}\\. 2 cells · 1 error fixed$`)).waitFor();
  await cellOf(page, '2').waitFor();
});

test('a finished run shows its answer first with its plot; its work and attempts unfold by keyboard, and fit a phone and a wall', async () => {
  const page = await openFinished('How many were sold?');
  const answer = page.getByRole('region', { name: 'Answer' });
  const work = page.getByRole('button', {
    name: /^Work 2 cells · 1 error fixed$/,
  });
  await answer
    .getByRole('button', { name: new RegExp(`^${IMAGE_TEXTS.enlarge('')}`) })
    .locator('img')
    .waitFor();
  expect(await work.getAttribute('aria-expanded')).toBe('false');
  expect(await cellOf(page, '2').count()).toBe(0);
  const [answerBox, workBox] = [await answer.boundingBox(), await work.boundingBox()];
  expect(answerBox?.y).toBeLessThan(workBox?.y ?? 0);
  await expectNoFaults(page, 'finished');

  await work.focus();
  await page.keyboard.press('Enter');
  await cellOf(page, '3').waitFor();
  expect(await cellOf(page, '1').count()).toBe(0);
  await page.getByRole('button', { name: VIEW_TEXTS.attempts(2, 'NameError', true) }).focus();
  await page.keyboard.press(' ');
  await cellOf(page, '1').getByText('NameError').first().waitFor();
  await page.getByText('A misspelt name.').waitFor();
  await page.reload();
  await cellOf(page, '1').waitFor();
  await expectNoFaults(page, 'unfolded');
  const foldAll = async () => {
    await page.getByRole('button', { name: RUN_LINE_TEXTS.foldAll }).focus();
    await page.keyboard.press('Enter');
    await cellOf(page, '1').waitFor({ state: 'detached' });
    expect(await cellOf(page, '3').count()).toBe(0);
  };
  await foldAll();

  await page.getByRole('button', { name: RUN_LINE_TEXTS.unfoldAll }).click();
  await cellOf(page, '1').waitFor();
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await keepScreenshot(page, `cells-width-${width}`);
  }
  await expectNoFaults(page, 'wide');
  await page.setViewportSize({ width: 1280, height: 900 });
  await foldAll();

  // A plot leads to its cell, wherever that is folded away.
  await answer.getByRole('button', { name: 'In [3]' }).click();
  await page
    .locator('[data-cell-id]:focus')
    .filter({ has: cellOf(page, '3') })
    .waitFor();
});

test('a failed run says so, and the user’s cell is marked', async () => {
  const page = await openFinished('Fail at once');
  await page.locator('[data-outcome="failed"]').getByText('The model is out.').waitFor();
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.insertText('print(6 * 7)');
  await page.keyboard.press('Shift+Enter');
  await cellOf(page, '1').getByText('You', { exact: true }).waitFor();
  await cellOf(page, '1').getByText('42', { exact: true }).waitFor();
  await expectNoFaults(page, 'failed');
});
