/**
 * Makes the mathematics of model-written Markdown readable for remark-math: `\(…\)` and `\[…\]` become
 * dollars, and a dollar that is money is escaped. Pandoc's rule tells them apart: an opening dollar is
 * followed by no space, a closing one follows no space and precedes no digit.
 */
export const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
const DISPLAY_OR_INLINE = /(\$\$[\s\S]+?\$\$|(?<![\\$\w])\$(?![\s$])(?:\\.|[^\\$\n])*?(?<!\s)\$(?![\d$]))/;

export function prepareMath(markdown: string, dollar = '\\$'): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : prepareProse(part, dollar)))
    .join('');
}

/** Whether text prepared by {@link prepareMath} holds a formula. */
export function hasMath(prepared: string): boolean {
  return prepared.split(CODE).some((part, index) => index % 2 === 0 && DISPLAY_OR_INLINE.test(part));
}

/** What may be drawn as formulas of text prepared by {@link prepareMath}: with one of them, dollars in what only looks like code too. */
export function listFormulas(prepared: string): string[] {
  const formulas: string[] = [];
  const code: string[] = [];
  for (const [index, part] of prepared.split(CODE).entries()) {
    if (index % 2 === 1) code.push(part);
    else formulas.push(...part.split(DISPLAY_OR_INLINE).filter((_, at) => at % 2 === 1));
  }
  if (formulas.length === 0) return [];
  const dollars = code.filter((part) => part.includes('$'));
  return [...formulas, ...dollars.map((part) => part.slice(part.indexOf('$')))];
}

/** A formula begins at the last opening before its end: looking for an end from every opening takes forever. */
function prepareProse(prose: string, dollar: string): string {
  return prose
    .replaceAll(/\\\[((?:(?!\\\[)[\s\S])+?)\\\]/g, (_, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replaceAll(/\\\(((?:(?!\\\()[\s\S])+?)\\\)/g, (_, formula: string) => `$${formula.trim()}$`)
    .split(DISPLAY_OR_INLINE)
    .map((part, index, parts) =>
      index % 2 === 0
        ? part.replaceAll(/(?<!\\)\\?\$/g, () => dollar)
        : fenceLines(part, parts[index - 1] ?? ''),
    )
    .join('');
}

/** Where `$$` begins a line, Markdown takes the rest of that line as a name: the formula gets lines of its own. */
function fenceLines(formula: string, before: string): string {
  const indent = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
  if (indent === undefined || !formula.startsWith('$$') || !formula.includes('\n')) return formula;
  if (/^\$\$[ \t]*\n/.test(formula) && /\n[ \t]*\$\$$/.test(formula)) return formula;
  return `$$\n${indent}${formula.slice(2, -2).trim()}\n${indent}$$\n`;
}
