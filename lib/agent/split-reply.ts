/** Splits a cleaned reply into text and blocks, in order; what a block is for is decided elsewhere. */
import type { Block } from './block.ts';
import { findFence } from './find-fence.ts';
import { findTag } from './find-tag.ts';
import type { Language } from './languages/language.ts';

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'block'; readonly block: Block; readonly raw: string };

export interface SplitReply {
  readonly pieces: readonly Piece[];
  /** True when the reply goes on with an output or a message it made up; that part is left out. */
  readonly fabricated: boolean;
}

const OBSERVATION = /^[ \t#*_>]*observation[ \t]*[*_]*:/i;
const OTHER_SPEAKER = /^[ \t#*_]*(?:(?:user|human)[ \t]*[*_]*:|\[INST|<\|(?:im_start|user|start_header_id))/i;
const CODE_MARK = /^[ \t]*(?:`{3,}|~{3,})|<execute>/im;

export function splitReply(text: string, language: Language): SplitReply {
  const pieces: Piece[] = [];
  let textStart = 0;
  let offset = 0;
  let explicitOnly = false;
  let hasBlock = false;
  const pushText = (end: number) => {
    if (end > textStart) pieces.push({ type: 'text', text: text.slice(textStart, end) });
  };
  while (offset < text.length) {
    const lineEnd = endOfLine(text, offset);
    const line = text.slice(offset, lineEnd);
    if (isFabrication(line, () => text.slice(lineEnd), hasBlock)) {
      pushText(offset);
      return { pieces, fabricated: true };
    }
    const thought = findThought(text, offset, line);
    if (thought?.end) {
      offset = thought.end;
      continue;
    }
    explicitOnly ||= thought !== null;
    const block = findBlock(text, offset, explicitOnly, language);
    if (!block) {
      offset = lineEnd + 1;
      continue;
    }
    hasBlock = true;
    pushText(block.start);
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

function isFabrication(line: string, readRest: () => string, hasBlock: boolean): boolean {
  if (hasBlock && OBSERVATION.test(line)) return true;
  return OTHER_SPEAKER.test(line) && (hasBlock || CODE_MARK.test(readRest()));
}

/** A thought on this line: its end when it is closed, so that nothing inside can run; else no end. */
function findThought(text: string, offset: number, line: string): { end: number | null } | null {
  const open = /<thought>/i.exec(line);
  if (!open) return null;
  const after = offset + open.index + open[0].length;
  const next = /<(\/?)thought>/i.exec(text.slice(after));
  return { end: next?.[1] === '/' ? after + next.index + next[0].length : null };
}

function findBlock(text: string, offset: number, explicitOnly: boolean, language: Language): Block | null {
  const fence = explicitOnly ? null : findFence(text, offset, language);
  const tag = findTag(text, offset, language);
  if (fence && tag) return fence.start <= tag.start ? fence : tag;
  return fence ?? tag;
}
