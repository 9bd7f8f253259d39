/** Puts each quantity of a text into an element of its own, which `QuantityMark` draws. */
import type { Element, ElementContent, Root, Text } from 'hast';

export interface MarkedSpan {
  /** UTF-16 offsets into the Markdown. */
  readonly start: number;
  readonly end: number;
}

/** `source`: the Markdown. What reaches beyond its element is marked in each. */
export function markQuantities({ source, spans }: { source: string; spans: readonly MarkedSpan[] }) {
  return (tree: Root): void => {
    if (spans.length > 0) markIn(tree, source, spans);
  };
}

function markIn(parent: Root | Element, source: string, spans: readonly MarkedSpan[]): void {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') children.push(...splitText(child, source, spans));
    else if (child.type !== 'doctype') {
      if (child.type === 'element' && !UNMARKED.has(child.tagName)) markIn(child, source, spans);
      children.push(child);
    }
  }
  parent.children = children;
}

/** Links lead elsewhere already. */
const UNMARKED = new Set(['a', 'code', 'pre']);

function splitText(text: Text, source: string, spans: readonly MarkedSpan[]): ElementContent[] {
  const from = text.position?.start.offset;
  const to = text.position?.end.offset;
  if (from === undefined || to === undefined) return [text];
  const own = spans.flatMap((span, index) =>
    span.start < to && span.end > from ? [{ ...span, index }] : [],
  );
  const places = own.length === 0 ? null : alignText(text.value, source.slice(from, to));
  if (!places) return [text];
  /** Of the first character of the text that is at this place of the source or behind it. */
  const toIndex = (offset: number) => {
    const index = places.findIndex((place) => place >= offset - from);
    return index === -1 ? text.value.length : index;
  };
  const parts: ElementContent[] = [];
  let at = 0;
  for (const { start, end, index } of own) {
    const [first, last] = [toIndex(start), toIndex(end)];
    if (first < at || last <= first) continue;
    if (first > at) parts.push({ type: 'text', value: text.value.slice(at, first) });
    parts.push({
      type: 'element',
      tagName: 'mark',
      properties: { dataQuantity: index },
      children: [{ type: 'text', value: text.value.slice(first, last) }],
    });
    at = last;
  }
  if (at < text.value.length) parts.push({ type: 'text', value: text.value.slice(at) });
  return parts;
}

/**
 * Where each character of a text is in its source, in which escapes have a backslash and lines are indented; null where it
 * is written otherwise, as with entities.
 */
function alignText(text: string, source: string): number[] | null {
  const places: number[] = [];
  let at = 0;
  for (const character of text.split('')) {
    if (source[at] === '\\' && source[at + 1] === character && character !== '\n') at++;
    while (source[at] !== character && (source[at] === ' ' || source[at] === '\t')) at++;
    if (source[at] !== character) return null;
    places.push(at++);
  }
  return places;
}
