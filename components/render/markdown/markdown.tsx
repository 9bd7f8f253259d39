import { lazy, memo, Suspense } from 'react';
import { hasMath, prepareMath } from '../../../lib/util/prepare-math.ts';
import styles from './markdown.module.css';
import type { PreparedMarkdownProps } from './plain-markdown.tsx';

// Loaded with the first text: its parser is a fifth of what the page would load.
const PlainMarkdown = lazy(async () => {
  try {
    return { default: (await import('./plain-markdown.tsx')).PlainMarkdown };
  } catch {
    return { default: SourceText };
  }
});

// KaTeX is half of the page's weight, and most notebooks have no formula.
const MathMarkdown = lazy(async () => {
  try {
    return { default: (await import('./math-markdown.tsx')).MathMarkdown };
  } catch {
    // The connection broke: show formulas as source until the next visit, rather than no page.
    return { default: SourceText };
  }
});

// Loaded with the first text that could hold up the page.
const WithinBudget = lazy(async () => {
  try {
    return { default: (await import('../budget/within-budget.tsx')).WithinBudget };
  } catch {
    return { default: SourceText };
  }
});
/** So much text without a formula is drawn at once, whatever it is. */
const QUICK_CHARACTERS = 500;

/** Markdown from a model or an output: no raw HTML, no remote images, formulas when there are any. */
export const Markdown = memo(function Markdown(props: PreparedMarkdownProps) {
  const { text } = props;
  const drawn = <QuickMarkdown {...props} />;
  if (text.length <= QUICK_CHARACTERS && !text.includes('\\')) return drawn;
  return (
    <Suspense fallback={<SourceText text={text.slice(0, 10 * QUICK_CHARACTERS)} />}>
      <WithinBudget mimeType="text/markdown" text={text} length={text.length}>
        {drawn}
      </WithinBudget>
    </Suspense>
  );
});

function QuickMarkdown({ text, ...rest }: PreparedMarkdownProps) {
  const prepared = prepareMath(text);
  const source = <SourceText text={prepared} />;
  const plain = (
    <Suspense fallback={source}>
      <PlainMarkdown {...rest} text={prepared} />
    </Suspense>
  );
  if (!hasMath(prepared)) return plain;
  return (
    <Suspense fallback={plain}>
      <MathMarkdown {...rest} text={prepared} />
    </Suspense>
  );
}

/** The source text, while the parser loads: of its marks, those of code are the most frequent. */
function SourceText({ text }: PreparedMarkdownProps) {
  const parts = text.split(/`([^`\n]+)`/);
  return (
    <div className={`${styles.markdown} ${styles.source}`}>
      {parts.map((part, at) =>
        at % 2 === 0 ? part : <code key={parts.slice(0, at).join('`')}>{part}</code>,
      )}
    </div>
  );
}
