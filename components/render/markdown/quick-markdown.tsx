import { hasHtml } from '../../../lib/util/has-html.ts';
import { hasMath, prepareMath } from '../../../lib/util/prepare-math.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { PlainMarkdown, type PreparedMarkdownProps } from './plain-markdown.tsx';

// KaTeX is half of the page's weight, and most notebooks have no formula.
const MathMarkdown = createLate(
  async () => (await import('./math-markdown.tsx').catch(() => null))?.MathMarkdown ?? PlainMarkdown,
  PlainMarkdown,
);

// The parser of HTML is as heavy as that of Markdown, and few texts have any.
const HtmlMarkdown = createLate(
  async () => (await import('./html-markdown.tsx').catch(() => null))?.HtmlMarkdown ?? PlainMarkdown,
  PlainMarkdown,
);

/** Markdown that takes no time to draw. */
export function QuickMarkdown({ text, ...rest }: PreparedMarkdownProps) {
  const prepared = prepareMath(text);
  const Drawn = hasHtml(prepared) ? HtmlMarkdown : hasMath(prepared) ? MathMarkdown : PlainMarkdown;
  return <Drawn {...rest} text={prepared} />;
}
