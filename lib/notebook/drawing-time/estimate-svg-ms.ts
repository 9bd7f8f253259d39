/**
 * About how long a page takes to draw an SVG picture: each reference to a part draws the part again, and parts refer to
 * parts. Linear in its length. Infinity for what cannot be counted.
 */

import { estimateSelectorsMs } from './estimate-selectors-ms.ts';

// Measured in Chromium (decision 42).
const MS_PER_CHARACTER = 0.000_05;
const MS_PER_ELEMENT = 0.005;
const MS_PER_REPEATED = 0.03;
/** An animation is drawn again for each frame. */
const MS_PER_ANIMATION = 1;
/** Longer ones are not counted. */
const MAX_CHARACTERS = 4_000_000;
/** Parts in parts. */
const MAX_DEPTH = 100;

/** Comments, data, instructions, tags, and text, as XML has them. A sign on its own is an error, where drawing ends. */
const TOKENS =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?!!--|!\[)[^\s"'<>?][^"'<>]*(?:(?:"[^"]*"|'[^']*')[^"'<>]*)*>|<|[^<]+/g;
/** Other encodings, and document types with entities. */
const UNREAD = /^<(?:\?xml\s[^>]*encoding\s*=\s*["'](?!utf-8|us-ascii|iso-8859|windows-125)|![^-[][^[]*\[)/i;
/** Names of characters beyond those of XML. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)[a-z]\w*;/i;
/** Pictures in the picture, and style sheets elsewhere. */
const ELSEWHERE = /data:image\/svg|stylesheet/i;
const ERROR = '<';
const ATTRIBUTES = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Up to the first sign that may end it. */
const NAME = /^[^\s"'();#&,]*/;

/** Elements that share the nearest ancestor with an ID. */
interface Part {
  elements: number;
  references: string[];
  inner: Part[];
}

const createPart = (): Part => ({ elements: 0, references: [], inner: [] });

export function estimateSvgMs(svg: string): number {
  if (
    svg.length > MAX_CHARACTERS ||
    ENTITY.test(svg) ||
    ELSEWHERE.test(toCharacters(svg).replaceAll(/\s/g, ''))
  )
    return Number.POSITIVE_INFINITY;
  const root = createPart();
  const named = new Map<string, Part>();
  const open: Part[] = [];
  let elements = 0;
  let animations = 0;
  let depth = 0;
  const sheets: string[] = [];
  for (const tag of listTags(svg, sheets)) {
    depth = Math.max(depth, open.length + 1);
    if (tag.startsWith('</')) {
      open.pop();
      continue;
    }
    const { ids, references, isCounted } = readAttributes(tag);
    if (!isCounted) return Number.POSITIVE_INFINITY;
    const around = open.at(-1) ?? root;
    const part = ids.length === 0 ? around : createPart();
    if (part !== around) around.inner.push(part);
    for (const id of ids) {
      const all = named.get(id) ?? createPart();
      all.inner.push(part);
      named.set(id, all);
    }
    part.elements++;
    elements++;
    for (const id of references) part.references.push(id);
    if (/^<(?:[^\s:]*:)?(?:animate|set)/.test(tag)) animations++;
    if (!tag.endsWith('/>')) open.push(part);
  }
  const drawn = countElements(root, named);
  const repeated = drawn - elements;
  return (
    estimateSelectorsMs({ sheets, elements: drawn, depth, length: svg.length }) +
    svg.length * MS_PER_CHARACTER +
    elements * MS_PER_ELEMENT +
    repeated * MS_PER_REPEATED +
    animations * MS_PER_ANIMATION
  );
}

/** Tags with their attributes, and `ERROR` for what cannot be counted. The text of style sheets is added to `sheets`. */
function* listTags(svg: string, sheets: string[]): Generator<string> {
  let isSheet = false;
  for (const [token] of svg.matchAll(TOKENS)) {
    const isTag = /^<[^!?]/.test(token);
    // What a style sheet says after an element in it would belong to it.
    if (token === ERROR || UNREAD.test(token) || (isSheet && isTag && !token.startsWith('</'))) yield ERROR;
    else if (isTag) {
      isSheet = /^<(?:[^\s:]*:)?style[\s>]/.test(token) && !token.endsWith('/>');
      if (isSheet) sheets.push('');
      yield token;
    } else if (isSheet && /^(?:[^<]|<!\[)/.test(token)) sheets.push(`${sheets.pop()}${toText(token)}`);
  }
}

/** Counts elements, with those of what is referred to, each time. */
function countElements(root: Part, named: ReadonlyMap<string, Part>): number {
  const counts = new Map<Part, number>();
  const count = (part: Part, depth: number): number => {
    const known = counts.get(part);
    if (known !== undefined) return known;
    // Parts that refer to each other are not counted.
    counts.set(part, Number.POSITIVE_INFINITY);
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    let elements = part.elements;
    for (const inner of part.inner) elements += count(inner, depth + 1);
    for (const id of part.references) {
      const all = named.get(id);
      // What refers to itself is not drawn.
      if (all && !(all.inner.length === 1 && all.inner[0] === part)) elements += count(all, depth + 1);
    }
    counts.set(part, elements);
    return elements;
  };
  return count(root, 0);
}

/** Any attribute may refer: animations set others. Those of editors, which have a prefix, do not. */
function readAttributes(tag: string) {
  const ids: string[] = [];
  const references: string[] = [];
  let isCounted = tag !== ERROR;
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTES)) {
    const written = double ?? single ?? '';
    const value = toCharacters(written);
    if (/^(?:xml:)?id$/.test(name)) ids.push(NAME.exec(value)?.[0] ?? '');
    else if (!name.includes(':') || name.endsWith(':href')) {
      const found = value.split('#').slice(1);
      for (const each of found) references.push(NAME.exec(each)?.[0] ?? '');
      // Names that are written with escapes.
      if (value.includes('\\') || found.some((each) => /^[^\s"'();&,]*%/.test(each))) isCounted = false;
      if (found.length > 0 && written.includes('&#')) isCounted = false;
    }
  }
  return { ids, references, isCounted };
}

const toText = (token: string) =>
  token.startsWith('<') ? token.slice('<![CDATA['.length, -']]>'.length) : toCharacters(token);

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function toCharacters(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, digits?: string, name = '') => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return SIGNS[name.toLowerCase()] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');
    },
  );
}
