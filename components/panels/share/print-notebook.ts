/** Prints the exported page, which has all cells and none of the app's controls, from a hidden frame. */
import { AppError } from '../../../lib/util/app-error.ts';
import { drawForPaper } from './draw-for-paper.ts';
import { EXPORT_TEXTS } from './export-texts.ts';

/** Resolves when the browser's print dialog has opened. Calls `onSlow` before it waits for charts that take long. */
export async function printNotebook(url: string, onSlow: () => void): Promise<void> {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new AppError('internal', EXPORT_TEXTS.printFailed);
  const html = await response.text();
  document.getElementById(FRAME_ID)?.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.title = EXPORT_TEXTS.printFrame;
  frame.hidden = true;
  frame.tabIndex = -1;
  // With our origin, because we call its `print`; without scripts, as its own policy says too.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.srcdoc = dropScripts(html);
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    document.body.append(frame);
  });
  if (frame.contentDocument) await drawForPaper(frame.contentDocument, onSlow);
  // In a browser that does not send this event, the frame stays until the next print.
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true });
  frame.contentWindow?.print();
}

/** Without what draws charts in a page by itself: nothing runs here, and this page draws them. Data of charts stays. */
function dropScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll('script:not([type="application/json"])')) script.remove();
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

const FRAME_ID = 'print-frame';
