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

/** Pictures in the picture, entities, references by style sheet, and names that are written with escapes. */
const UNCOUNTED = new RegExp(
  [
    'data:image/svg',
    '<!ENTITY',
    '<\\?xml-stylesheet',
    '<!DOCTYPE[^<>]*\\[',
    '@import',
    '\\{[^{}]*url\\(',
    '\\\\[\\da-f]',
    '(?:href\\s*=|url\\()\\s*["\']?[^"\')>]{0,200}&#',
    '\\sid\\s*=\\s*["\'][^"\'>]{0,200}&',
  ].join('|'),
  'i',
);
const IDS = /\s(?:xml:)?id\s*=\s*["']([^"']*)["']/g;
const REFERENCES = /(?:\shref|:href)\s*=\s*["']\s*#([^"']*)["']|url\(\s*["']?(?:&quot;)?#([^"')&]*)/g;

/** Elements that share the nearest ancestor with an ID. */
interface Part {
  elements: number;
  references: string[];
  inner: Part[];
}

const createPart = (): Part => ({ elements: 0, references: [], inner: [] });

export function estimateSvgMs(svg: string): number {
  if (svg.length > MAX_CHARACTERS || UNCOUNTED.test(svg)) return Number.POSITIVE_INFINITY;
  const root = createPart();
  const parts = new Map<string, Part>();
  const open: Part[] = [];
  let elements = 0;
  let animations = 0;
  let depth = 0;
  const texts: string[] = [];
  for (const tag of listTags(svg, texts)) {
    depth = Math.max(depth, open.length + 1);
    if (tag.startsWith('</')) {
      open.pop();
      continue;
    }
    const around = open.at(-1) ?? root;
    const ids = [...tag.matchAll(IDS)].map(([, id]) => id ?? '');
    const part = ids.length === 0 ? around : createPart();
    if (part !== around) around.inner.push(part);
    // The first with an ID is the one that is referred to.
    for (const id of ids) if (!parts.has(id)) parts.set(id, part);
    part.elements++;
    elements++;
    if (/^<(?:animate|set)/.test(tag)) animations++;
    for (const [, linked, used] of tag.matchAll(REFERENCES)) part.references.push(linked ?? used ?? '');
    if (!tag.endsWith('/>')) open.push(part);
  }
  const drawn = countElements(root, parts);
  const repeated = drawn - elements;
  const selectorsMs = estimateSelectorsMs({
    text: texts.join(' '),
    elements: drawn,
    depth,
    length: svg.length,
  });
  return (
    selectorsMs +
    svg.length * MS_PER_CHARACTER +
    elements * MS_PER_ELEMENT +
    repeated * MS_PER_REPEATED +
    animations * MS_PER_ANIMATION
  );
}

/** With those of what is referred to, each time. */
function countElements(root: Part, parts: ReadonlyMap<string, Part>): number {
  const counts = new Map<Part, number>();
  const count = (part: Part, depth: number): number => {
    const known = counts.get(part);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    // What refers to itself is not drawn.
    counts.set(part, 0);
    let elements = part.elements;
    for (const inner of part.inner) elements += count(inner, depth + 1);
    for (const id of part.references) {
      const referred = parts.get(id);
      if (referred) elements += count(referred, depth + 1);
    }
    counts.set(part, elements);
    return elements;
  };
  return count(root, 0);
}

/** Tags with their attributes. What is between them is added to `texts`, but for comments. */
function* listTags(svg: string, texts: string[]): Generator<string> {
  for (let at = svg.indexOf('<'); at >= 0; ) {
    const isData = svg.startsWith('<![CDATA[', at);
    const comment = svg.startsWith('<!--', at) ? '-->' : isData ? ']]>' : '';
    const end = comment === '' ? findTagEnd(svg, at) : svg.indexOf(comment, at);
    if (end < 0) return;
    if (/^<[/a-z]/i.test(svg.slice(at, at + 2))) yield svg.slice(at, end + 1);
    if (isData) texts.push(svg.slice(at + '<![CDATA['.length, end));
    const textStart = comment === '' ? end + 1 : end + comment.length;
    at = svg.indexOf('<', textStart);
    texts.push(svg.slice(textStart, at < 0 ? undefined : at));
  }
}

/** Past quoted values, which may hold the sign. */
function findTagEnd(svg: string, start: number): number {
  let quote = '';
  for (let at = start; at < svg.length; at++) {
    const character = svg[at] ?? '';
    if (quote === '') {
      if (character === '>') return at;
      if (character === '"' || character === "'") quote = character;
    } else if (character === quote) quote = '';
  }
  return -1;
}
