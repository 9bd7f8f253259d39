/** The built app with a scripted model in a browser, each state of which is taken at three widths and shown to axe. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Frame, type Page } from 'playwright-core';
import { launchApp } from '../../test/helpers/app/app.ts';
import {
  promptMessages,
  type ScriptedReply,
  startModelServer,
} from '../../test/helpers/model/model-server.ts';
import { findAccessibilityFaults } from '../../test/helpers/page/browser.ts';
import { findChromium } from '../../test/helpers/page/find-chromium.ts';

const WIDTHS_PX = [390, 1280, 1920];
/** What is wrong on a wider screen is wrong on one of these. */
const WIDTHS_OF_AXE_PX = [390, 1280];
const HEIGHT_PX = 860;
/** How long a state may take to come, milliseconds. */
const TIMEOUT_MS = 60_000;
/** How long the page may take to have its width, or a frame its colors. */
const SETTLE_TIMEOUT_MS = 5_000;
/** What a model writes in place of the steps that no longer fit. */
const SUMMARY =
  'The user wants all parts read. **Parts 0 to 3** are in `part_0` to `part_3`; the rest is left to do.';

/** Pictures go to the folder, and what is wrong to its `faults.txt` as it is found. */
export async function openTour(folder: string) {
  mkdirSync(folder, { recursive: true });
  let faultCount = 0;
  function report(fault: string): void {
    faultCount += 1;
    appendFileSync(join(folder, 'faults.txt'), `${fault}\n`);
  }
  /** What the model says next. */
  const script: (string | ScriptedReply)[] = [];
  const model = await startModelServer((request) => {
    const isSummary = promptMessages(request)[0]?.text.startsWith('You keep the notes') === true;
    return isSummary ? SUMMARY : (script.shift() ?? 'Nothing is left to say.');
  });
  const home = await mkdtemp(join(tmpdir(), 'actbook-states-'));
  const settings = { OPENAI_BASE_URL: model.baseUrl, ACTBOOK_MODEL: 'scripted' };
  const { ready, kill } = launchApp({ home, env: settings });
  const app = await ready;
  const browser = await chromium.launch(findChromium());
  const context = await browser.newContext({ viewport: { width: 1280, height: HEIGHT_PX } });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(app.loginUrl);

  /** Takes one part of the tour; what it does not reach is a fault, with a picture of where it stopped. */
  async function visit(name: string, takePart: () => Promise<void>): Promise<void> {
    await page.setViewportSize({ width: 1280, height: HEIGHT_PX });
    try {
      await takePart();
    } catch (error) {
      report(`${name}: ${String(error)}`);
      await page.screenshot({ path: join(folder, `failed-${name}.png`) });
    }
  }

  /** Ends app and browser; resolves to the number of faults. */
  async function close(): Promise<number> {
    await browser.close();
    await kill('SIGTERM');
    await model.close();
    await rm(home, { recursive: true, force: true });
    return faultCount;
  }

  const take = (name: string, shown: Page = page, prepare?: () => Promise<void>) =>
    takeState(shown, { name, folder, report, prepare });
  return { app, context, page, script, modelUrl: model.baseUrl, visit, close, take };
}

interface State {
  name: string;
  folder: string;
  report: (fault: string) => void;
  /** Opens again what a narrow window has closed. */
  prepare: (() => Promise<void>) | undefined;
}

/** One state: how it looks, what is wider than the window, and what axe says. */
async function takeState(page: Page, { name, folder, report, prepare }: State): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await prepare?.();
    const widthPx = await settleWidth(page, width);
    if (widthPx > width) report(`${name}: ${widthPx} px wide in a window of ${width} px`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await Promise.all(page.frames().map((frame) => waitForScheme(frame, colorScheme)));
      const path = join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
    if (!WIDTHS_OF_AXE_PX.includes(width)) continue;
    for (const fault of await findAccessibilityFaults(page)) report(`${name} at ${width} px: ${fault}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: HEIGHT_PX });
  process.stdout.write(`${name}\n`);
}

/** A layer moves shortly after the window is resized. Resolves to the width of the page, pixels. */
async function settleWidth(page: Page, widthPx: number): Promise<number> {
  await page
    .waitForFunction((wanted) => document.documentElement.scrollWidth <= wanted, widthPx, {
      timeout: SETTLE_TIMEOUT_MS,
    })
    .catch(() => {});
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** A frame applies a new theme shortly after the page does. */
async function waitForScheme(frame: Frame, scheme: string): Promise<void> {
  await frame
    .waitForFunction((wanted) => ['', wanted].includes(document.documentElement.style.colorScheme), scheme, {
      timeout: SETTLE_TIMEOUT_MS,
    })
    .catch(() => {});
}
