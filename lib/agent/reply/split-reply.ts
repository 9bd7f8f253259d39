/** Splits a cleaned reply into text and blocks, in order; what a block is for is decided elsewhere. */

import { isFenceLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { cutInvention, findInvention, OUTPUT_LABEL } from './find-invention.ts';
import { type Block, BlockScanner } from './scan-blocks.ts';
import { findBareCode } from './to-source.ts';

export interface Piece {
  /** As the reply has it. */
  readonly text: string;
  /** What the text is; null for prose. */
  readonly block: Block | null;
}

export interface SplitReply {
  readonly pieces: readonly Piece[];
  /** True when the reply continues with an output or a message it made up; that part is left out. */
  readonly fabricated: boolean;
  /** True when a thought of the reply holds code, which is not run. */
  readonly hidesCode: boolean;
}

const CODE_MARK = /^[ \t]*(?:`{3,}|~{3,})|<execute(?:\s[^<>\n]{1,200})?>/gim;

/** How often it is asked whether all before an observation is code: a reply may be nothing but observations. */
const MAX_CHECKS = 8;

export function splitReply(text: string, language: Language): SplitReply {
  const pieces: Piece[] = [];
  let textStart = 0;
  let offset = 0;
  let explicitOnly = false;
  let hasBlock = false;
  let hidesCode = false;
  let checks = 0;
  const scanner = new BlockScanner(text, language);
  const lastMark = [...text.matchAll(CODE_MARK)].at(-1)?.index ?? -1;
  const pushText = (end: number) => {
    if (end > textStart) pieces.push({ text: text.slice(textStart, end), block: null });
  };
  while (offset < text.length) {
    const lineEnd = scanner.endOfLine(offset);
    const line = text.slice(offset, lineEnd);
    const isCode = () => checks++ < MAX_CHECKS && findBareCode(text.slice(0, offset), language) !== null;
    const invention = findInvention(line, { hasBlock, hasCodeBelow: lineEnd <= lastMark, isCode });
    if (invention >= 0) {
      pushText(offset + invention);
      return { pieces, fabricated: true, hidesCode };
    }
    const thought = findThought(text, offset, line);
    hidesCode ||= thought !== null && holdsCode(text.slice(offset, thought.end ?? text.length), language);
    if (thought?.end) {
      offset = thought.end;
      continue;
    }
    explicitOnly ||= thought !== null;
    const found = explicitOnly ? scanner.findTag(offset) : scanner.findBlock(offset);
    const block = hasBlock ? found : (asLoneCloser(text, found, language, lineEnd) ?? found);
    if (!block) {
      offset = lineEnd + 1;
      continue;
    }
    pushText(block.start);
    if (hasBlock && OUTPUT_LABEL.test(block.label)) return { pieces, fabricated: true, hidesCode };
    hasBlock = true;
    const real = cutInvention(block, language);
    if (real) return { pieces: [...pieces, { text: real.body, block: real }], fabricated: true, hidesCode };
    pieces.push({ text: text.slice(block.start, block.end), block });
    offset = textStart = block.end;
  }
  pushText(text.length);
  return { pieces, fabricated: false, hidesCode };
}

/** The code before a fence that closes what the prompt had opened, when the first fence of a reply is such a one. */
function asLoneCloser(text: string, found: Block | null, language: Language, end: number): Block | null {
  if (found?.kind !== 'fence' || found.label !== '') return null;
  const body = text.slice(0, found.start);
  if (!looksLikeCode(language, body.trim(), { strict: true })) return null;
  return { kind: 'fence', label: language.fence, body, closed: true, start: 0, end };
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

/** Whether a thought holds code: in a fence, between tags, or all of it. */
function holdsCode(thought: string, language: Language): boolean {
  const [, inside = ''] = /<thought>([\s\S]*?)(?:<\/thought>|$)/i.exec(thought) ?? [];
  const marked = [...inside.matchAll(CODE_MARK)].some(([mark]) => mark.includes('execute'));
  if (marked || looksLikeCode(language, inside.trim(), { strict: true })) return true;
  const opener = /^[ \t]*(?:`{3,}|~{3,})[ \t]*(\S[^\n]*)$/m.exec(inside);
  return opener?.[1] !== undefined && isFenceLabel(opener[1], language);
}
