/**
 * Writes parsed HTML with what is on these lists and nothing else: no script, no style, no form, no frame, nothing that
 * loads. It is between everything untrusted (outputs, Markdown) and an exported page.
 */
import type { Element, Nodes } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';

const LINK_PROTOCOLS = ['http', 'https', 'mailto'];
/** Addresses of the exported page's own cells. */
const CELL_ADDRESS = /^#cell-[\w-]+$/;
const LINK_TARGET = '_blank';
const LINK_RELATIONS = ['noopener', 'noreferrer', 'nofollow'];
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

const SCHEMA: Schema = {
  tagNames: [
    'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h2 h3 hr i',
    'img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead time tr tt u',
    'ul var wbr',
    'math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover',
    'mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom menclose',
  ].flatMap((line) => line.split(' ')),
  // These go with all that is in them; of other tags that are not on the list, the content stays.
  strip: [
    'script style template iframe object embed noscript svg form select textarea button audio video canvas head title',
    'link meta base annotation annotation-xml',
  ].flatMap((line) => line.split(' ')),
  attributes: {
    '*': 'alt colSpan rowSpan scope start open dateTime title display mathvariant stretchy accent columnalign'.split(
      ' ',
    ),
    a: ['href', ['target', LINK_TARGET], ['rel', ...LINK_RELATIONS]],
    h2: [['className', /^level-[1-6]$/]],
    h3: [['className', /^level-[1-6]$/]],
    img: [['src', INLINE_IMAGE], 'alt'],
  },
  protocols: { href: LINK_PROTOCOLS },
  // All others of the library's defaults are replaced by nothing, too.
  ancestors: {},
  clobber: [],
  clobberPrefix: '',
  required: {},
  allowComments: false,
  allowDoctypes: false,
};

/**
 * Changes the tree it is given.
 *
 * @throws {RangeError} for one that is nested deeper than the stack
 */
export function toSafeHtml(tree: Nodes): string {
  rewrite(tree);
  return toHtml(sanitize(tree, SCHEMA));
}

/** Rewrites elements before the list decides what is kept. */
function rewrite(node: Nodes): void {
  if (node.type === 'element') rewriteElement(node);
  if ('children' in node) for (const child of node.children) rewrite(child);
}

function rewriteElement(element: Element): void {
  const [, level] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (level !== undefined) rewriteHeading(element, Number(level));
  else if (element.tagName === 'a') rewriteLink(element);
  else if (element.tagName === 'img') rewriteImage(element);
  // The corner of a table heads nothing.
  else if (element.tagName === 'th' && element.children.length === 0) element.tagName = 'td';
}

/** Below the page's own title and without gaps, whatever levels a text begins with; it looks as it was meant. */
function rewriteHeading(heading: Element, level: number): void {
  heading.tagName = level <= 3 ? 'h2' : 'h3';
  heading.properties = { className: [`level-${level}`] };
}

/** A relative address leads nowhere from a page that was downloaded. */
function rewriteLink(link: Element): void {
  const { href, title } = link.properties;
  if (typeof href === 'string' && CELL_ADDRESS.test(href)) {
    link.properties = { title, href };
    return;
  }
  const url = typeof href === 'string' ? URL.parse(href) : null;
  const isKept = url !== null && LINK_PROTOCOLS.includes(url.protocol.slice(0, -1));
  link.properties = isKept ? { title, href: url.href, target: LINK_TARGET, rel: LINK_RELATIONS } : { title };
}

/** A remote image would tell its host who reads the page: it becomes its description. */
function rewriteImage(image: Element): void {
  const { src, alt } = image.properties;
  const description = typeof alt === 'string' ? alt : '';
  image.properties = { src, alt: description };
  if (typeof src === 'string' && INLINE_IMAGE.test(src)) return;
  image.tagName = description === '' ? 'span' : 'em';
  image.properties = {};
  image.children = description === '' ? [] : [{ type: 'text', value: `Image: ${description}` }];
}
