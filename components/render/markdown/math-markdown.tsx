import 'katex/dist/katex.min.css';
import type { Element, Root } from 'hast';
import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { markDisplayMath } from '../../../lib/util/mark-display-math.ts';
import { PlainMarkdown, type PreparedMarkdownProps } from './plain-markdown.tsx';

const REMARK: Options['remarkPlugins'] = [remarkGfm, remarkMath, markDisplayMath];
// The limits keep a hostile formula from covering the page or using up the processor.
const REHYPE: NonNullable<Options['rehypePlugins']> = [
  [rehypeKatex, { trust: false, maxExpand: 1000, maxSize: 20, errorColor: 'currentColor' }],
  letKeysScroll,
];

interface MathMarkdownProps extends PreparedMarkdownProps {
  /** Plugins that prepare the elements in which formulas are. Default: none. */
  before?: NonNullable<Options['rehypePlugins']>;
}

const NOTHING: NonNullable<Options['rehypePlugins']> = [];

/** Markdown with formulas. Loaded only when there are some. */
export function MathMarkdown({ before = NOTHING, ...props }: MathMarkdownProps) {
  return <PlainMarkdown {...props} remarkPlugins={REMARK} rehypePlugins={[...before, ...REHYPE]} />;
}

/** A plugin of rehype: a displayed formula may be wider than the page. It scrolls, by keys as well. */
function letKeysScroll() {
  return function visit({ children }: Root | Element): void {
    for (const child of children) {
      if (child.type !== 'element') continue;
      const names = String(child.properties.className);
      if (names === 'katex-display') child.properties.tabIndex = 0;
      if (!names.startsWith('katex')) visit(child);
    }
  };
}
