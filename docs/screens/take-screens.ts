/**
 * Takes the pictures of this folder anew, of a running app without notebooks:
 *
 *   ACTBOOK_HOME=$(mktemp -d) npm start        # prints the link
 *   node docs/screens/take-screens.ts <link> [<path of Chromium>]
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { GALLERY } from './gallery.ts';

const TASK = 'How are bill length and bill depth correlated, overall and per species?';
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'];
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

const [link = '', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ colorScheme, viewport: DESKTOP, deviceScaleFactor: 1 });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const take = (name: string, shown = page) =>
    shown.screenshot({
      path: join(import.meta.dirname, `${name}-${colorScheme}.png`),
      animations: 'disabled',
    });
  await page.goto(link);
  await takeRun(page, take);
  await takeApproval(page, take);
  await takeInput(page, take);
  await takeGallery(page, take);
  await takeShared(page, take);
  await context.close();
}
await browser.close();

type Take = (name: string, shown?: Page) => Promise<unknown>;

/** From the question to the answer, which is also the walkthrough of the README. */
async function takeRun(page: Page, take: Take): Promise<void> {
  await page.getByRole('heading', { name: 'Try an example' }).waitFor();
  await take('start');
  await page.getByRole('button', { name: TASK, exact: true }).click();
  await page.getByText('In [2]').first().waitFor();
  await take('running');
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 0));
  await take('finished');
  const work = page.getByRole('button', { name: /^Work\b/ });
  await work.click();
  await work.evaluate((line) => line.scrollIntoView());
  await take('notebook');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await take('shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export and share' }).click();
  await take('export');
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 0));
  await take('phone');
  await page.setViewportSize(DESKTOP);
}

async function takeApproval(page: Page, take: Take): Promise<void> {
  await page.goto(new URL('/', link).href);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption('Ask before all code');
  await page.getByRole('button', { name: TASK, exact: true }).click();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await take('approval');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('[data-outcome]').waitFor();
}

/** Code of a person that asks. */
async function takeInput(page: Page, take: Take): Promise<void> {
  const id = await post(page, '/api/sessions', { title: 'How tall?' }, 'id');
  const source = 'height_cm = float(input("Your height in cm? "))\nprint(f"{height_cm / 2.54:.1f} inches")';
  const cellId = await post(page, `/api/sessions/${id}/cells`, { type: 'code', source }, 'cellId');
  await page.goto(new URL(`/sessions/${id}`, link).href);
  await page.getByText('Your height').first().waitFor();
  await post(page, `/api/sessions/${id}/cells/${cellId}/execute`, {});
  await page.getByRole('textbox', { name: 'Your height in cm?' }).waitFor();
  await take('input');
  await page.keyboard.type('172');
  await page.keyboard.press('Enter');
  await page.getByText('67.7 inches').waitFor();
}

async function takeGallery(page: Page, take: Take): Promise<void> {
  const id = await post(page, '/api/sessions/import?name=outputs.ipynb', GALLERY, 'id');
  await page.goto(new URL(`/sessions/${id}`, link).href);
  await page.setViewportSize({ width: DESKTOP.width, height: 1600 });
  await page.getByText('Gentoo').first().waitFor();
  await take('outputs');
  await page.setViewportSize(DESKTOP);
}

/** The dialog that makes a link, and what a person with that link sees. */
async function takeShared(page: Page, take: Take): Promise<void> {
  await page.getByRole('button', { name: 'Export and share' }).click();
  await page.getByRole('button', { name: /^Share a link/ }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const address = page.getByRole('textbox', { name: 'The link' });
  await address.waitFor();
  await take('share');
  const guest = await page.context().newPage();
  await guest.goto(await address.inputValue());
  await take('shared', guest);
  await guest.close();
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
