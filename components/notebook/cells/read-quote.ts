/** What the user selected in the outputs of a cell. */
export interface Quote {
  readonly cellId: string;
  /** Shortened when it is very long. */
  readonly text: string;
  /** Where the selection is in the view, CSS pixels. */
  readonly place: { readonly left: number; readonly bottom: number };
}

/** Longest quotation, characters: the cell is shown to the model too. */
const MAX_LENGTH = 2_000;

const SELECTED = 'iframe[data-selection]';

/** Null unless there is text selected, all of it in the outputs of one cell. */
export function readQuote(): Quote | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return readFrameQuote();
  const range = selection.getRangeAt(0);
  const node = range.commonAncestorContainer;
  const cellId = findCellId(node instanceof Element ? node : node.parentElement);
  const text = selection.toString().trim().slice(0, MAX_LENGTH);
  return cellId === undefined || text === '' ? null : { cellId, text, place: range.getBoundingClientRect() };
}

/** What is selected in a frame, as `use-frame.ts` keeps it. */
function readFrameQuote(): Quote | null {
  const frame = document.querySelector<HTMLElement>(SELECTED);
  const cellId = findCellId(frame);
  if (!frame || cellId === undefined) return null;
  const { selection: text = '', selectionPlace = '' } = frame.dataset;
  const [left = 0, bottom = 0] = selectionPlace.split(' ').map(Number);
  const { x, y } = frame.getBoundingClientRect();
  return { cellId, text, place: { left: x + left, bottom: y + bottom } };
}

export function forgetFrameQuote(): void {
  document.querySelector(SELECTED)?.removeAttribute('data-selection');
}

function findCellId(element: Element | null): string | undefined {
  return element?.closest('[data-outputs]')?.closest<HTMLElement>('[data-cell-id]')?.dataset.cellId;
}
