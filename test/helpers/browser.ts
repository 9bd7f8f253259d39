/** A real Chromium, closed when the test ends. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findChromium } from './find-chromium.ts';

/** How long a page may take to show what a test waits for, milliseconds: machines differ. */
const TIMEOUT_MS = 60_000;

/** Opens an empty page. `CHROMIUM` names the browser when it is in none of the usual places. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await openKillablePage(options)).page;
}

/** Also gives the means to end the whole browser without a word, as a crash would. */
export async function openKillablePage(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; kill: () => Promise<void> }> {
  const server = await chromium.launchServer(findChromium());
  onTestFinished(() => server.kill());
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { page: await context.newPage(), kill: () => server.kill() };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens the start page by its login link. Drawn on the server, it takes the focus once it listens. */
export async function openStartPage(page: Page, { loginUrl }: { loginUrl: string }): Promise<void> {
  await page.goto(loginUrl);
  await page.locator('textarea:focus').waitFor();
}

/** Presses a key twice, without waiting in between for a page that may be busy. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'keyDown' | 'keyUp') =>
    session.send('Input.dispatchKeyEvent', { type, key, ...(type === 'keyDown' ? { text: key } : {}) });
  await Promise.all([send('keyDown'), send('keyUp'), send('keyDown'), send('keyUp')]);
  await session.detach();
}

/** Opens a panel of the sidebar. */
export const openPanel = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click();

/** What axe finds wrong with the page, one line each. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // Colours and opacity on their way are nobody's fault.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  // As an expression, because the page's policy refuses a foreign script element.
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Drops a file somewhere on the page, as from a file manager. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.content], file.name));
      return transfer;
    },
    { name, content },
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

/** Unfolds what finished runs fold away below their answers. */
export async function unfoldWork(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: /^Work\b/, expanded: false });
  await folded.first().waitFor();
  for (let left = await folded.count(); left > 0; left--) await folded.first().click();
}
