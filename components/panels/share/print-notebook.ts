/** Prints the exported page, which has all cells and nothing of the app, from a frame that is never seen. */
import { AppError } from '../../../lib/util/app-error.ts';

/** Resolves when the browser's print dialog was opened. */
export async function printNotebook(url: string): Promise<void> {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok)
    throw new AppError('internal', 'The notebook could not be made ready for printing. Try again.');
  const html = await response.text();
  document.getElementById(FRAME_ID)?.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.title = 'The notebook as it is printed';
  frame.hidden = true;
  frame.tabIndex = -1;
  // Of our own origin so that it can be told to print; without scripts, as its own policy says too.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.srcdoc = html;
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    document.body.append(frame);
  });
  // A browser that does not tell keeps it until the next time.
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true });
  frame.contentWindow?.print();
}

const FRAME_ID = 'print-frame';
