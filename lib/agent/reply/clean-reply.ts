/** Takes off a reply what is neither code nor words to the user: reasoning, leaked tokens, odd newlines. */

import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { PYTHON } from '../../execution/languages/python.ts';
import { type Block, BlockScanner } from './scan-blocks.ts';

/**
 * Newlines become `\n`; byte order marks, zero-width edges and leaked end-of-turn tokens go;
 * reasoning between think tags goes, an unclosed one to the end of the reply.
 */
export function cleanReply(text: string, language: Language = PYTHON): string {
  return stripEnd(stripThinking(trimInvisible(text.replaceAll(/\r\n?/g, '\n')), language));
}

/** Opens a line or follows the end of a sentence: between quotes it is a word like any other. */
const THINK = /(?<=^[ \t]*|[.!?])<(\/?)(think|thinking|reasoning)>/gim;
export const THINK_TAG = /<\/?(?:think|thinking|reasoning)>/i;
const STRAY_CLOSE = /<\/(?:think|thinking|reasoning)>[ \t]*$/gim;

/** Removes the reasoning that some models write into their reply between think tags; in code the tags are text. */
export function stripThinking(written: string, language: Language = PYTHON): string {
  const text = dropChannels(written);
  if (text.search(THINK) < 0 && text.search(STRAY_CLOSE) < 0) return text;
  if (looksLikeCode(language, text.trim(), { strict: true })) return text;
  const scanner = new BlockScanner(text, language);
  const kept: string[] = [];
  let from = 0;
  let isOpened = false;
  for (let offset = 0; offset < text.length; ) {
    const lineEnd = scanner.endOfLine(offset);
    const line = text.slice(offset, lineEnd);
    const block = findCode(scanner, offset, language);
    const end = block ? block.start - offset : line.length;
    const open = [...line.matchAll(THINK)].find(({ 1: slash, index }) => slash === '' && index < end);
    const stray = block || isOpened ? null : line.match(STRAY_CLOSE);
    if (open) {
      isOpened = true;
      kept.push(text.slice(from, offset + open.index));
      const close = findClose(text, offset + open.index, open[2] ?? '', scanner);
      if (close === null) return kept.join('');
      offset = from = close;
    } else if (stray) {
      // The opening tag may have been in the prompt: everything before a lone closing tag is reasoning.
      kept.length = 0;
      offset = from = lineEnd;
      isOpened = true;
    } else offset = block ? Math.max(block.end, offset + 1) : lineEnd + 1;
  }
  return [...kept, text.slice(from)].join('');
}

/** The code that begins on the line at `offset`. An open fence ends at a lone closing tag, unless it is code with it. */
function findCode(scanner: BlockScanner, offset: number, language: Language): Block | null {
  const block = scanner.findFence(offset) ?? scanner.findTag(offset);
  if (!block || block.closed || block.body.search(STRAY_CLOSE) < 0) return block;
  return language.isValid(block.body.trim()) ? block : null;
}

/** Where the reasoning that opens at `start` is over: a closing tag inside a fence of it counts when there is no other. */
function findClose(text: string, start: number, name: string, scanner: BlockScanner): number | null {
  const close = new RegExp(`</${name}>`, 'gi');
  const next = (from: number) => {
    close.lastIndex = from;
    return close.test(text) ? close.lastIndex : null;
  };
  const first = next(start);
  let found = first;
  for (let offset = start; found !== null && offset < text.length; ) {
    const lineEnd = scanner.endOfLine(offset);
    const fence = scanner.findFence(offset);
    if (found <= (fence?.start ?? lineEnd)) return found;
    offset = fence?.closed ? Math.max(fence.end, offset + 1) : lineEnd + 1;
    if (found < offset) found = next(offset);
  }
  return first;
}

const HIDDEN_CHANNEL =
  /(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)\b[\s\S]*?(?:<\|end\|>|<\|call\|>|$)/g;
const FINAL_CHANNEL = /(?:<\|start\|>assistant)?<\|channel\|>final\b[^\n|]{0,80}<\|message\|>/g;

/** The response format of gpt-oss, when a server does not take it apart. */
function dropChannels(text: string): string {
  return /^\s*(?:<\|start\|>assistant)?<\|channel\|>/.test(text)
    ? text.replaceAll(HIDDEN_CHANNEL, '').replaceAll(FINAL_CHANNEL, '')
    : text;
}

const END_TOKEN = /(?:<\|[a-z_]{2,20}\|>|<｜[^｜]{2,30}｜>|<\/s>|<end_code>|\[\/?INST\])$/i;
const MAX_END_TOKEN_LENGTH = 34;

/** Looks at the last characters alone: a model that runs away repeats such a token thousands of times. */
function stripEnd(text: string): string {
  let rest = text.trimEnd();
  for (;;) {
    const token = END_TOKEN.exec(rest.slice(-MAX_END_TOKEN_LENGTH))?.[0];
    if (token === undefined) return rest;
    rest = rest.slice(0, -token.length).trimEnd();
  }
}

const INVISIBLE = new Set(['\ufeff', '\u200b', '\u200c', '\u200d', '\u2060']);

/** Removes byte order marks and zero-width characters from both ends. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && INVISIBLE.has(text.charAt(start))) start++;
  while (end > start && INVISIBLE.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
