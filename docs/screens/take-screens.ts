/**
 * Takes the screenshots of this folder, from a running app without notebooks:
 *
 *   ACTBOOK_HOME=$(mktemp -d) npm start        # prints the link
 *   node docs/screens/take-screens.ts <link>
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { APPROVAL_TEXTS } from '../../components/ask/approval-texts.ts';
import { COMMAND_TITLES } from '../../components/notebook/commands/table/command-titles.ts';
import { SESSION_TEXTS } from '../../components/pages/session/session-texts.ts';
import { START_TEXTS } from '../../components/pages/start/start-texts.ts';
import { SESSION_LIST_TEXTS } from '../../components/panels/sessions/session-list-texts.ts';
import { SETTINGS_TEXTS } from '../../components/panels/settings/settings-texts.ts';
import { EXPORT_TEXTS } from '../../components/panels/share/export-texts.ts';
import { SHARE_TEXTS } from '../../components/panels/share/share-texts.ts';
import { SIDEBAR_TEXTS } from '../../components/panels/sidebar/sidebar-texts.ts';
import { openPanel } from '../../test/helpers/page/browser.ts';
import { findChromium } from '../../test/helpers/page/find-chromium.ts';
import { GALLERY } from './gallery.ts';

const TASK = 'What is the average bill length by species and sex?';
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
/** The least that WCAG 2.2 asks for. */
const NARROW = { width: 320, height: 640 };

const link = process.argv[2] ?? '';
const browser = await chromium.launch(findChromium());
const context = await browser.newContext({ viewport: DESKTOP, deviceScaleFactor: 1 });
context.setDefaultTimeout(180_000);
const page = await context.newPage();
await page.goto(link);
await takeRun(page);
await takeSidebar(page);
await takeApproval(page);
await takeInput(page);
await takeOwnWork(page);
await takeGallery(page);
await takeShared(page);
await takeStartPage(page);
await browser.close();
const python = join(import.meta.dirname, '../../.venv/bin/python');
execFileSync(python, [join(import.meta.dirname, 'shrink_pictures.py'), import.meta.dirname]);

/** The page as it is, in both themes. */
async function take(name: string, shown: Page): Promise<void> {
  await shown.evaluate(() => document.fonts.ready);
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme });
    const path = join(import.meta.dirname, `${name}-${colorScheme}.png`);
    await shown.screenshot({ path, animations: 'disabled' });
  }
}

/** From the question to the answer, which is also the walkthrough of the README. */
async function takeRun(page: Page): Promise<void> {
  await page.getByRole('heading', { name: START_TEXTS.examples }).waitFor();
  await take('start', page);
  await page.getByRole('button', { name: TASK, exact: true }).click();
  const answered = page.locator('[data-outcome="answered"]');
  await page.getByText('In [2]').or(answered).filter({ visible: true }).first().waitFor();
  // An answer folds the cells. Where it was faster than the look, the earlier picture stays.
  if (!(await answered.isVisible())) await take('running', page);
  await answered.waitFor();
  await page.getByRole('cell', { name: 'Gentoo' }).first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await take('finished', page);
  const work = page.getByRole('button', { name: /^Work\b/ });
  await work.click();
  await work.evaluate((line) => line.scrollIntoView());
  await take('notebook', page);
  // Loaded with their first use.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
  await take('shortcuts', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menu').waitFor();
  await take('export', page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 0));
  await take('phone', page);
  await page.setViewportSize(NARROW);
  await take('narrow', page);
  await page.setViewportSize(DESKTOP);
}

/** The panels beside the notebook; a file and a variable are opened as tables. */
async function takeSidebar(page: Page): Promise<void> {
  await openPanel(page, 'Files');
  await page.getByRole('button', { name: 'penguins.csv', exact: true }).click();
  await page.getByRole('dialog').getByRole('gridcell', { name: 'Torgersen' }).first().waitFor();
  await take('file', page);
  await page.keyboard.press('Escape');
  await openPanel(page, SIDEBAR_TEXTS.runPanel);
  await page.getByText('Steps', { exact: true }).waitFor();
  await take('facts', page);
  await openPanel(page, 'Variables');
  await page.getByRole('button', { name: 'penguins', exact: true }).waitFor();
  await take('variables', page);
  await page.getByRole('button', { name: 'penguins', exact: true }).click();
  await page.getByRole('dialog').getByRole('gridcell').first().waitFor();
  await take('table', page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openPanel(page, 'Files');
}

async function takeApproval(page: Page): Promise<void> {
  await page.goto(new URL('/', link).href);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  await page.getByRole('button', { name: TASK, exact: true }).click();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await take('approval', page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-outcome]').waitFor();
}

/** Code of the user that asks for input. */
async function takeInput(page: Page): Promise<void> {
  const id = await post(page, '/api/sessions', { title: 'How tall?' }, 'id');
  const source = 'height_cm = float(input("Your height in cm? "))\nprint(f"{height_cm / 2.54:.1f} inches")';
  const cellId = await post(page, `/api/sessions/${id}/cells`, { type: 'code', source }, 'cellId');
  await page.goto(new URL(`/sessions/${id}`, link).href);
  await page.getByText('Your height').first().waitFor();
  await post(page, `/api/sessions/${id}/cells/${cellId}/execute`, {});
  await page.getByRole('textbox', { name: 'Your height in cm?' }).waitFor();
  await take('input', page);
  await page.keyboard.type('172');
  await page.keyboard.press('Enter');
  await page.getByText('67.7 inches').waitFor();
}

/** Cells of the user: written with the kernel's help, run again, and lost with their kernel. */
async function takeOwnWork(page: Page): Promise<void> {
  const id = await post(page, '/api/sessions', { title: 'Mass of a penguin' }, 'id');
  const add = (source: string) => post(page, `/api/sessions/${id}/cells`, { type: 'code', source }, 'cellId');
  const first = await add('mass_g = [3750, 3800, 5000]\nmass_mean = sum(mass_g) / len(mass_g)');
  await add('print(f"{mass_mean:.0f} g")');
  await page.goto(new URL(`/sessions/${id}`, link).href);
  await page.locator('[data-cell-id]').first().focus();
  await page.keyboard.press('Shift+Enter');
  await page.getByText('In [1]').first().waitFor();
  await page.keyboard.press('Alt+Enter');
  await page.getByText('4183 g').waitFor();
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('idle') }).waitFor();
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('round(mass_');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'mass_mean' }).waitFor();
  await take('editor', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('[data-selected="true"]:focus').waitFor();
  await page.keyboard.press('Control+Shift+C');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('run');
  await take('palette', page);
  await page.keyboard.press('Escape');
  await post(page, `/api/sessions/${id}/cells/${first}/execute`, {});
  await page.getByText('In [3]').first().waitFor();
  await take('stale', page);
  const dying = await add('import os\nos._exit(1)');
  await post(page, `/api/sessions/${id}/cells/${dying}/execute`, {});
  await page.getByRole('button', { name: /^Restore by running/ }).waitFor();
  await take('lost', page);
}

async function takeGallery(page: Page): Promise<void> {
  const id = await post(page, '/api/sessions/import?name=outputs.ipynb', GALLERY, 'id');
  await page.goto(new URL(`/sessions/${id}`, link).href);
  await page.setViewportSize({ width: DESKTOP.width, height: 1600 });
  await page.getByText('Gentoo').first().waitFor();
  await page.locator('math').first().waitFor({ state: 'attached' });
  await page.getByText('bill').first().waitFor();
  await take('outputs', page);
  await page.setViewportSize(DESKTOP);
}

/** The dialog that creates a link, and what a visitor with that link sees. */
async function takeShared(page: Page): Promise<void> {
  await page.getByRole('button', { name: EXPORT_TEXTS.menu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['notebook-share'].title }).click();
  await page.getByRole('button', { name: SHARE_TEXTS.make }).click();
  const address = page.getByRole('textbox', { name: SHARE_TEXTS.link });
  await address.waitFor();
  await take('share', page);
  const guest = await page.context().newPage();
  await guest.goto(await address.inputValue());
  await take('shared', guest);
  await guest.close();
  await page.keyboard.press('Escape');
}

/** The settings, and a notebook that was deleted a moment ago. */
async function takeStartPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: SESSION_TEXTS.delete }).click();
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.undoDelete('') }).waitFor();
  await take('undo', page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText(SETTINGS_TEXTS.isolated).waitFor();
  await take('settings', page);
}

/** To the API, as the page does; resolves to a text of the answer. */
async function post(page: Page, path: string, body: object, key = ''): Promise<string> {
  return page.evaluate(
    async ({ path, json, key }) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: json });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      const text = await response.text();
      return key === '' ? text : String(JSON.parse(text)[key]);
    },
    { path, json: JSON.stringify(body), key },
  );
}
