import type { Quantity } from '../../quantities/finding/quantity.ts';

/** Existing links, whose texts hold no other. */
const LINK = /!?\[(?:[^[\]\\]|\\.)*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g;

/** The Markdown of an answer in which each number that an output says is a link to the cell of its first source. */
export function linkAnswer(
  markdown: string,
  quantities: readonly Quantity[],
  toAddress: (cellId: string) => string,
): string {
  const links = [...markdown.matchAll(LINK)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  let linked = '';
  let at = 0;
  for (const { start, end, sources } of quantities) {
    const [source] = sources;
    const isInLink = links.some(({ from, to }) => start < to && end > from);
    if (!source || start < at || isInLink) continue;
    linked += `${markdown.slice(at, start)}[${markdown.slice(start, end)}](${toAddress(source.cellId)})`;
    at = end;
  }
  return linked + markdown.slice(at);
}
