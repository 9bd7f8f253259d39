import { CODE } from './prepare-math.ts';

/** What is nested deeper than a few thousand is deeper than the stack of what draws it. */
const MAX_DEPTH = 500;
const MARK = /<!--|<\/?[a-z][^<>]*>/gi;
const VOID = /^<(?:br|hr|img|input|wbr|col)\b/i;

/** Whether Markdown holds HTML outside of code that can be drawn. What is nested too deeply is better shown as text. */
export function hasHtml(markdown: string): boolean {
  let depth = 0;
  let deepest = 0;
  let found = false;
  for (const [index, part] of markdown.split(CODE).entries()) {
    if (index % 2 === 1) continue;
    for (const [tag] of part.matchAll(MARK)) {
      found = true;
      if (tag.startsWith('</')) depth--;
      else if (!tag.startsWith('<!') && !VOID.test(tag)) depth++;
      deepest = Math.max(deepest, depth);
    }
  }
  return found && deepest <= MAX_DEPTH;
}
