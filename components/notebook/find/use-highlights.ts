import { useEffect, useRef } from 'react';
import { findText, type TextMatch, type TextQuery } from '../../../lib/session/find/find-text.ts';
import { setHighlight } from '../../ui/text/highlights.ts';

const ALL = 'find-all';
const CURRENT = 'find-current';
const GAP_PX = 12;

/** Marks the matches in the cells that are drawn, also those drawn later, without changing the page. */
export function useHighlights(
  query: TextQuery,
  matches: readonly TextMatch[],
  current: TextMatch | null,
): void {
  const revealedRef = useRef('');
  useEffect(() => {
    // A browser without this feature shows the cell of a match, and not its place.
    if (!('highlights' in CSS)) return;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const ranges = listRanges(query, matches);
      const now = ranges.find(({ match }) => match === current)?.range;
      setHighlight(
        ALL,
        ranges.map(({ range }) => range),
      );
      setHighlight(CURRENT, now ? [now] : []);
      // Once: output that arrives while the user reads elsewhere makes new matches of the same.
      const place = current ? `${current.cellId} ${current.from} ${current.to}` : '';
      if (!now || revealedRef.current === place) return;
      revealedRef.current = place;
      revealRange(now);
    };
    const drawLater = () => {
      frame ||= requestAnimationFrame(draw);
    };
    drawLater();
    const observer = new MutationObserver(drawLater);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      setHighlight(ALL, []);
      setHighlight(CURRENT, []);
    };
  }, [query, matches, current]);
}

/** Scrolls found text into view: in the boxes around it, and in the page, between the bar above and the dock below. */
function revealRange(range: Range): void {
  const parent = range.startContainer.parentElement;
  for (let box = parent; box && box !== document.body; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll|hidden/.test(getComputedStyle(box).overflowY))
      scrollWithin(box, range);
  }
  const { top, bottom } = range.getBoundingClientRect();
  const bar = document.querySelector('search')?.getBoundingClientRect().bottom ?? 0;
  const dock = document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? innerHeight;
  if (top >= bar + GAP_PX && bottom <= dock - GAP_PX) return;
  scrollBy({ top: (top + bottom - bar - dock) / 2, behavior: 'instant' });
}

function scrollWithin(box: Element, range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) box.scrollTop += (top + bottom - view.top - view.bottom) / 2;
}

interface FoundRange {
  match: TextMatch;
  range: Range;
}

function listRanges(query: TextQuery, matches: readonly TextMatch[]): FoundRange[] {
  const byCell = Map.groupBy(matches, ({ cellId }) => cellId);
  return [...byCell].flatMap(([cellId, ofCell]) => {
    const row = document.getElementById(cellId);
    if (!row?.hasAttribute('data-drawn')) return [];
    const find = (element: Element | null, wanted: readonly TextMatch[]) =>
      element
        ? toRanges(element, wanted, findText([{ id: cellId, source: element.textContent ?? '' }], query))
        : [];
    const own = ofCell.filter(({ isOutput }) => !isOutput);
    const ofOutputs = ofCell.filter(({ isOutput }) => isOutput);
    const inOutputs = ofOutputs.length > 0 ? find(row.querySelector('[data-outputs]'), ofOutputs) : [];
    const code = row.querySelector('pre > code');
    if (code) return [...toRanges(code, own, own), ...inOutputs];
    // What is drawn of Markdown, and of the lines of an editor, is not its source: the places are those of the drawn text.
    return [...find(row.querySelector('.cm-content') ?? row, own), ...inOutputs];
  });
}

function toRanges(
  element: Element,
  matches: readonly TextMatch[],
  places: readonly TextMatch[],
): FoundRange[] {
  const nodes: { node: Node; start: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let length = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: length });
    length += node.nodeValue?.length ?? 0;
  }
  const find = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  return matches.flatMap((match, index) => {
    const place = places[index];
    if (!place || place.to > length) return [];
    const [from, to] = [find(place.from), find(place.to - 1)];
    if (!from || !to) return [];
    const range = new Range();
    range.setStart(from.node, place.from - from.start);
    range.setEnd(to.node, place.to - to.start);
    return [{ match, range }];
  });
}
