import ReactMarkdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';
import { MARKDOWN_ELEMENTS, toSafeUrl } from './markdown-elements.tsx';
import { nestHeadings } from './nest-headings.ts';

export interface PreparedMarkdownProps {
  text: string;
  /** The level of its highest headings: one below the heading above it. Default 2, under the page's title. */
  headingLevel?: number;
}

interface PlainMarkdownProps extends PreparedMarkdownProps {
  remarkPlugins?: Options['remarkPlugins'];
  rehypePlugins?: NonNullable<Options['rehypePlugins']>;
}

const GFM: Options['remarkPlugins'] = [remarkGfm];

/** GitHub-flavored Markdown with the page's own links, images, tables and code blocks. */
export function PlainMarkdown({
  text,
  headingLevel: level = 2,
  remarkPlugins = GFM,
  rehypePlugins = [],
}: PlainMarkdownProps) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={[...rehypePlugins, [nestHeadings, { level }]]}
        components={MARKDOWN_ELEMENTS}
        urlTransform={toSafeUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
