import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listDocuments } from './list-sources.mjs';

const START = 'README.md';
/** `](path "Title")`, where the path may have a pair of parentheses or be in angle brackets. */
const INLINE =
  /\]\(\s*(?:<([^<>]*)>|((?:[^()\s<]|\([^()\s]*\))+))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/g;
/** `[name]: path`, but not a footnote. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<([^<>]*)>|(\S+))/g;
const HTML = /\b(?:src|srcset|href)\s*=\s*(?:"([^"]+)"|'([^']+)')/gi;
const HEADING = /^#{1,6} +(?<text>.+?) *#*$/;
const IS_ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Links in documents that lead nowhere, and pages in docs/ that no chain of links from README.md reaches.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a fault
 */
export function checkLinks(rootDir) {
  const documents = new Map(listDocuments(rootDir).map((file) => [file, readDocument(rootDir, file)]));
  const broken = [...documents].flatMap(([file, { links }]) =>
    links.flatMap((link) => explainFault(rootDir, documents, file, link) ?? []),
  );
  return [...broken, ...findOrphans(documents)];
}

/** @typedef {{line: number, target: string}} Link as it is written */
/** @typedef {{links: Link[], anchors: Set<string>}} Document */

/** @returns {Document} */
function readDocument(rootDir, file) {
  const lines = withoutCode(readFileSync(join(rootDir, file), 'utf8')).split('\n');
  const links = lines.flatMap((text, index) =>
    findTargets(text.replace(/`[^`]*`/g, '')).map((target) => ({ line: index + 1, target })),
  );
  return { links, anchors: readAnchors(lines) };
}

function findTargets(text) {
  return [INLINE, DEFINITION, HTML].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, one, other]) => one ?? other),
  );
}

/** Blank lines in place of fenced code, so that line numbers stay. */
function withoutCode(text) {
  return text.replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1`* *$/gm, (code) => code.replace(/[^\n]/g, ''));
}

/** As GitHub names headings: a second one of the same words ends in `-1`. */
function readAnchors(lines) {
  const anchors = new Set();
  for (const line of lines) {
    const text = HEADING.exec(line)?.groups.text;
    if (text === undefined) continue;
    const slug = toSlug(text);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function toSlug(heading) {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}

function explainFault(rootDir, documents, file, { line, target }) {
  if (IS_ELSEWHERE.test(target)) return null;
  const { path, anchor } = resolveTarget(file, target);
  if (!existsSync(join(rootDir, path))) return `${file}:${line} links to ${target}, which does not exist`;
  if (anchor === '' || !documents.has(path) || documents.get(path).anchors.has(anchor)) return null;
  return `${file}:${line} links to ${target}, but ${path} has no heading #${anchor}`;
}

function resolveTarget(file, target) {
  const [path, anchor = ''] = target.split('#');
  if (path === '') return { path: file, anchor };
  // GitHub reads a leading slash as the root of the repository.
  const folder = path.startsWith('/') ? '' : posix.dirname(file);
  return { path: posix.join(folder, decodeURI(path)).replace(/^\//, ''), anchor };
}

function findOrphans(documents) {
  const reached = new Set([START]);
  for (const file of reached) {
    for (const { target } of documents.get(file)?.links ?? []) {
      if (!IS_ELSEWHERE.test(target)) reached.add(resolveTarget(file, target).path);
    }
  }
  return [...documents.keys()]
    .filter((file) => file.startsWith('docs/') && !reached.has(file))
    .map((file) => `${file} cannot be reached from ${START}: link to it`);
}
