/**
 * A reply that is still arriving, as Markdown: `<execute>` becomes a Python block, open until it is closed,
 * and the beginning of a tag at the very end is held back so that it does not flash.
 */
export function toDraftMarkdown(reply: string): string {
  return reply
    .replace(/<\/?[a-z]{0,7}$/i, '')
    .replaceAll(/<execute>\s*?\n?/gi, '\n\n```python\n')
    .replaceAll(/\n?<\/execute>/gi, '\n```\n');
}
