/** The elements that Markdown can become. The text is untrusted: nothing here loads or runs anything. */

import { Children, type ComponentProps, isValidElement, type ReactNode, useContext } from 'react';
import type { Components } from 'react-markdown';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import styles from './markdown.module.css';
import { QuantityMark } from './quantity-mark.tsx';
import { SuggestionContext } from './suggestion-context.ts';

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:'];
const INLINE_IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,/;

/** Words for what Markdown may not show. */
const MARKDOWN_TEXTS = {
  hiddenImage: (alt: string) => (alt ? `Image: ${alt}` : 'Image not shown'),
} as const;

/** Keeps web and mail addresses and inline images; everything else becomes empty. */
export function toSafeUrl(url: string): string {
  return INLINE_IMAGE.test(url) || isLinkable(url) ? url : '';
}

function isLinkable(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && LINK_PROTOCOLS.includes(parsed.protocol);
}

function Link({ href, children }: ComponentProps<'a'>) {
  if (!href || !isLinkable(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}

/** A remote image could leak the answer to its host, so only inline images are shown. */
function Image({ src, alt }: ComponentProps<'img'>) {
  if (typeof src === 'string' && INLINE_IMAGE.test(src)) return <img src={src} alt={alt ?? ''} />;
  return <span className={styles.missingImage}>{MARKDOWN_TEXTS.hiddenImage(alt ?? '')}</span>;
}

function Table(props: ComponentProps<'table'>) {
  return (
    <ScrollBox className={styles.tableScroll}>
      <table>{props.children}</table>
    </ScrollBox>
  );
}

/** A question, and what it is read as. */
const QUOTED = /^["“]([^"“”]{3,300})["”](?: (→ .+))?$/;

/** A list item that is only a quoted question becomes a button that asks it; how it is read may follow an arrow. */
function Item({ children }: ComponentProps<'li'>) {
  const take = useContext(SuggestionContext);
  const [, question, reading] = QUOTED.exec(toText(children).trim()) ?? [];
  if (!take || question === undefined) return <li>{children}</li>;
  return (
    <li>
      <TextButton data-content onClick={() => take(question)}>
        {question}
      </TextButton>
      {reading !== undefined && ` ${reading}`}
    </li>
  );
}

/** Text with its marked numbers; empty where there is anything else. */
function toText(children: ReactNode): string {
  const parts = Children.toArray(children).map((part) => {
    const isMark = isValidElement<ComponentProps<'mark'>>(part) && part.type === QuantityMark;
    return isMark ? part.props.children : part;
  });
  return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('') : '';
}

function Pre({ children }: ComponentProps<'pre'>) {
  const code = toCode(children);
  return <CodeBlock source={code.source} language={code.language} />;
}

function toCode(children: unknown): { source: string; language: string } {
  const props = typeof children === 'object' && children !== null && 'props' in children && children.props;
  if (typeof props !== 'object' || props === null) return { source: '', language: '' };
  const source = 'children' in props && typeof props.children === 'string' ? props.children : '';
  const names = 'className' in props && typeof props.className === 'string' ? props.className : '';
  return { source: source.replace(/\n$/, ''), language: /language-([\w+-]+)/.exec(names)?.[1] ?? '' };
}

export const MARKDOWN_ELEMENTS: Components = {
  a: Link,
  img: Image,
  li: Item,
  mark: QuantityMark,
  pre: Pre,
  table: Table,
};
