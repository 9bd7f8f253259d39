import ReactMarkdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';
import { MARKDOWN_ELEMENTS, toSafeUrl } from './markdown-elements.tsx';

export interface PreparedMarkdownProps {
  text: string;
  remarkPlugins?: Options['remarkPlugins'];
  rehypePlugins?: Options['rehypePlugins'];
}

const GFM: Options['remarkPlugins'] = [remarkGfm];

/** GitHub-flavoured Markdown with the page's own links, images, tables and code blocks. */
export function PlainMarkdown({ text, remarkPlugins = GFM, rehypePlugins }: PreparedMarkdownProps) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        components={MARKDOWN_ELEMENTS}
        urlTransform={toSafeUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
