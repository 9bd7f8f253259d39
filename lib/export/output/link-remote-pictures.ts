/**
 * A picture with an address on the network is loaded by the program that opens a file, and so can carry data away. In what
 * the model wrote, such pictures become links, and HTML that could load something is shown as its source.
 */
import type { Element, Nodes as HtmlNodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Notebook, NotebookCell } from '../../session/notebook/to-notebook.ts';

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

type Root = ReturnType<typeof processor.parse>;
type Nodes = Root | Root['children'][number];

export function linkRemotePictures(notebook: Notebook): Notebook {
  return {
    ...notebook,
    cells: notebook.cells.map((cell) =>
      isOfModel(cell) ? { ...cell, source: linkPictures(cell.source) } : cell,
    ),
  };
}

function isOfModel({ cell_type: type, metadata: { actbook } }: NotebookCell): boolean {
  const author: unknown =
    typeof actbook === 'object' && actbook !== null ? Reflect.get(actbook, 'author') : '';
  return type === 'markdown' && author === 'agent';
}

/** A rewritten link can uncover another one. */
const MAX_ROUNDS = 5;

export function linkPictures(markdown: string): string {
  let text = markdown;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = rewriteOnce(text);
    if (next === text) return text;
    text = next;
  }
  return text.replaceAll('![', '!\\[').replaceAll('<', '&lt;');
}

interface Change {
  start: number;
  end: number;
  text: string;
}

function rewriteOnce(text: string): string {
  if (!text.includes('![') && !text.includes('<')) return text;
  const tree = processor.parse(text);
  const remote = listRemoteReferences(tree);
  let written = '';
  let at = 0;
  for (const { start, end, text: changed } of listChanges(tree, text, remote)) {
    const before = text.slice(at, start);
    // A mark before it would make the link a picture again.
    written += `${before}${changed.startsWith('[') && before.endsWith('!') ? ' ' : ''}${changed}`;
    at = end;
  }
  return written + text.slice(at);
}

function listChanges(node: Nodes, text: string, remote: ReadonlySet<string>): Change[] {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  const source = text.slice(start, end);
  if (node.type === 'html') return [{ start, end, text: showHtml(source) }];
  const isRemoteImage =
    (node.type === 'image' && isRemote(node.url)) ||
    (node.type === 'imageReference' && remote.has(node.identifier));
  if (isRemoteImage) {
    const link = source.replaceAll('![', '[');
    return [{ start, end, text: link.startsWith('[]') ? `[Picture]${link.slice(2)}` : link }];
  }
  return 'children' in node ? node.children.flatMap((child) => listChanges(child, text, remote)) : [];
}

function listRemoteReferences(node: Nodes): Set<string> {
  if (node.type === 'definition') return new Set(isRemote(node.url) ? [node.identifier] : []);
  return new Set(
    'children' in node ? node.children.flatMap((child) => [...listRemoteReferences(child)]) : [],
  );
}

const NOWHERE = 'http://nowhere.invalid/';

/** Whether it is neither in the file, nor next to it. */
function isRemote(url: string): boolean {
  if (/^(?:data|attachment):/i.test(url)) return false;
  return URL.parse(url, NOWHERE)?.host !== URL.parse(NOWHERE)?.host;
}

const IMAGE_TAG = /<img\b[^>]*>/gi;
/** Only a tag without attributes loads nothing, if it is not of a style sheet or a program. */
const OTHER_TAG = /<(?!\/?(?!style|script)[a-z][a-z\d]*\s*\/?>)/gi;

function showHtml(html: string): string {
  return html.replaceAll(IMAGE_TAG, toLink).replaceAll(OTHER_TAG, '&lt;');
}

function toLink(tag: string): string {
  const { src, alt } = findImage(fromHtml(tag, { fragment: true }))?.properties ?? {};
  if (typeof src !== 'string') return tag;
  const words = typeof alt === 'string' ? alt.replaceAll(/[[\]\\<>!\n]/g, ' ').trim() : '';
  const address = URL.parse(src, NOWHERE);
  const isShown = address !== null && isRemote(src) && /^https?:$/.test(address.protocol);
  return isShown ? `[${words || 'Picture'}](${address.href.replaceAll(/[()<>]/g, encodeURIComponent)})` : tag;
}

function findImage(node: HtmlNodes): Element | null {
  if (node.type === 'element' && node.tagName === 'img') return node;
  if (!('children' in node)) return null;
  return node.children.map(findImage).find((found) => found !== null) ?? null;
}
