import { lazy, memo, Suspense } from 'react';
import { hasMath, prepareMath } from '../../lib/util/prepare-math.ts';
import { PlainMarkdown, type PreparedMarkdownProps } from './plain-markdown.tsx';

// KaTeX is half of the page's weight, and most notebooks have no formula.
const MathMarkdown = lazy(async () => {
  try {
    return { default: (await import('./math-markdown.tsx')).MathMarkdown };
  } catch {
    // The connection broke meanwhile: formulas as text until the next visit, rather than no page.
    return { default: PlainMarkdown };
  }
});

/** Markdown from a model or an output: no raw HTML, no remote images, formulas when there are any. */
export const Markdown = memo(function Markdown({ text }: PreparedMarkdownProps) {
  const prepared = prepareMath(text);
  const plain = <PlainMarkdown text={prepared} />;
  if (!hasMath(prepared)) return plain;
  return (
    <Suspense fallback={plain}>
      <MathMarkdown text={prepared} />
    </Suspense>
  );
});
