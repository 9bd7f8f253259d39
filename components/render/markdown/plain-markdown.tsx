import type { Element, Root } from 'hast';
import ReactMarkdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { type MarkedSpan, markQuantities } from './mark-quantities.ts';
import styles from './markdown.module.css';
import { MARKDOWN_ELEMENTS, toSafeUrl } from './markdown-elements.tsx';

export interface PreparedMarkdownProps {
  text: string;
  /** The level of its highest headings: one below the heading above it. Default 2, under the page's title. */
  headingLevel?: number;
  /** Of the quantities that a QuantityContext tells more of. Default: none. */
  spans?: readonly MarkedSpan[];
}

interface PlainMarkdownProps extends PreparedMarkdownProps {
  remarkPlugins?: Options['remarkPlugins'];
  rehypePlugins?: NonNullable<Options['rehypePlugins']>;
}

const NO_SPANS: readonly MarkedSpan[] = [];
const GFM: Options['remarkPlugins'] = [remarkGfm];

/** GitHub-flavored Markdown with the page's own links, images, tables and code blocks. */
export function PlainMarkdown({
  text,
  headingLevel: level = 2,
  spans = NO_SPANS,
  remarkPlugins = GFM,
  rehypePlugins = [],
}: PlainMarkdownProps) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={[
          ...rehypePlugins,
          [nestHeadings, { level }],
          [markQuantities, { source: text, spans }],
        ]}
        components={MARKDOWN_ELEMENTS}
        urlTransform={toSafeUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

/**
 * The headings of a text as headings under the page's own: none skips a level, however they were written.
 * `level`: the level of the highest headings. Their original level is kept in `data-depth`, which styles them.
 */
export function nestHeadings({ level }: { level: number }): (tree: Root) => void {
  return (tree) => {
    const above: number[] = [];
    for (const heading of listHeadings(tree)) {
      const depth = Number(heading.tagName.slice(1));
      while ((above.at(-1) ?? 0) >= depth) above.pop();
      above.push(depth);
      heading.tagName = `h${Math.min(6, level + above.length - 1)}`;
      heading.properties.dataDepth = depth;
    }
  };
}

function listHeadings(node: Root | Element): Element[] {
  return node.children.flatMap((child): Element[] => {
    if (child.type !== 'element') return [];
    return /^h[1-6]$/.test(child.tagName) ? [child] : listHeadings(child);
  });
}
