import type { Quantity } from '../../quantities/finding/quantity.ts';

/** Links and images, whose texts hold no other link, definitions of links, formulas, and code. */
const UNTOUCHED = [
  /!?\[(?:[^[\]\\]|\\.)*\](?:\([^)\n]*\)|\[[^\]\n]*\])?/g,
  /^ {0,3}\[[^\]\n]+\]:.*$/gm,
  /(?<!\\)\$\$[^$]+\$\$|(?<![\\$])\$(?!\s)[^$\n]*(?<!\s)\$(?!\d)/g,
  /\\\([^)]*\\\)|\\\[[^\]]*\\\]/g,
  /(?:```|~~~)[\s\S]*?(?:```|~~~|$)|(`+)[^`]+\1/g,
];

/** The Markdown of an answer in which each number that an output says is a link to the cell of its first source. */
export function linkAnswer(
  markdown: string,
  quantities: readonly Quantity[],
  toAddress: (cellId: string) => string,
): string {
  const untouched = UNTOUCHED.flatMap((pattern) =>
    [...markdown.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  );
  let linked = '';
  let at = 0;
  for (const { start: begin, end, sources } of quantities) {
    const [source] = sources;
    // An escape belongs to what it escapes.
    const start = markdown[begin - 1] === '\\' ? begin - 1 : begin;
    const isFree =
      start >= at &&
      markdown[start - 1] !== '!' &&
      !untouched.some(({ from, to }) => start < to && end > from);
    if (!source || !isFree) continue;
    linked += `${markdown.slice(at, start)}[${markdown.slice(start, end)}](${toAddress(source.cellId)})`;
    at = end;
  }
  return linked + markdown.slice(at);
}
