/**
 * Writes parsed HTML with what is on these lists and nothing else: no script, no style, no form, no frame, nothing that
 * loads. It stands between everything untrusted (outputs, Markdown) and an exported page.
 */
import type { Element, Nodes, Properties } from 'hast';

const TAGS = new Set(
  [
    'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3',
    'h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th',
    'thead time tr tt u ul var wbr',
    'math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover',
    'mmultiscripts mprescripts mtable mtr mtd mstyle mpadded mphantom menclose',
  ]
    .join(' ')
    .split(' '),
);
/** Gone with all that is in them; of other tags that are not on the list, the content stays. */
const DROPPED = new Set(
  'script style template iframe object embed noscript svg form select textarea button audio video canvas head title link meta base annotation annotation-xml'.split(
    ' ',
  ),
);
const VOID = new Set('br col hr img wbr'.split(' '));
/** Property of the tree to attribute. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  alt: 'alt',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  scope: 'scope',
  start: 'start',
  open: 'open',
  dateTime: 'datetime',
  title: 'title',
  display: 'display',
  mathvariant: 'mathvariant',
  stretchy: 'stretchy',
  accent: 'accent',
  columnalign: 'columnalign',
};
const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:'];
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

export function toSafeHtml(node: Nodes): string {
  switch (node.type) {
    case 'root':
      return node.children.map(toSafeHtml).join('');
    case 'text':
      return escapeHtml(node.value);
    case 'element':
      return writeElement(node);
    default:
      return '';
  }
}

function writeElement(element: Element): string {
  const { tagName } = element;
  if (DROPPED.has(tagName)) return '';
  if (tagName === 'img') return writeImage(element.properties);
  const content = element.children.map(toSafeHtml).join('');
  if (!TAGS.has(tagName)) return content;
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  if (level !== undefined) return writeHeading(Number(level), content);
  const attributes = writeAttributes(element.properties);
  const link = tagName === 'a' ? writeLink(element.properties.href) : '';
  return VOID.has(tagName)
    ? `<${tagName}${attributes}>`
    : `<${tagName}${attributes}${link}>${content}</${tagName}>`;
}

/** Below the page's own title and without gaps, whatever levels a text begins with; it looks as it was meant. */
function writeHeading(level: number, content: string): string {
  const tag = level <= 3 ? 'h2' : 'h3';
  return `<${tag} class="level-${level}">${content}</${tag}>`;
}

function writeAttributes(properties: Properties): string {
  return Object.entries(properties)
    .flatMap(([key, value]) => {
      const name = Object.hasOwn(ATTRIBUTES, key) ? ATTRIBUTES[key] : undefined;
      if (name === undefined || value === null || value === undefined || value === false) return '';
      return ` ${name}="${escapeHtml(value === true ? '' : String(value))}"`;
    })
    .join('');
}

function writeLink(href: unknown): string {
  const url = typeof href === 'string' ? URL.parse(href) : null;
  if (!url || !LINK_PROTOCOLS.includes(url.protocol)) return '';
  return ` href="${escapeHtml(url.href)}" target="_blank" rel="noopener noreferrer nofollow"`;
}

/** A remote image would tell its host who reads the page. */
function writeImage({ src, alt }: Properties): string {
  const description = escapeHtml(typeof alt === 'string' ? alt : '');
  if (typeof src === 'string' && INLINE_IMAGE.test(src)) return `<img src="${src}" alt="${description}">`;
  return description === '' ? '' : `<em>Image: ${description}</em>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
