/**
 * Takes the pictures of this folder anew, of a running app without notebooks:
 *
 *   ACTBOOK_HOME=$(mktemp -d) npm start        # prints the link
 *   node docs/screens/take-screens.ts <link> [<path of Chromium>]
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const TASK = 'How are bill length and bill depth correlated, overall and per species?';
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'];
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

const [link = '', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ colorScheme, viewport: DESKTOP, deviceScaleFactor: 1 });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Try an example' }).waitFor();
  await take(page, `start-${colorScheme}`);

  await page.getByRole('button', { name: TASK, exact: true }).click();
  await page.getByText('In [2]').waitFor();
  await take(page, `running-${colorScheme}`);

  await page.locator('[data-outcome="answered"]').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
  await take(page, `finished-${colorScheme}`);
  const work = page.getByRole('button', { name: /^Work\b/ });
  await work.click();
  await work.evaluate((line) => line.scrollIntoView());
  await take(page, `notebook-${colorScheme}`);

  await page.setViewportSize(PHONE);
  await page.getByRole('region', { name: 'Answer' }).scrollIntoViewIfNeeded();
  await take(page, `phone-${colorScheme}`);

  if (colorScheme === 'light') await takeApproval(page);
  await context.close();
}
await browser.close();

async function takeApproval(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto(new URL('/', link).href);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption('Ask before all code');
  await page.getByRole('button', { name: TASK, exact: true }).click();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.click();
  await page.getByText('Approved by you.').waitFor();
  await approve.waitFor();
  await take(page, 'approval-light');
  await page.getByRole('button', { name: 'Stop' }).click();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`), animations: 'disabled' });
}
