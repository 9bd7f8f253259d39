/** Prints the exported page, which has all cells and none of the app's controls, from a hidden frame. */
import { AppError } from '../../../lib/util/app-error.ts';
import { EXPORT_TEXTS } from './export-texts.ts';

/** Resolves when the browser's print dialog has opened. */
export async function printNotebook(url: string): Promise<void> {
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
  frame.srcdoc = html;
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    document.body.append(frame);
  });
  // In a browser that does not send this event, the frame stays until the next print.
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true });
  frame.contentWindow?.print();
}

const FRAME_ID = 'print-frame';
