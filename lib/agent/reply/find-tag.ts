/** Code between tags: `<execute>` (CodeAct, LlamaIndex), `<code>` (smolagents), `[PYTHON]` (Code Llama). */

import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import type { Block } from './block.ts';

const OPENER = /<(execute(?:_ipython|_bash)?|code|python)(?:(?<=execute)(\s[^<>]{1,200}))?>|\[(PYTHON)\]/gi;
const MAX_CANDIDATES = 8;

interface TagOpener {
  name: string;
  /** As written, with the blank before them. */
  attributes: string;
  tag: string;
  start: number;
  bodyStart: number;
  /** Whether nothing is before it on its line. */
  startsLine: boolean;
}

/** Where each tag is closed for the last time, by its name: read once, as a long reply may open thousands. */
export function findLastClosers(text: string): ReadonlyMap<string, number> {
  const closers = text.matchAll(/<\/(execute(?:_ipython|_bash)?)>/gi);
  return new Map(Array.from(closers, ({ 1: name = '', index }) => [name.toLowerCase(), index]));
}

/** The first tagged block that opens on the line at `offset`, or null. */
export function findTag(
  text: string,
  offset: number,
  language: Language,
  lastClosers: ReadonlyMap<string, number>,
): Block | null {
  const newline = text.indexOf('\n', offset);
  const line = text.slice(offset, newline < 0 ? text.length : newline);
  if (!line.includes('<') && !line.includes('[')) return null;
  const indent = line.length - line.trimStart().length;
  for (const { 0: tag, 1: xml, 2: attributes = '', 3: bracket, index } of line.matchAll(OPENER)) {
    const name = (xml ?? bracket ?? '').toLowerCase();
    const start = offset + index;
    const startsLine = index === indent;
    const opener = { name, attributes, tag, start, bodyStart: start + tag.length, startsLine };
    if (/[`'"]/.test(line.charAt(index - 1)) || !mayBeMeant(text, opener, lastClosers)) continue;
    const block = closeTag(text, language, opener);
    if (isMeant(block, opener, language)) return block;
  }
  return null;
}

/** Within a line, only a tag that code follows below, or an `<execute>` that is closed, is more than a word. */
function mayBeMeant(text: string, opener: TagOpener, lastClosers: ReadonlyMap<string, number>): boolean {
  if (opener.startsLine || /^[ \t]{0,100}\n/.test(text.slice(opener.bodyStart, opener.bodyStart + 101)))
    return true;
  return (lastClosers.get(opener.name) ?? -1) >= opener.bodyStart;
}

/** `<code>` and `<python>` are HTML or prose unless they hold Python. */
function isMeant({ body, closed }: Block, { name, startsLine }: TagOpener, language: Language): boolean {
  const code = body.trim();
  if (code === '') return startsLine && closed && name.startsWith('execute');
  return name.startsWith('execute') || code.includes('\n') || looksLikeCode(language, code);
}

function toClosing({ name, tag }: TagOpener): string {
  return tag.startsWith('[') ? '[/PYTHON]' : `</${name}>`;
}

function closeTag(text: string, language: Language, opener: TagOpener): Block {
  const { name, attributes, start, bodyStart } = opener;
  const ends = findEnds(text, opener);
  const isWhole = (end: number) => language.isValid(text.slice(bodyStart, end).trim());
  const best = ends.length > 1 ? (ends.find(isWhole) ?? ends[0]) : ends[0];
  const block = { kind: 'tag', label: name + attributes, start } as const;
  if (best === undefined) {
    return { ...block, body: stripDamagedClose(text.slice(bodyStart)), closed: false, end: text.length };
  }
  const end = best + toClosing(opener).length;
  return { ...block, body: text.slice(bodyStart, best), closed: true, end };
}

function findEnds(text: string, opener: TagOpener): number[] {
  const closing = opener.tag.startsWith('[') ? /\[\/PYTHON\]/gi : new RegExp(`</${opener.name}>`, 'gi');
  closing.lastIndex = opener.bodyStart;
  const ends: number[] = [];
  for (let match = closing.exec(text); match && ends.length < MAX_CANDIDATES; match = closing.exec(text)) {
    ends.push(match.index);
  }
  return ends;
}

const DAMAGED_CLOSE = /(?:<\/[a-z_]{0,15}|\[\/[A-Z]{0,6})$/i;
const MAX_CLOSE_LENGTH = 17;

/** `</execute`, `</code`, `</exec`: the closer was cut by a stop sequence or by the model itself. */
function stripDamagedClose(body: string): string {
  const rest = body.trimEnd();
  const found = DAMAGED_CLOSE.exec(rest.slice(-MAX_CLOSE_LENGTH))?.[0] ?? '';
  return rest.slice(0, rest.length - found.length);
}
