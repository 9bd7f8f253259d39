import type { FrameMessage } from './frame-messages.ts';

/** Longest text, characters: the same for what is selected in the page. */
const MAX_LENGTH = 2_000;

/**
 * Keeps the text that is selected in a frame as attributes of its element, where the notebook reads it (`read-quote.ts`):
 * `data-selection`, and `data-selection-place` as its left and bottom in the frame, pixels. A frame is believed only while
 * the user is in it: what it sends otherwise would offer a question that nobody asked for.
 */
export function noteSelection(frame: HTMLIFrameElement, { text, left, bottom }: FrameMessage): void {
  const isPlaced = typeof left === 'number' && typeof bottom === 'number';
  const selected = typeof text === 'string' ? text.slice(0, MAX_LENGTH).trim() : '';
  if (selected !== '' && isPlaced && document.activeElement === frame) {
    forgetSelections(frame);
    frame.dataset.selection = selected;
    frame.dataset.selectionPlace = `${clamp(left, frame.clientWidth)} ${clamp(bottom, frame.clientHeight)}`;
  } else delete frame.dataset.selection;
  document.dispatchEvent(new Event('frame-selection'));
}

/** Of all frames but one: each document has a selection of its own, and the last one counts. */
function forgetSelections(kept: HTMLIFrameElement): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-selection]'))
    if (frame !== kept) delete frame.dataset.selection;
}

function clamp(position: number, most: number): number {
  return Math.round(Math.min(Math.max(position, 0), most)) || 0;
}
