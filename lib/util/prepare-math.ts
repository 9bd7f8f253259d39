/**
 * Makes the mathematics of model-written Markdown readable for remark-math: `\(…\)` and `\[…\]` become
 * dollars, and a dollar that is money is escaped. Pandoc's rule tells them apart: an opening dollar is
 * followed by no space, a closing one follows no space and precedes no digit.
 */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
const DISPLAY_OR_INLINE = /(\$\$[\s\S]+?\$\$|(?<![\\$\w])\$(?![\s$])(?:\\.|[^\\$\n])*?(?<!\s)\$(?![\d$]))/;

export function prepareMath(markdown: string): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : prepareProse(part)))
    .join('');
}

/** Whether text prepared by {@link prepareMath} holds a formula. */
export function hasMath(prepared: string): boolean {
  return prepared.split(CODE).some((part, index) => index % 2 === 0 && DISPLAY_OR_INLINE.test(part));
}

/** A formula begins at the last opening before its end: looking for an end from every opening takes forever. */
function prepareProse(prose: string): string {
  return prose
    .replaceAll(/\\\[((?:(?!\\\[)[\s\S])+?)\\\]/g, (_, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replaceAll(/\\\(((?:(?!\\\()[\s\S])+?)\\\)/g, (_, formula: string) => `$${formula.trim()}$`)
    .split(DISPLAY_OR_INLINE)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/(?<!\\)\$/g, '\\$')))
    .join('');
}
