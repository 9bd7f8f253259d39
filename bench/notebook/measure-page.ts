/** Opens a long notebook in a page and measures what a person waits for. The same for every subject. */
import type { Browser, Page } from 'playwright-core';

export interface NotebookPage {
  url: string;
  /** What is set before the page is opened, such as a login. */
  prepare?: (page: Page) => Promise<void>;
  /** CSS selector of the element that scrolls; of the first that matches. */
  scroller: string;
  /** CSS selector of a cell that is drawn, not only given its place. */
  drawnCell: string;
  /** Text of the first and of the last cell. */
  firstText: string;
  lastText: string;
}

export interface PageFigures {
  /** From the start of navigation until the first cell is in view with its text. */
  firstCellsMs: number;
  /** Longest task of the page until it was calm after opening. */
  openTaskMs: number;
  heapOpenMb: number;
  nodesOpen: number;
  /** From a jump to the end until the last cell is in view with its text. */
  jumpMs: number;
  /** A height of the view a frame, from the first cell to the last. */
  scrollMs: number;
  scrollFrames: number;
  /** Longest task, and longest time between two frames, on that way. */
  scrollTaskMs: number;
  scrollFrameMs: number;
  /** Part of the frames on that way in whose midst a drawn cell was, 0 to 1. */
  drawnShare: number;
  heapEndMb: number;
  nodesEnd: number;
}

const VIEWPORT = { width: 1280, height: 900 };
const TIMEOUT_MS = 120_000;
const MAX_MEASURE_MS = 600_000;
/** A page without a long task for so long is calm. */
const CALM_MS = 1_500;

export async function measurePage(browser: Browser, notebook: NotebookPage): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  // What is waited for may never come: then the page is closed, and the wait fails.
  const timer = setTimeout(() => void context.close(), MAX_MEASURE_MS);
  await notebook.prepare?.(page);
  await page.addInitScript(watchTasks);
  await page.goto(notebook.url, { waitUntil: 'commit' });
  const firstCellsMs = await page.evaluate(waitForText, { ...pick(notebook), text: notebook.firstText });
  const openTaskMs = await page.evaluate(waitForCalm, CALM_MS);
  const opened = await readMemory(page);
  const scrolled = await page.evaluate(scrollThrough, { ...pick(notebook), text: notebook.lastText });
  const scrollTaskMs = await page.evaluate(waitForCalm, CALM_MS);
  const ended = await readMemory(page);
  await page.reload({ waitUntil: 'commit' });
  await page.evaluate(waitForText, { ...pick(notebook), text: notebook.firstText });
  await page.evaluate(waitForCalm, CALM_MS);
  const jumpMs = await page.evaluate(jumpToEnd, { ...pick(notebook), text: notebook.lastText });
  clearTimeout(timer);
  await context.close();
  return {
    firstCellsMs,
    openTaskMs,
    heapOpenMb: opened.heapMb,
    nodesOpen: opened.nodes,
    jumpMs,
    ...scrolled,
    scrollTaskMs,
    heapEndMb: ended.heapMb,
    nodesEnd: ended.nodes,
  };
}

function pick({ scroller, drawnCell }: NotebookPage) {
  return { scroller, drawnCell };
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

// What follows runs in the page, each function by itself.

interface InPage {
  scroller: string;
  drawnCell: string;
  text: string;
}

function watchTasks(): void {
  const tasks: { start: number; duration: number }[] = [];
  Reflect.set(window, 'longTasks', tasks);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
}

/** Resolves to the time since navigation when a drawn cell in view has the text. */
function waitForText({ drawnCell, text }: InPage): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(drawnCell)].some((cell) => {
        const { top, bottom, height } = cell.getBoundingClientRect();
        const isInView = height > 0 && bottom > 0 && top < innerHeight;
        return isInView && cell.textContent.includes(text);
      });
      // What was laid out in this frame is on the screen in the next.
      if (isThere) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Resolves to the longest task since the last call; 0 when none took 50 ms. */
function waitForCalm(calmMs: number): Promise<number> {
  return new Promise((resolve) => {
    const since = performance.now();
    const tasks = Reflect.get(window, 'longTasks') as { start: number; duration: number }[];
    const look = () => {
      const last = tasks.at(-1);
      const quietSince = Math.max(since, last ? last.start + last.duration : 0);
      if (performance.now() - quietSince < calmMs) return setTimeout(look, 100);
      const longest = Math.max(0, ...tasks.map(({ duration }) => duration));
      tasks.length = 0;
      return resolve(longest);
    };
    look();
  });
}

function scrollThrough({ scroller, drawnCell, text }: InPage) {
  const element = document.querySelector(scroller);
  if (!element) throw new Error(`Nothing matches ${scroller}.`);
  const startedAt = performance.now();
  const found = { scrollMs: 0, scrollFrames: 0, scrollFrameMs: 0, drawnShare: 0 };
  let drawn = 0;
  let lastAt = startedAt;
  const isAtEnd = () =>
    [...document.querySelectorAll(drawnCell)].some(
      (cell) => cell.getBoundingClientRect().top < innerHeight && cell.textContent.includes(text),
    );
  return new Promise<typeof found>((resolve) => {
    const step = () => {
      const now = performance.now();
      found.scrollFrames += 1;
      found.scrollFrameMs = Math.max(found.scrollFrameMs, now - lastAt);
      lastAt = now;
      const middle = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
      if (middle.some((each) => each.closest(drawnCell))) drawn += 1;
      if (isAtEnd()) {
        found.scrollMs = now - startedAt;
        found.drawnShare = drawn / found.scrollFrames;
        return resolve(found);
      }
      element.scrollTop += element.clientHeight;
      return requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

function jumpToEnd({ scroller, drawnCell, text }: InPage): Promise<number> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error(`Nothing matches ${scroller}.`);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(drawnCell)].some((cell) => {
        const { top, height } = cell.getBoundingClientRect();
        return height > 0 && top < innerHeight && cell.textContent.includes(text);
      });
      if (isThere) return resolve(performance.now() - startedAt);
      element.scrollTop = element.scrollHeight;
      return requestAnimationFrame(look);
    };
    look();
  });
}
