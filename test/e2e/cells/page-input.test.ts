/** Code that asks the user for input: a field in the cell, in every tab, until one is answered. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openStartPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { recordCells } from '../../helpers/runtime/recorded-notebook.ts';

const SECRET = 's3cret-canary';
const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const ASK = fence(
  'from getpass import getpass\nname = input("Name? ")\nkey = getpass("Key of the server that has the prices of this year: ")\nprint(name, len(key))',
);

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Task' }).fill(question);
  await page.keyboard.press('Enter');
}

test('input is answered in its cell, also after a reload, and a password is never shown', async () => {
  const app = await openScriptedApp([ASK, 'Thank you.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Ask me.');

  const field = page.getByRole('textbox', { name: 'Name?' });
  await field.waitFor();
  await page.waitForFunction((waiting) => document.title.startsWith(waiting), SESSION_TEXTS.waiting);
  await page.getByText(VIEW_TEXTS.waitsForYou('In [*]', 'answer')).last().waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await keepScreenshot(page, 'input');
  await page.reload();
  await field.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto(page.url());
  const answered = Promise.withResolvers<void>();
  await intercept(other, '**/input', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await other.getByRole('textbox', { name: 'Name?' }).fill('Bob');
  await other.keyboard.press('Enter');
  await page.bringToFront();
  await field.fill('Ada');
  await page.keyboard.press('Enter');
  const key = page.getByLabel('Key of the server');
  await key.waitFor();
  await other.bringToFront();
  answered.resolve();
  await other.getByText('This was already answered').waitFor();
  await other.close();

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await key.getAttribute('type')).toBe('password');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // The whole question can be read.
  const question = page.locator('pre', { hasText: 'the prices of this year:' }).last();
  const right = await question.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect().right;
  });
  expect(right).toBeLessThanOrEqual(320);
  await keepScreenshot(page, 'input-phone');
  await key.fill(SECRET);
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  await page.getByText('Ada 13').first().waitFor();
  const shown = await page.getByRole('main').innerText();
  expect(shown).toContain('Name? Ada\nKey of the server that has the prices of this year: ········\nAda 13');
  await page.waitForFunction(() => !document.title.includes('Waiting'));
  const kept = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage));
  expect(kept).not.toContain(SECRET);
});

test('choices at the end of a question are buttons, and another answer can be typed', async () => {
  const code = 'for _ in range(2):\n    print("Took", input("Which revenue? [net / gross] "))';
  const app = await openScriptedApp([fence(code), 'Thank you.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'How much did we earn?');
  const gross = page.getByRole('button', { name: 'gross', exact: true });
  await gross.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'input-choices');
  await gross.click();
  await page.getByText('Took gross').first().waitFor();
  await page.getByRole('textbox', { name: 'Which revenue?' }).fill('both');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  await page.getByText('Took both').first().waitFor();
});

test('one click leads to a cell that asks far from the view', async () => {
  const app = await openScriptedApp([]);
  const sources = ['print("Hi", input("Now? "))', ...Array.from({ length: 120 }, () => '1\n2\n3')];
  const { id } = await recordCells(
    app,
    sources.map((source) => ({ source })),
  );
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-cell-id]').last().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText(VIEW_TEXTS.waitsForYou('In [*]', 'answer')).last().waitFor();
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('running 1 of 121') }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).click();
  await page.waitForFunction(() => {
    const field = document.activeElement;
    const { top, bottom } = field?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return field?.getAttribute('aria-label') === 'Now?' && top >= 0 && bottom <= innerHeight;
  });
  await page.keyboard.type('here');
  await page.keyboard.press('Enter');
  await page.getByText('Hi here').first().waitFor();
});

test('a hidden tab hears that its run asks, and can answer', async () => {
  const { app, page } = await openBeforeQuestion();
  // A browser without a window hides no tab by itself.
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await hide(true);
  await app.request(`/api${new URL(page.url()).pathname}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.waitForFunction((waiting) => document.title.startsWith(waiting), SESSION_TEXTS.waiting);
  await hide(false);
  await page.getByRole('textbox', { name: 'Now?' }).fill('there');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  await page.getByText('Hi there').first().waitFor();
});

test('an input request does not take the focus from a user who is typing', async () => {
  const { app, page } = await openBeforeQuestion();
  const followUp = page.getByRole('textbox', { name: SESSION_TEXTS.message });
  await followUp.pressSequentially('And then');
  await app.request(`/api${new URL(page.url()).pathname}/files/go.txt`, { method: 'PUT', body: 'go' });
  const field = page.getByRole('textbox', { name: 'Now?' });
  await field.waitFor();
  await page.keyboard.type(' what?');
  expect(await followUp.inputValue()).toBe('And then what?');
  await field.fill('there');
  await page.getByRole('button', { name: 'Send' }).first().click();
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  await page.getByText('Hi there').first().waitFor();
});

test('the answer is typed into its field, in sight, not into the empty field for the next cell', async () => {
  const { page } = await openBlankNotebook();
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  for (const number of [1, 2, 3]) {
    await writeCell(page, 'for number in range(12): print(number)');
    await page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${number}]`) }).waitFor();
  }
  // Outputs moved the field for the next cell; what is typed there is above what stays at the window's end.
  await page.keyboard.insertText(
    'import getpass, time; time.sleep(0.5); print(len(getpass.getpass("Key? ")), "letters")',
  );
  await expectInSight(
    page,
    page.locator('[data-editor="ready"] .cm-activeLine, [data-editor="ready"] .cm-line').last(),
  );
  await page.keyboard.press('Shift+Enter');
  const field = page.getByRole('textbox', { name: 'Key?' });
  await field.waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[data-asks]'));
  await expectInSight(page, field);
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await page.getByText(/6 letters/).waitFor();
  expect(await page.getByText('secret').count()).toBe(0);
});

async function writeCell(page: Page, code: string) {
  await page.locator('[data-editor="ready"]').waitFor();
  await page.keyboard.insertText(code);
  await page.keyboard.press('Shift+Enter');
}

async function expectInSight(page: Page, part: Locator) {
  const dock = page.locator('[data-dock]');
  const readGap = async () => {
    const [above, below] = await Promise.all([part.boundingBox(), dock.boundingBox()]);
    return (below?.y ?? 0) - (above ? above.y + above.height : Number.POSITIVE_INFINITY);
  };
  await expect.poll(readGap).toBeGreaterThanOrEqual(0);
}

async function openBlankNotebook() {
  const app = await openScriptedApp([]);
  const { id } = await post(app, '/api/sessions');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  return { app, page };
}

/** A page that shows a run whose code asks `Now? ` once its session has a file `go.txt`. */
async function openBeforeQuestion() {
  const code =
    'import os, time\nprint("on it", flush=True)\nwhile not os.path.exists("go.txt"): time.sleep(0.02)\nprint("Hi", input("Now? "))';
  const app = await openScriptedApp([fence(code), 'Done.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Ask me later.');
  await page.getByText('on it', { exact: true }).waitFor();
  return { app, page };
}
