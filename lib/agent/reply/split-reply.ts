/** Splits a cleaned reply into text and blocks, in order; what a block is for is decided elsewhere. */

import type { Language } from '../../execution/languages/language.ts';
import type { Block } from './block.ts';
import { findBareCode } from './find-bare-code.ts';
import { findFence } from './find-fence.ts';
import { findLastClosers, findTag } from './find-tag.ts';

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'block'; readonly block: Block; readonly raw: string };

export interface SplitReply {
  readonly pieces: readonly Piece[];
  /** True when the reply continues with an output or a message it made up; that part is left out. */
  readonly fabricated: boolean;
}

const OBSERVATION =
  /^[ \t#*_>]*(?:observation(?: of code block \d{1,3})?(?: \(cell [\w-]{1,64}\))?[ \t]*[*_]*:|(?:execution |code |cell )?output[ \t]*[*_]*:[*_ \t]*$)/i;
/** Labels of a fence in which a model shows what it thinks its code has printed. */
const OUTPUT_LABEL = /^(?:output|stdout|observation|result|execution_result)$/i;
const OTHER_SPEAKER = /^[ \t#*_]*(?:(?:user|human)[ \t]*[*_]*:|\[INST|<\|(?:im_start|user|start_header_id))/i;
const CODE_MARK = /^[ \t]*(?:`{3,}|~{3,})|<execute(?:\s[^<>\n]{1,200})?>/gim;

/** How often it is asked whether all before an observation is code: a reply may be nothing but observations. */
const MAX_CHECKS = 8;

export function splitReply(text: string, language: Language): SplitReply {
  const pieces: Piece[] = [];
  let textStart = 0;
  let offset = 0;
  let explicitOnly = false;
  let hasBlock = false;
  let checks = 0;
  const lastClosers = findLastClosers(text);
  const lastMark = [...text.matchAll(CODE_MARK)].at(-1)?.index ?? -1;
  const pushText = (end: number) => {
    if (end > textStart) pieces.push({ type: 'text', text: text.slice(textStart, end) });
  };
  while (offset < text.length) {
    const lineEnd = endOfLine(text, offset);
    const line = text.slice(offset, lineEnd);
    const isCode = () => checks++ < MAX_CHECKS && findBareCode(text.slice(0, offset), language) !== null;
    if (isFabrication(line, hasBlock, lineEnd <= lastMark, isCode)) {
      pushText(offset);
      return { pieces, fabricated: true };
    }
    const thought = findThought(text, offset, line);
    if (thought?.end) {
      offset = thought.end;
      continue;
    }
    explicitOnly ||= thought !== null;
    const found = explicitOnly
      ? findTag(text, offset, language, lastClosers)
      : findBlock(text, offset, language, lastClosers);
    const block = hasBlock ? found : (asLoneCloser(text, found, language) ?? found);
    if (!block) {
      offset = lineEnd + 1;
      continue;
    }
    if (hasBlock && OUTPUT_LABEL.test(block.label)) {
      pushText(block.start);
      return { pieces, fabricated: true };
    }
    hasBlock = true;
    pushText(block.start);
    const real = cutFabrication(block, language);
    if (real)
      return { pieces: [...pieces, { type: 'block', block: real, raw: real.body }], fabricated: true };
    pieces.push({ type: 'block', block, raw: text.slice(block.start, block.end) });
    offset = textStart = block.end;
  }
  pushText(text.length);
  return { pieces, fabricated: false };
}

/** The end of the line at `offset`, newline not included. */
function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline;
}

/** `isCode` tells whether all before the line is code that no fence marks. */
function isFabrication(
  line: string,
  hasBlock: boolean,
  hasCodeBelow: boolean,
  isCode: () => boolean,
): boolean {
  if (OBSERVATION.test(line) && (hasBlock || (hasCodeBelow && isCode()))) return true;
  return (hasBlock || hasCodeBelow) && OTHER_SPEAKER.test(line);
}

/** The code before a fence that closes what the prompt had opened, when the first fence of a reply is such a one. */
function asLoneCloser(text: string, found: Block | null, language: Language): Block | null {
  if (found?.kind !== 'fence' || found.label !== '') return null;
  const body = text.slice(0, found.start);
  if (!language.looksLikeCode(body.trim(), { strict: true })) return null;
  return {
    kind: 'fence',
    label: language.fence,
    body,
    closed: true,
    start: 0,
    end: endOfLine(text, found.start),
  };
}

/** The block up to the observation that a model made up inside it, for want of a closing fence; null for most blocks. */
function cutFabrication(block: Block, language: Language): Block | null {
  const at = /^observation(?: \(cell [\w-]{1,64}\))?[ \t]*:/im.exec(block.body)?.index;
  if (at === undefined) return null;
  const body = block.body
    .slice(0, at)
    .trimEnd()
    .replace(/`{3,20}$|~{3,20}$/, '');
  // In the middle of a string the word is the code's own.
  return body.trim() === '' || language.isValid(body.trim()) ? { ...block, body, closed: true } : null;
}

/** A thought on this line: its end when it is closed, so that nothing inside can run; else no end. */
function findThought(text: string, offset: number, line: string): { end: number | null } | null {
  const open = /<thought>/i.exec(line);
  if (!open) return null;
  const after = offset + open.index + open[0].length;
  const tag = /<(\/?)thought>/gi;
  tag.lastIndex = after;
  return { end: tag.exec(text)?.[1] === '/' ? tag.lastIndex : null };
}

function findBlock(
  text: string,
  offset: number,
  language: Language,
  lastClosers: ReadonlyMap<string, number>,
): Block | null {
  const fence = findFence(text, offset, language);
  const tag = findTag(text, offset, language, lastClosers);
  if (fence && tag) return fence.start <= tag.start ? fence : tag;
  return fence ?? tag;
}
