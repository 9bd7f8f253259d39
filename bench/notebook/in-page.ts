/** What the benches run in the page, each function by itself: none may use another or anything around it. */

export interface InPage {
  scroller: string;
  drawnCell: string;
  text: string;
}

/** Keeps the browser's reports of long tasks and of slow keys in `window`. */
export function watchPage(): void {
  const tasks: { start: number; duration: number }[] = [];
  const keys: number[] = [];
  Reflect.set(window, 'longTasks', tasks);
  Reflect.set(window, 'slowKeys', keys);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  const options = { type: 'event', durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration);
  }).observe(options);
}

/** Resolves to the time since navigation when a drawn cell in view has the text. */
export function waitForText({ drawnCell, text }: InPage): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(drawnCell)].some((cell) => {
        const { top, bottom, height } = cell.getBoundingClientRect();
        const isInView = height > 0 && bottom > 0 && top < innerHeight;
        return isInView && cell.checkVisibility({ checkOpacity: true }) && cell.textContent.includes(text);
      });
      // What was laid out in this frame is on the screen in the next.
      if (isThere) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  });
}

export interface Calm {
  /** A page without a long task for so long is calm. */
  calmMs: number;
  /** One that is not is waited for no longer. */
  maxMs: number;
}

/** The longest task since the last call, 0 when none took 50 ms, and when the last one ended, counted from navigation. */
export function waitForCalm({ calmMs, maxMs }: Calm): Promise<{ longestMs: number; calmAtMs: number }> {
  return new Promise((resolve) => {
    const since = performance.now();
    const tasks = Reflect.get(window, 'longTasks') as { start: number; duration: number }[];
    const look = () => {
      const now = performance.now();
      const last = tasks.at(-1);
      const calmAtMs = Math.max(since, last ? last.start + last.duration : 0);
      if (now - calmAtMs < calmMs && now - since < maxMs) return setTimeout(look, 100);
      const longestMs = Math.max(0, ...tasks.map(({ duration }) => duration));
      tasks.length = 0;
      return resolve({ longestMs, calmAtMs });
    };
    look();
  });
}

interface Scroll extends InPage {
  /** Heights of the view a frame. */
  step: number;
  /** It ends after so many or so long, or when a drawn cell in view has the text. */
  maxFrames: number;
  maxMs: number;
}

interface ScrollFigures {
  /** Whether the text was met. */
  isAtEnd: boolean;
  ms: number;
  /** Times between two frames: the longest, and that of which 5 in 100 are longer. */
  longestFrameMs: number;
  slowFrameMs: number;
  blankFrames: number;
}

export function scrollThrough(scroll: Scroll): Promise<ScrollFigures> {
  const { scroller, drawnCell, text, step, maxFrames, maxMs } = scroll;
  const element = document.querySelector(scroller);
  if (!element) throw new Error(`Nothing matches ${scroller}.`);
  const startedAt = performance.now();
  const frames: number[] = [];
  let blankFrames = 0;
  let lastAt = startedAt;
  const readDrawnPx = () => {
    let drawnPx = 0;
    for (const cell of document.querySelectorAll(drawnCell)) {
      const { top, bottom } = cell.getBoundingClientRect();
      drawnPx += Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    }
    return drawnPx;
  };
  const findEnd = () =>
    [...document.querySelectorAll(drawnCell)].slice(-5).some((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && cell.textContent.includes(text);
    });
  return new Promise((resolve) => {
    const advance = () => {
      const now = performance.now();
      frames.push(now - lastAt);
      lastAt = now;
      const isAtEnd = findEnd();
      if (isAtEnd || frames.length > maxFrames || now - startedAt > maxMs) {
        frames.sort((a, b) => a - b);
        const slowFrameMs = frames[Math.floor(frames.length * 0.95)] ?? Number.NaN;
        const longestFrameMs = frames.at(-1) ?? Number.NaN;
        return resolve({ isAtEnd, ms: now - startedAt, longestFrameMs, slowFrameMs, blankFrames });
      }
      element.scrollTop += element.clientHeight * step;
      // What is there now is what this frame shows.
      if (readDrawnPx() < innerHeight / 2) blankFrames += 1;
      return requestAnimationFrame(advance);
    };
    requestAnimationFrame(advance);
  });
}

export function goToStart({ scroller }: InPage): void {
  document.querySelector(scroller)?.scrollTo({ top: 0 });
}

/** Goes to the end, again while the page grows, and resolves to how long that took. */
export function jumpToEnd({ scroller, drawnCell, text }: InPage): Promise<number> {
  const element = document.querySelector(scroller);
  if (!element) throw new Error(`Nothing matches ${scroller}.`);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(drawnCell)].slice(-5).some((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > 0 && top < innerHeight && cell.textContent.includes(text);
      });
      if (isThere) return requestAnimationFrame(() => resolve(performance.now() - startedAt));
      element.scrollTop = element.scrollHeight;
      return requestAnimationFrame(look);
    };
    look();
  });
}

/** Whether the first such prompt in the cell, `[1]` or `In [1]`, has its number. */
export function hasEnded(cell: Node): boolean {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const inside = /\[(\*|\d+|\s*)\]/.exec(walker.currentNode.nodeValue?.slice(0, 20) ?? '')?.[1];
    if (inside !== undefined) return /\d/.test(inside);
  }
  return false;
}
