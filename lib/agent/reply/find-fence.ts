/**
 * Fenced blocks as models write them: CommonMark 0.31 §4.5, and what they get wrong (glued closers,
 * closers of another dialect, fences inside strings).
 */

import { isFenceLabel, isOtherLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import type { Block } from './block.ts';

/** Prefix (indent, quote marks, list marker), fence and info string. */
const OPENER =
  /^([ \t]{0,40}(?:>[ \t]?){0,8}[ \t]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
/** A directive of MyST, Pandoc or Quarto. */
const DIRECTIVE = /^([ \t]{0,40})(:{3,20})[ \t]*(\{[^`\n]*)$/;
/** Options at the top of a directive. */
export const MYST_OPTIONS = /^(?:[ \t]*:[\w-]+:[^\n]*(?:\n|$))+/;
const LATE_OPENER = /(`{3,20})(\w{1,20}(?:[ \t]+cell[^`]{1,80})?)[ \t]*$/;
const ONE_LINE = /^[ \t]{0,40}(`{3,20})(\w{1,20})[ \t]+(\S[^`]*(?:`{1,2}[^`]+)*)(`{3,20})[ \t]*$/;
/** Where a fence that opens at the end of a sentence is looked for. */
const MAX_LATE_LENGTH = 160;
/** Trying more closers than this cannot help a reply that never parses. */
const MAX_CANDIDATES = 8;

interface Opener {
  start: number;
  bodyStart: number;
  mark: string;
  label: string;
}

/** The fenced block that opens on the line at `offset`, or null. */
export function findFence(text: string, offset: number, language: Language): Block | null {
  const newline = text.indexOf('\n', offset);
  const lineEnd = newline < 0 ? text.length : newline;
  const line = text.slice(offset, lineEnd);
  const directive = DIRECTIVE.exec(line);
  if (directive) return findDirective(text, offset, directive, language);
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const single = ONE_LINE.exec(line);
  const [, , label = '', body = ''] = single ?? [];
  if (single && mayHoldCode(label, body, language)) {
    return { kind: 'fence', label, body, closed: true, start: offset, end: lineEnd };
  }
  const bodyStart = Math.min(lineEnd + 1, text.length);
  const opener = findOpener(line, offset);
  if (opener) return closeFence(text, language, { ...opener, bodyStart });
  const late = findLateOpener(line, offset);
  if (!late || isOtherLabel(late.label, language)) return null;
  const block = closeFence(text, language, { ...late, bodyStart });
  return mayHoldCode(late.label, block.body, language) ? block : null;
}

/** A block of code between colons; any other directive holds text, whose fences are found on their own. */
function findDirective(
  text: string,
  offset: number,
  [line, , mark = '', label = '']: readonly string[],
  language: Language,
): Block | null {
  const bodyStart = Math.min(offset + (line?.length ?? 0) + 1, text.length);
  const block = closeFence(text, language, { start: offset, bodyStart, mark, label: label.trim() });
  const body = block.body.replace(MYST_OPTIONS, '');
  return !/^[ \t]*(?:`{3}|~{3}|:{3})/m.test(body) && mayHoldCode(label, body, language) ? block : null;
}

/** Within a line, a label that names no language must be of code. */
function mayHoldCode(label: string, body: string, language: Language): boolean {
  if (isFenceLabel(label, language)) return true;
  return !isOtherLabel(label, language) && looksLikeCode(language, body.trim(), { strict: true });
}

function findOpener(line: string, offset: number): Omit<Opener, 'bodyStart'> | null {
  const [, , mark, label] = OPENER.exec(line) ?? [];
  return mark && label !== undefined ? { start: offset, mark, label: label.trim() } : null;
}

/** An opening fence at the end of a sentence. */
function findLateOpener(line: string, offset: number): Omit<Opener, 'bodyStart'> | null {
  const tail = line.slice(-MAX_LATE_LENGTH);
  const late = LATE_OPENER.exec(tail);
  if (!late?.[1] || !late[2]) return null;
  const start = offset + line.length - tail.length + late.index;
  return { start, mark: late[1], label: late[2].trim() };
}

function closeFence(text: string, language: Language, opener: Opener): Block {
  const { start, bodyStart, label } = opener;
  const closers = findClosers(text, opener);
  const isClosedBy = (closer: Closer) => {
    const code = text.slice(bodyStart, closer.bodyEnd).trim();
    return code === '' || language.isValid(code);
  };
  const best = closers.length > 1 ? (closers.find(isClosedBy) ?? closers[0]) : closers[0];
  const closer = best ?? findGluedEnd(text, opener);
  const bodyEnd = closer?.bodyEnd ?? text.length;
  const body = text.slice(bodyStart, bodyEnd);
  return { kind: 'fence', label, body, closed: closer !== null, start, end: closer?.end ?? text.length };
}

interface Closer {
  bodyEnd: number;
  end: number;
}

function findClosers(text: string, { bodyStart, mark }: Opener): Closer[] {
  const closers: Closer[] = [];
  const closing = new RegExp(`^[ \\t>]{0,40}\\${mark[0]}{${mark.length},}[ \\t]*(?:<[^>]{1,40}>[ \\t]*)*$`);
  const reopening = new RegExp(`^[ \\t]*\\${mark[0]}{${2 * mark.length}}[^\`~]*$`);
  const foreign = /^(.*?)[ \t]*(?:<\/(?:execute|code)>|\[\/PYTHON\])[ \t]*$/i;
  let offset = bodyStart;
  while (offset < text.length && closers.length < MAX_CANDIDATES) {
    const newline = text.indexOf('\n', offset);
    const lineEnd = newline < 0 ? text.length : newline;
    const line = text.slice(offset, lineEnd);
    const tag = line.length < 1000 ? foreign.exec(line) : null;
    if (reopening.test(line) && line.trim().length > 2 * mark.length) {
      closers.push({ bodyEnd: offset, end: offset + line.indexOf(mark) + mark.length });
    } else if (closing.test(line)) closers.push({ bodyEnd: offset, end: lineEnd });
    else if (tag && !isTagOpenedBefore(text.slice(bodyStart, offset + (tag[1] ?? '').length))) {
      closers.push({ bodyEnd: offset + (tag[1] ?? '').length, end: lineEnd });
    }
    offset = lineEnd + 1;
  }
  return closers;
}

/** A closing tag whose opening tag is in the same fence belongs to the fence's content. */
function isTagOpenedBefore(body: string): boolean {
  return /<(?:execute(?:\s[^<>]{1,200})?|code)>|\[PYTHON\]/i.test(body);
}

/** `last line of code` + fence, which only counts at the very end of the reply. */
function findGluedEnd(text: string, { bodyStart, mark }: Opener): Closer | null {
  const trimmed = text.trimEnd();
  const bodyEnd = trimmed.length - mark.length;
  return trimmed.endsWith(mark) && bodyEnd > bodyStart ? { bodyEnd, end: text.length } : null;
}
