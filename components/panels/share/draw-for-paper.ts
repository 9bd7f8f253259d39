/**
 * Pictures of the charts of a page that runs no script: each is drawn by its library in a sandboxed frame of the app, in light
 * colors and as wide as paper, and only the checked picture goes into the page.
 */
import { type ChartViewer, VIEWER_SCRIPTS } from '../../../lib/notebook/chart-viewers.ts';
import { hearFrame, toDrawMessage } from '../../render/output/frame/frame-messages.ts';
import { type ImageFormat, isImageUrl } from '../../render/output/frame/save-image.ts';
import { postToFrame } from '../../render/output/frame/use-frame.ts';
import { readTheme } from '../../ui/theme.ts';

/** Of A4 between usual margins. */
const WIDTH_PX = 660;
const HEIGHT_PX = 420;
/** Of a chart at first: one that takes longer is drawn after all others. */
const FIRST_TIMEOUT_MS = 10_000;
/** Of all charts. What is not drawn by then is printed as its words and table. */
const TIMEOUT_MS = 60_000;

/**
 * Changes `page`, as `lib/export/html/export-html.ts` writes it. Resolves when all is drawn, or its time is up. Calls
 * `onSlow` before it waits for charts that take long.
 */
export async function drawForPaper(page: Document, onSlow: () => void): Promise<void> {
  const end = AbortSignal.timeout(TIMEOUT_MS);
  const slow: HTMLElement[] = [];
  for (const figure of page.querySelectorAll<HTMLElement>('figure.chart')) {
    const first = AbortSignal.timeout(FIRST_TIMEOUT_MS);
    const isDrawn = await draw(figure, AbortSignal.any([end, first]));
    if (!isDrawn && first.aborted) slow.push(figure);
  }
  if (slow.length > 0 && !end.aborted) onSlow();
  for (const figure of slow) await draw(figure, end);
}

/** Returns whether it is drawn. */
async function draw(figure: HTMLElement, end: AbortSignal): Promise<boolean> {
  const chart = readChart(figure);
  if (!chart || end.aborted) return false;
  const url = await drawPicture(chart, end);
  if (url !== null) await addPicture(figure, url, chart.title);
  return url !== null;
}

interface PageChart {
  viewer: ChartViewer;
  source: string;
  title: string;
}

function readChart(figure: Element): PageChart | null {
  const { viewer, source, title } = JSON.parse(figure.querySelector(':scope > script')?.textContent ?? '{}');
  const isKnown = typeof viewer === 'string' && Object.hasOwn(VIEWER_SCRIPTS, viewer);
  return isKnown && typeof source === 'string'
    ? { viewer: viewer as ChartViewer, source, title: String(title) }
    : null;
}

/** Null when it cannot be drawn, or not in time. */
async function drawPicture({ viewer, source }: PageChart, end: AbortSignal): Promise<string | null> {
  const holder = document.createElement('div');
  // Within the window: a browser does not draw what is outside of it.
  holder.style.cssText =
    'position: fixed; inset: 0; overflow: hidden; visibility: hidden; pointer-events: none';
  holder.inert = true;
  const frame = document.createElement('iframe');
  frame.title = 'Chart';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.src = '/frame/viewer.html';
  frame.style.cssText = `border: 0; width: ${WIDTH_PX}px; height: ${HEIGHT_PX}px`;
  holder.append(frame);
  document.body.append(holder);
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let format: ImageFormat = 'png';
  const stop = hearFrame(
    frame,
    ({ kind, formats, url }) => {
      if (kind === 'ready')
        postToFrame(frame, { ...toDrawMessage(viewer, source), ...readTheme(frame, 'light') });
      else if (kind === 'drawn') {
        format = Array.isArray(formats) && formats.includes('svg') ? 'svg' : 'png';
        postToFrame(frame, { kind: 'save', format });
      } else if (kind === 'image') resolve(isImageUrl(url, format) ? url : null);
    },
    () => resolve(null),
  );
  const giveUp = () => resolve(null);
  end.addEventListener('abort', giveUp);
  try {
    return await promise;
  } finally {
    end.removeEventListener('abort', giveUp);
    stop();
    holder.remove();
  }
}

async function addPicture(figure: HTMLElement, url: string, title: string): Promise<void> {
  const image = figure.ownerDocument.createElement('img');
  image.className = 'paper';
  image.alt = title;
  image.src = url;
  const isReadable = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isReadable) return;
  // A bitmap has a pixel for each of the screen's.
  if (!url.startsWith('data:image/svg')) image.width = Math.round(image.naturalWidth / devicePixelRatio);
  figure.append(image);
}
