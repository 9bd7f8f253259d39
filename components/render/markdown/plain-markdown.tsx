import ReactMarkdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { type MarkedSpan, markQuantities } from './mark-quantities.ts';
import styles from './markdown.module.css';
import { MARKDOWN_ELEMENTS, toSafeUrl } from './markdown-elements.tsx';
import { nestHeadings } from './nest-headings.ts';

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
