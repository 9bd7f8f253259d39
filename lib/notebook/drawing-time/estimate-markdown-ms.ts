/**
 * About how long a page takes to parse and draw Markdown. Linear in its length, and never far below the truth: parsers
 * take time that grows with the square of the marks in a paragraph, the depth of a list, and the length of a word.
 */
import { listFormulas, prepareMath } from '../../util/prepare-math.ts';

// Measured in Chromium (decision 42).
const MS_PER_CHARACTER = 0.0015;
/** Longer texts are not read. */
const MAX_CHARACTERS = 500_000;
const MS_PER_LINE = 0.1;
const MS_PER_ITEM = 0.5;
const MS_PER_MARK = 0.02;
/** For each pair of tags: elements that are left open begin again in every paragraph. */
const MS_PER_TAGS_SQUARED = 0.000_17;
/** For each pair of marks in one paragraph. */
const MS_PER_MARKS_SQUARED = 0.00017;
const MS_PER_TABLE_MARK = 0.04;
const MS_PER_INDENT_SQUARED = 0.000_025;
const MS_PER_FORMULA_CHARACTER = 0.08;
const MS_PER_FORMULA = 0.3;
/** A word that is wider than the page is broken line by line. */
const MS_PER_WORD_LENGTH_SQUARED = 0.000_000_8;

/** An item that begins with one mark, or with a number. */
const ITEM = /^[\t >]*(?:[-+*]|\d{1,9}[.)])(?:[\t ]|$)/;
const INDENT = /^[\t >+*-]*/;
const TAG = /<[a-z/!]/gi;
const MARKS = /[*_~[\]`<&]/g;
const LONG_WORD = /\S{1000,}/g;
/** A picture in the text: its address is not shown as a word. */
const PICTURE = /!\[[^[\]\n]{0,1000}\]\(data:image\/[a-z]+;base64,[A-Za-z0-9+/=]{1000,}\)/g;
const MACRO = /\\(?:[egx]?def|(?:future)?let|(?:re|provide)?newcommand|providecommand)(?![a-z])/i;
/** How often KaTeX expands macros: `maxExpand` of the page. */
const MAX_EXPANSIONS = 1000;

export function estimateMarkdownMs(text: string): number {
  if (text.length > MAX_CHARACTERS) return Number.POSITIVE_INFINITY;
  const tags = text.match(TAG)?.length ?? 0;
  let ms = text.length * MS_PER_CHARACTER + tags ** 2 * MS_PER_TAGS_SQUARED + estimateFormulasMs(text);
  let marks = 0;
  for (const line of text.replaceAll(PICTURE, toPlaceholder).split(/\r\n?|\n/)) {
    if (/^[\t ]*$/.test(line)) {
      ms += marks ** 2 * MS_PER_MARKS_SQUARED;
      marks = 0;
      continue;
    }
    const isItem = ITEM.test(line);
    const own = line.match(MARKS)?.length ?? 0;
    const indent = INDENT.exec(line)?.[0].length ?? 0;
    ms += (isItem ? MS_PER_ITEM : MS_PER_LINE) + own * MS_PER_MARK + indent ** 2 * MS_PER_INDENT_SQUARED;
    ms += (line.split('|').length - 1) * MS_PER_TABLE_MARK;
    for (const [word] of line.matchAll(LONG_WORD)) ms += word.length ** 2 * MS_PER_WORD_LENGTH_SQUARED;
    // Each item is a paragraph of its own.
    if (isItem) ms += marks ** 2 * MS_PER_MARKS_SQUARED;
    marks = isItem ? own : marks + own;
  }
  return ms + marks ** 2 * MS_PER_MARKS_SQUARED;
}

/** Inside code or HTML, a picture’s address is text. */
function toPlaceholder(picture: string, at: number, text: string): string {
  const start = text.lastIndexOf('\n\n', at) + 1;
  const end = text.indexOf('\n\n', at + picture.length);
  const around = text.slice(start, at) + text.slice(at + picture.length, end < 0 ? text.length : end);
  return /[`<]/.test(around) ? picture : '![]()';
}

function estimateFormulasMs(text: string): number {
  let ms = 0;
  for (const formula of listFormulas(prepareMath(text)))
    ms += MS_PER_FORMULA + countExpanded(formula) * MS_PER_FORMULA_CHARACTER;
  return ms;
}

/** Macros multiply what they hold. */
function countExpanded(formula: string): number {
  if (!MACRO.test(formula)) return formula.length;
  return (formula.length * Math.min(MAX_EXPANSIONS, formula.length)) / 8 + formula.length;
}
