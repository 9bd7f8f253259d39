/** Source as HTML: Python colored by the parser that the page uses, other languages plain. */
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';
import { escapeHtml } from './escape-html.ts';

/** Longer cells stay plain: nobody reads their colors. */
const MAX_LENGTH = 100_000;

export function renderCode(source: string, language: string): string {
  if (language !== 'python' || source.length > MAX_LENGTH) return escapeHtml(source);
  const parts: string[] = [];
  highlightCode(
    source,
    parser.parse(source),
    classHighlighter,
    (text, classes) =>
      parts.push(classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`),
    () => parts.push('\n'),
  );
  return parts.join('');
}
