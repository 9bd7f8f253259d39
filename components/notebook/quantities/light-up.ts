import { setHighlight } from '../../ui/text/highlights.ts';

const NAME = 'quantity-source';
/** A cell that is unfolded for it is drawn within this. */
const MAX_WAIT_MS = 10_000;
const PAUSE_MS = 100;
const MAX_RANGES = 1000;
const SHOWN_MS = 4000;

/** Marks a text in the outputs of a cell for some seconds, as soon as it is drawn, and brings it in sight. */
export function lightUp(cellId: string, text: string): void {
  // A browser without this feature shows the cell, and not the place in it.
  if (!('highlights' in CSS)) return;
  setHighlight(NAME, []);
  const startedAt = performance.now();
  const look = () => {
    const ranges = findRanges(cellId, text);
    if (ranges.length === 0) {
      if (performance.now() - startedAt < MAX_WAIT_MS) setTimeout(look, PAUSE_MS);
      return;
    }
    setHighlight(NAME, ranges);
    const lit = CSS.highlights.get(NAME);
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    setTimeout(() => CSS.highlights.get(NAME) === lit && setHighlight(NAME, []), SHOWN_MS);
  };
  requestAnimationFrame(look);
}

/** Of the whole text in what the cell shows, not of longer numbers that it is a part of. */
function findRanges(cellId: string, text: string): Range[] {
  const row = document.getElementById(cellId);
  if (!row || text === '') return [];
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX_RANGES; node = walker.nextNode()) {
    const value = node.nodeValue ?? '';
    if (!node.parentElement?.closest('[data-outputs]') || node.parentElement.closest('details')) continue;
    for (let at = value.indexOf(text); at >= 0; at = value.indexOf(text, at + 1)) {
      if (
        PART_BEFORE.test(value.slice(Math.max(0, at - 2), at)) ||
        PART_AFTER.test(value.slice(at + text.length, at + text.length + 2))
      )
        continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Of a longer word or number. */
const PART_BEFORE = /(?:[\p{L}\d]|\d[.,])$/u;
const PART_AFTER = /^(?:[\p{L}\d]|[.,]\d)/u;
