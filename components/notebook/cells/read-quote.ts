/** What the user selected in the outputs of a cell. */
export interface Quote {
  readonly cellId: string;
  /** Shortened when it is very long. */
  readonly text: string;
  /** Where the selection is in the view, CSS pixels. */
  readonly place: DOMRect;
}

/** Longest quotation, characters: the cell is shown to the model too. */
const MAX_LENGTH = 2_000;

/** Null unless there is text selected, all of it in the outputs of one cell. */
export function readQuote(): Quote | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const node = range.commonAncestorContainer;
  const element = node instanceof Element ? node : node.parentElement;
  const cellId = element?.closest('[data-outputs]')?.closest<HTMLElement>('[data-cell-id]')?.dataset.cellId;
  if (cellId === undefined) return null;
  const text = selection.toString().trim().slice(0, MAX_LENGTH);
  return text === '' ? null : { cellId, text, place: range.getBoundingClientRect() };
}
