import { memo } from 'react';
import { createLate } from '../../ui/layers/create-late.tsx';
import styles from './markdown.module.css';
import type { PreparedMarkdownProps } from './plain-markdown.tsx';

// Loaded with the first text: its parser is a fifth of what the page would load. Where the connection breaks, the source is
// shown until the next visit, rather than no page.
const QuickMarkdown = createLate(
  async () => (await import('./quick-markdown.tsx').catch(() => null))?.QuickMarkdown ?? SourceText,
  SourceText,
);

// Loaded with the first text that could hold up the page.
const BudgetedMarkdown = createLate(
  async () => {
    const loaded = await import('../budget/within-budget.tsx').catch(() => null);
    if (!loaded) return SourceText;
    return function BudgetedMarkdown(props: PreparedMarkdownProps) {
      const { text } = props;
      return (
        <loaded.WithinBudget mimeType="text/markdown" text={text} length={text.length}>
          <QuickMarkdown {...props} />
        </loaded.WithinBudget>
      );
    };
  },
  ({ text }: PreparedMarkdownProps) => <SourceText text={text.slice(0, 10 * QUICK_CHARACTERS)} />,
);
/** So much text without a formula is drawn at once, whatever it is. */
const QUICK_CHARACTERS = 500;

/** Markdown from a model or an output: nothing in it loads or runs; formulas and HTML when there are any. */
export const Markdown = memo(function Markdown(props: PreparedMarkdownProps) {
  const { text } = props;
  const isQuick = text.length <= QUICK_CHARACTERS && !text.includes('\\');
  return isQuick ? <QuickMarkdown {...props} /> : <BudgetedMarkdown {...props} />;
});

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
