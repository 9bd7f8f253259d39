/** A real Chromium, which all tests of a worker share: each has a profile of its own, which is closed when it ends. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import { withLimit } from '../with-limit.ts';
import { keepForWorker } from '../worker-processes.ts';
import { findChromium } from './find-chromium.ts';

/** How long a page may take to show what a test waits for, milliseconds: machines differ. */
const TIMEOUT_MS = 60_000;

/** How much of a page is printed when its test has failed: its end, characters. */
const MAX_SHOWN_LENGTH = 3_000;

let shared: Promise<Browser> | null = null;

async function launchShared(): Promise<Browser> {
  const server = await chromium.launchServer(findChromium());
  const browser = server.process();
  keepForWorker(browser, () => browser.kill('SIGKILL'));
  return chromium.connect(server.wsEndpoint());
}

/** Opens an empty page. `CHROMIUM` names the browser when it is in none of the usual places. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  shared ??= launchShared();
  const browser = await withLimit(shared, TIMEOUT_MS, 'The browser did not start');
  const context = await withLimit(openContext(browser, options), TIMEOUT_MS, 'No new profile of the browser');
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await showPages(context);
    await context.close();
  });
  return withLimit(context.newPage(), TIMEOUT_MS, 'No new page of the browser');
}

/** Prints what the pages of a test that failed said at its end. */
async function showPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const text = page.locator('body').innerText({ timeout: 5_000 });
    const shown = await text.catch((error: Error) => `not readable: ${error.message}`);
    console.warn(`The page ${page.url()} at the end:\n${shown.slice(-MAX_SHOWN_LENGTH)}`);
  }
}

/** In a browser of its own, with the means to end it without a word, as a crash would. */
export async function openKillablePage(): Promise<{ page: Page; kill: () => Promise<void> }> {
  const server = await chromium.launchServer(findChromium());
  onTestFinished(() => server.kill());
  const context = await openContext(await chromium.connect(server.wsEndpoint()), {});
  return { page: await context.newPage(), kill: () => server.kill() };
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  // A page without some of its code or styles fails somewhere else: this says why.
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left aborts what it was loading.
    if (request.url().includes('/_next/static/') && reason !== 'net::ERR_ABORTED')
      console.warn('Not loaded:', request.url(), reason);
  });
  return context;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Without drawing the start page, which a person would see then. */
export async function logIn(page: Page, { loginUrl }: { loginUrl: string }): Promise<void> {
  await page.request.get(loginUrl, { maxRedirects: 0 });
}

/** Opens the start page by its login link. Drawn on the server, it takes the focus once it listens. */
export async function openStartPage(page: Page, { loginUrl }: { loginUrl: string }): Promise<void> {
  await page.goto(loginUrl);
  await page.locator('textarea:focus').waitFor();
}

/** The whole page as it is, into the folder that ACTBOOK_SCREENS names, if it does. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.ACTBOOK_SCREENS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** As {@link keepScreenshot}, of what is in view, in both themes; the page is in the light one then. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  await waitForOpening(page);
  const folder = process.env.ACTBOOK_SCREENS;
  for (const colorScheme of folder ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme });
    if (folder) await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}

/** Presses a key twice, without waiting in between for a page that may be busy. */
export const pressTwice = (page: Page, key: string): Promise<void> => pressQuickly(page, [key, key]);

/** Presses keys one after the other, as somebody does who types faster than the page draws. */
export async function pressQuickly(page: Page, keys: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'keyDown' | 'keyUp', key: string) => {
    const text = type === 'keyDown' && key.length === 1 ? { text: key } : {};
    return session.send('Input.dispatchKeyEvent', { type, key, ...text });
  };
  await Promise.all(keys.flatMap((key) => [send('keyDown', key), send('keyUp', key)]));
  await session.detach();
}

/** Opens a panel of the sidebar. */
export const openPanel = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click();

/** The narrowest screen that a page must fit, CSS pixels: WCAG 2.2, reflow. */
const NARROWEST_PX = 320;

/** What a width can change: sizes, what scrolls, and names whose words are shown where there is room. All others would only take time. */
const RULES_OF_WIDTH = ['target-size', 'scrollable-region-focusable', 'button-name', 'link-name', 'label'];

/** What is wrong with this state of the page for some people, one line each: in both themes and on the narrowest screen. */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const wasStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  // What begins to change its color while it is looked at has its last color at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    return await findFaults(page);
  } finally {
    await page.emulateMedia({ reducedMotion: wasStill ? 'reduce' : null });
  }
}

/** For a page whose content is there: it cannot be seen before all of it is. */
export const waitForOpening = (page: Page): Promise<void> =>
  page.locator('[data-opening]').waitFor({ state: 'detached' });

async function findFaults(page: Page): Promise<string[]> {
  await waitForOpening(page);
  const before = page.viewportSize();
  const wasDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const faults = await runAxe(page, 'as it is', { 'target-size': { enabled: true } });
  faults.push(...(await findPointerOnly(page)));
  // Of a theme there are only colors to see.
  await page.emulateMedia({ colorScheme: wasDark ? 'light' : 'dark' });
  faults.push(...(await runAxe(page, 'in the other theme', ['color-contrast'])));
  await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' });
  if (!before) return faults;
  await page.setViewportSize({ ...before, width: NARROWEST_PX });
  // What measures itself does so in the next frame, of which a tab that is not in front has none.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, 500);
      }),
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > NARROWEST_PX) faults.push(`${NARROWEST_PX} px: the page is ${width} px wide`);
  if (before.width === NARROWEST_PX) return faults;
  faults.push(...(await runAxe(page, `${NARROWEST_PX} px`, RULES_OF_WIDTH)));
  await page.setViewportSize(before);
  return faults;
}

/** `rules`: the only ones, or what is other than axe has it, such as the rule of WCAG 2.2, which is off unless it is asked for. */
async function runAxe(page: Page, where: string, rules: string[] | Record<string, { enabled: boolean }>) {
  // Colors and opacity on their way are nobody's fault. Waited for, they would never arrive in a tab that is not in front.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
  // As an expression, because the page's policy refuses a foreign script element.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const choice = Array.isArray(rules) ? { runOnly: rules } : { rules };
  const options = { resultTypes: ['violations'], iframes: false, elementRef: true, ...choice };
  const faults = await page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(${listFaults})`,
  );
  return faults.map((fault) => `${where}: ${fault}`);
}

interface Violation {
  id: string;
  nodes: { html: string; element: Element }[];
}

/**
 * Runs in the page. A box that scrolls, in a cell far from the view, is measured once it comes near; a button that lies
 * under the question field, once it is scrolled from there.
 */
function listFaults({ violations }: { violations: Violation[] }): string[] {
  const isWhole = (element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    // Inside of round corners.
    const points = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
    return (
      Math.min(width, height) >= 24 &&
      points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
    );
  };
  return violations.flatMap(({ id, nodes }) => {
    const isFaulty = ({ element }: Violation['nodes'][number]) => {
      if (id === 'target-size') return !isWhole(element);
      return id !== 'scrollable-region-focusable' || element.checkVisibility({ contentVisibilityAuto: true });
    };
    const faulty = nodes.filter(isFaulty);
    return faulty.length === 0 ? [] : [`${id}: ${faulty.map(({ html }) => html).join(' | ')}`];
  });
}

/** Drops a file somewhere on the page, as from a file manager. */
export const dropFile = (page: Page, name: string, content: string) => dropFiles(page, { [name]: content });

/** As {@link dropFile}: several at once, by name. */
export async function dropFiles(page: Page, files: Record<string, string>): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const [name, content] of Object.entries(dropped)) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

/** Unfolds what finished runs fold away below their answers. */
export async function unfoldWork(page: Page): Promise<void> {
  // It stays open for a user who was reading above the end of the run, as on a slow page.
  await page
    .getByRole('button', { name: /^Work\b/ })
    .first()
    .waitFor();
  const folded = page.getByRole('button', { name: /^Work\b/, expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** What invites a pointer (its cursor says so) and cannot be reached by keyboard, one line each. */
function findPointerOnly(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reachable =
      'button, a[href], input, select, textarea, summary, label, [tabindex], [contenteditable="true"]';
    /** Arrow keys lead from one part of these to the next. */
    const composite =
      '[role="menu"], [role="listbox"], [role="grid"], [role="treegrid"], [role="tree"], [role="tablist"], [role="radiogroup"], [role="toolbar"]';
    const inviting = ['pointer', 'grab', 'zoom-in', 'col-resize', 'row-resize'];
    const cursorOf = (element: Element) => getComputedStyle(element).cursor;
    const isInviting = (element: Element) =>
      inviting.includes(cursorOf(element)) &&
      (!element.parentElement || cursorOf(element.parentElement) !== cursorOf(element));
    const isReachable = (element: Element) => {
      if (element.closest(composite)) return true;
      const place = element.closest(reachable);
      return place !== null && !place.matches('[tabindex="-1"]');
    };
    // React Aria draws it, unseen, on both sides of a layer, for screen readers; others have Escape.
    const isDismiss = (element: Element) => element.matches('button[aria-label="Dismiss"]');
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && isInviting(element))
      .filter((element) => !isReachable(element) && !isDismiss(element))
      .map((element) => `pointer only: ${element.outerHTML.slice(0, 120)}`);
  });
}
