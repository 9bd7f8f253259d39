/** Code between tags: `<execute>` (CodeAct, LlamaIndex), `<code>` (smolagents), `[PYTHON]` (Code Llama). */

import type { Block } from './block.ts';
import type { Language } from './languages/language.ts';

const OPENER = /<(execute|code|python)>|\[(PYTHON)\]/gi;
const MAX_CANDIDATES = 8;

/** The first tagged block that opens on the line at `offset`, or null. */
export function findTag(text: string, offset: number, language: Language): Block | null {
  const newline = text.indexOf('\n', offset);
  const line = text.slice(offset, newline < 0 ? text.length : newline);
  for (const match of line.matchAll(OPENER)) {
    const name = (match[1] ?? match[2] ?? '').toLowerCase();
    const quoted = /[`'"]$/.test(line.slice(0, match.index));
    const block = quoted
      ? null
      : closeTag(text, language, { name, tag: match[0], start: offset + match.index });
    const atLineStart = line.slice(0, match.index).trim() === '';
    if (block && isMeant(block, atLineStart, language)) return block;
  }
  return null;
}

/** `<code>` and `<python>` are HTML or prose unless they stand alone and hold Python; so is an open tag mid-line. */
function isMeant(block: Block, atLineStart: boolean, language: Language): boolean {
  const name = block.label;
  if (name === 'execute' && block.closed) return block.body.trim() !== '';
  const startsLine = atLineStart || /^[ \t]*\n/.test(block.body);
  if (!startsLine || block.body.trim() === '') return false;
  return name === 'execute' || block.body.trim().includes('\n') || language.looksLikeCode(block.body.trim());
}

function closeTag(
  text: string,
  language: Language,
  opener: { name: string; tag: string; start: number },
): Block {
  const { name, start } = opener;
  const bodyStart = start + opener.tag.length;
  const closing = opener.tag.startsWith('[') ? /\[\/PYTHON\]/gi : new RegExp(`</${name}>`, 'gi');
  closing.lastIndex = bodyStart;
  const ends: number[] = [];
  for (let match = closing.exec(text); match && ends.length < MAX_CANDIDATES; match = closing.exec(text)) {
    ends.push(match.index);
  }
  const best =
    ends.length > 1
      ? (ends.find((end) => language.isValid(text.slice(bodyStart, end).trim())) ?? ends[0])
      : ends[0];
  const block = { kind: 'tag', label: name, start } as const;
  if (best === undefined) {
    const body = stripDamagedClose(text.slice(bodyStart));
    return { ...block, body, closed: body.length < text.length - bodyStart, end: text.length };
  }
  const end = best + closingLength(text, best);
  return { ...block, body: text.slice(bodyStart, best), closed: true, end };
}

function closingLength(text: string, at: number): number {
  return (text.charAt(at) === '[' ? text.indexOf(']', at) : text.indexOf('>', at)) - at + 1;
}

/** `</execute`, `</code`, `</exec`: the closer was cut by a stop sequence or by the model itself. */
function stripDamagedClose(body: string): string {
  return body.trimEnd().replace(/(?:<\/[a-z]{0,7}|\[\/[A-Z]{0,6})$/i, '');
}
