/** Opens a long notebook in a page and measures what the user waits for. The same for every subject. */
import type { Browser, Page } from 'playwright-core';
import {
  type Calm,
  goToStart,
  hasEnded,
  type InPage,
  jumpToEnd,
  scrollThrough,
  waitForCalm,
  waitForText,
  watchPage,
} from './in-page.ts';

export interface NotebookPage {
  url: string;
  /** What logs the browser in. */
  login: string;
  /** CSS selector of the element that scrolls; of the first that matches. */
  scroller: string;
  /** CSS selector of a cell that is drawn, not only given its place. */
  drawnCell: string;
  /** Opens an empty code editor below the cell that prints, and leaves the cursor there. */
  openEditor(page: Page): Promise<void>;
}

/** Milliseconds, MB and counts. */
export interface Figures {
  /** From the start of navigation until the first cell's text is in view. */
  firstCellsMs: number;
  /** From there too, until the last long task for a while had ended; and the longest until then. */
  calmMs: number;
  openTaskMs: number;
  heapOpenMb: number;
  nodesOpen: number;
  /** A tenth of the view a frame, as the user flings: the frame of which 5 in 100 are longer, and blank frames. */
  flingFrameMs: number;
  flingTaskMs: number;
  flingBlankFrames: number;
  /** A view a frame, from the start to the end. */
  scrollMs: number;
  scrollFrameMs: number;
  scrollTaskMs: number;
  scrollBlankFrames: number;
  heapEndMb: number;
  nodesEnd: number;
  /** From a jump to the end until the last cell is in view. */
  jumpMs: number;
  /** From the first line of the cell that prints until its number is there; absent when that takes over 45 s. */
  streamMs: number;
  streamTaskMs: number;
  /** From a key to the frame that shows its letter: the slowest, and that of which 5 in 100 are slower. */
  slowestKeyMs: number;
  slowKeyMs: number;
}

const VIEWPORT = { width: 1280, height: 900 };
const CALM: Calm = { calmMs: 1_500, maxMs: 20_000 };
/** What takes longer is given up: JupyterLab makes its cells one after the other, and has the last of 1,000 after minutes. */
const MAX_STEP_MS = 360_000;
/** A notebook whose end is not reached by then has no figures of the way there. */
const MAX_SCROLL_MS = 300_000;
const FLING_FRAMES = 300;
/** Typing ends then, also where the page has not shown all that was printed. */
const MAX_STREAM_MS = 45_000;
/** As a quick writer types. */
const KEY_PAUSE_MS = 90;

/** Throws, naming the measure, when one takes more than six minutes. */
async function step<T>(what: string, action: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not done in six minutes`)), MAX_STEP_MS);
  try {
    return await Promise.race([action, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opening, scrolling and jumping, from the first cell's text to the last's. Hands over each figure once it is there. */
export async function measurePage(
  browser: Browser,
  notebook: NotebookPage,
  texts: { first: string; last: string },
  add: (figures: Partial<Figures>) => void,
): Promise<void> {
  const page = await openPage(browser, notebook);
  const { scroller, drawnCell } = notebook;
  const first: InPage = { scroller, drawnCell, text: texts.first };
  const last: InPage = { scroller, drawnCell, text: texts.last };
  await page.goto(notebook.url, { waitUntil: 'commit' });
  add({ firstCellsMs: await step('first cells', page.evaluate(waitForText, first)) });
  const calm = await step('calm after opening', page.evaluate(waitForCalm, CALM));
  add({ openTaskMs: calm.longestMs, calmMs: calm.calmAtMs });
  const opened = await step('memory once open', readMemory(page));
  add({ heapOpenMb: opened.heapMb, nodesOpen: opened.nodes });
  const fling = { ...last, step: 0.1, maxFrames: FLING_FRAMES, maxMs: MAX_SCROLL_MS };
  const flung = await step('a fling', page.evaluate(scrollThrough, fling));
  add({ flingFrameMs: flung.slowFrameMs, flingBlankFrames: flung.blankFrames });
  add({ flingTaskMs: await readLongestTask(page) });
  await page.evaluate(goToStart, first);
  const toEnd = { ...last, step: 1, maxFrames: Infinity, maxMs: MAX_SCROLL_MS };
  const scrolled = await step('scrolling to the end', page.evaluate(scrollThrough, toEnd));
  if (scrolled.isAtEnd) {
    add({ scrollMs: scrolled.ms, scrollFrameMs: scrolled.longestFrameMs });
    add({ scrollBlankFrames: scrolled.blankFrames, scrollTaskMs: await readLongestTask(page) });
    const ended = await step('memory at the end', readMemory(page));
    add({ heapEndMb: ended.heapMb, nodesEnd: ended.nodes });
  }
  // A page that keeps the reader's place must open at the start again.
  await page.evaluate(goToStart, first);
  await page.goto('about:blank');
  await page.goto(notebook.url, { waitUntil: 'commit' });
  await step('opening again', page.evaluate(waitForText, first));
  await readLongestTask(page);
  add({ jumpMs: await step('a jump to the end', page.evaluate(jumpToEnd, last)) });
}

/** Types below a cell that prints. `text` is in that cell, and `output` in what it prints. */
export async function measureStream(
  browser: Browser,
  notebook: NotebookPage,
  { text, output }: { text: string; output: string },
  add: (figures: Partial<Figures>) => void,
): Promise<void> {
  const page = await openPage(browser, notebook);
  const { scroller, drawnCell } = notebook;
  const inPage: InPage = { scroller, drawnCell, text };
  await page.goto(notebook.url, { waitUntil: 'commit' });
  await page.locator(scroller).waitFor();
  await step('the cell that prints', page.evaluate(jumpToEnd, inPage));
  const cell = page.locator(drawnCell).filter({ hasText: text }).last();
  await cell.getByText(text).first().click();
  const cellNode = await cell.elementHandle();
  if (!cellNode) throw new Error('The cell that prints is gone.');
  await readLongestTask(page);
  await page.keyboard.press('Control+Enter');
  await step('the first line', page.evaluate(waitForText, { ...inPage, text: output }));
  const startedAt = performance.now();
  await step('an editor', notebook.openEditor(page));
  await page.evaluate(() => {
    for (const name of ['longTasks', 'slowKeys']) Reflect.get(window, name).length = 0;
  });
  let keyCount = 0;
  const write = async () => {
    for (; performance.now() - startedAt < MAX_STREAM_MS; keyCount += 1) {
      if (await cellNode.evaluate(hasEnded)) return add({ streamMs: performance.now() - startedAt });
      await page.keyboard.type('the frame is large '.charAt(keyCount % 19), { delay: KEY_PAUSE_MS });
    }
  };
  await step('typing', write());
  add({ streamTaskMs: await readLongestTask(page, 3_000) });
  const slowKeys = await page.evaluate(() => Reflect.get(window, 'slowKeys') as number[]);
  // Those of less than 16 ms are not reported.
  const keys = [...Array<number>(Math.max(0, keyCount - slowKeys.length)).fill(16), ...slowKeys];
  keys.sort((a, b) => a - b);
  add({
    slowestKeyMs: keys.at(-1) ?? Number.NaN,
    slowKeyMs: keys[Math.floor(keys.length * 0.95)] ?? Number.NaN,
  });
}

async function openPage(browser: Browser, { login }: NotebookPage): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(MAX_STEP_MS);
  const page = await context.newPage();
  // Beside the page, so that nothing of it is in the browser's caches.
  await context.request.get(login);
  await page.addInitScript(watchPage);
  return page;
}

/** Once the page is calm, or after so long. */
async function readLongestTask(page: Page, maxMs = CALM.maxMs): Promise<number> {
  return (await step('a calm page', page.evaluate(waitForCalm, { ...CALM, maxMs }))).longestMs;
}

async function readMemory(page: Page): Promise<{ heapMb: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  await session.detach();
  return { heapMb: read('JSHeapUsedSize') / 1024 ** 2, nodes: read('Nodes') };
}
