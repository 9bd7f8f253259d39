import type { Root } from 'hast';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import type { Options } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import { MathMarkdown } from './math-markdown.tsx';
import type { PreparedMarkdownProps } from './plain-markdown.tsx';

/** What GitHub shows of HTML in Markdown, without what has addresses besides links and images: those are checked later. */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^(?:language-.|math-)/]],
    img: ['src', 'alt', 'width', 'height'],
  },
  // These go with the text in them.
  strip: ['script', 'style', 'template', 'title', 'noscript'],
  protocols: { ...defaultSchema.protocols, src: ['data'] },
};

const BEFORE: NonNullable<Options['rehypePlugins']> = [
  rehypeRaw,
  () => (tree: Root) => sanitize(tree, SCHEMA) as Root,
];

/** Markdown with HTML in it, of which only what cannot load or run anything is drawn. Loaded only when there is some. */
export function HtmlMarkdown(props: PreparedMarkdownProps) {
  return <MathMarkdown {...props} before={BEFORE} />;
}
