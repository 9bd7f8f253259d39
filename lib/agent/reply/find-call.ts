/**
 * Calls that a model writes as text, in a dialect that is not known: a structure of tags, tokens or JSON around code, or around
 * the name of a tool. Only their shape is looked at. Such a reply is never the answer.
 */
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { attempt } from '../../util/attempt.ts';
import { EXECUTE_TOOL, OUTPUTS_TOOL } from './action.ts';
import { cutOut, isCloserOf, isHtml, isToken, listTags, startsLine, type Tag } from './markup.ts';
import { findPythonCall, readAnnouncedCall, readJsonCall, type WrittenCall } from './read-written-call.ts';
import { BlockScanner } from './scan-blocks.ts';
import { toSource } from './to-source.ts';

interface Payload {
  readonly end: number;
  readonly sources: readonly string[];
}

const UNCERTAIN: WrittenCall = { words: '', sources: [] };
const MAX_CLOSERS = 4;
/** No call is in deeper, and reading each of thousands of tags to its end would take long. */
const MAX_TRIED = 40;
/** Characters of all tags that are tried; the last one may exceed them. */
const MAX_READ_CHARACTERS = 30_000;
/** Around one another, between a tag and its code. */
const MAX_FENCES = 3;
/** Data with this many times more letters than its code only shows the code. */
const MAX_OTHERS = 4;

export function findCall(text: string, language: Language): WrittenCall | null {
  const shown = maskSamples(text, language);
  return (
    findTagged(text, shown, language) ??
    findJson(text, language) ??
    findLabeled(text, language) ??
    findAnnounced(text, shown, language) ??
    (NAMES_TOOL.test(shown) || isPythonic(text, language) ? UNCERTAIN : null)
  );
}

/** Blanks, of the same length, in place of fences in a known language and of words in backticks, which only show something. */
function maskSamples(text: string, language: Language): string {
  const scanner = new BlockScanner(text, language);
  const fences = scanner.list((offset) => scanner.findFence(offset));
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of fences.filter(({ body }) => !NAMES_TOOL.test(body))) {
    parts.push(text.slice(from, start), toBlanks(text.slice(start, end)));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('').replaceAll(/(?<!`)(`{1,2})(?!`)[^`\n]{1,300}\1(?!`)/g, toBlanks);
}

function toBlanks(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

function findTagged(text: string, shown: string, language: Language): WrittenCall | null {
  const tags = listTags(shown).filter((tag) => !isHtml(tag));
  const first = tags.find((tag) => !tag.isClosing && startsLine(shown, tag));
  if (!first) return null;
  const rest = text.slice(first.start);
  const inside = listTags(rest);
  const payloads = findPayloads(rest, inside, language);
  if (payloads === null) return UNCERTAIN;
  const names = NAMES_TOOL.test(rest);
  if (payloads.length === 0 && !names && !isOnlyCall(shown, tags, first)) return null;
  const sources = payloads.flatMap((payload) => payload.sources);
  if (sources.length === 0) return UNCERTAIN;
  if (!names && isData(rest, inside)) {
    const letters = countLetters(sources.join(''));
    const others = countLetters(cutOut(rest, inside)) - letters;
    if (others > MAX_OTHERS * letters) return null;
    if (others > letters) return UNCERTAIN;
  }
  // Which cell the code would replace is not read here.
  const isPlaced = inside.some((tag) => /^cell/.test(tag.name) || /["'=]cell/i.test(tag.rest));
  return isPlaced ? UNCERTAIN : toCall(text.slice(0, first.start), sources);
}

/**
 * What each tag holds that is code; a tag in code is part of it. An entry without sources holds code that is not certain. Null
 * where there is too much to be read.
 */
function findPayloads(text: string, tags: readonly Tag[], language: Language): Payload[] | null {
  const payloads: Payload[] = [];
  let from = 0;
  let tried = 0;
  let left = MAX_READ_CHARACTERS;
  let isLeftOut = false;
  const read = (start: number, end: number) => {
    isLeftOut ||= left <= 0;
    if (isLeftOut) return null;
    left -= end - start;
    return readBody(text.slice(start, end), language);
  };
  for (const [index, tag] of tags.entries()) {
    if (tag.start < from || isHtml(tag)) continue;
    if (tried++ === MAX_TRIED) break;
    const found = readAttributes(tag, language) ?? findBody(text.length, tags.slice(index), read);
    if (!found) continue;
    payloads.push(found);
    from = found.end;
  }
  return isLeftOut ? null : payloads;
}

function findBody(
  length: number,
  [open, ...after]: readonly Tag[],
  read: (start: number, end: number) => readonly string[] | null,
): Payload | null {
  if (!open || open.isSelfClosing || (open.isClosing && !isToken(open))) return null;
  const closers = after.filter((tag) => isCloserOf(open, tag));
  const nexts = isToken(open) && !open.rest ? after.filter(({ bracket }) => bracket === open.bracket) : [];
  const ends = [...closers, ...nexts].map(({ start }) => start);
  const all = closers.length === 0 ? [...ends.slice(0, MAX_CLOSERS), length] : ends.slice(0, MAX_CLOSERS);
  for (const end of all) {
    const sources = read(open.end, end);
    if (sources) return { end, sources };
  }
  // Whether what follows is a tag, or a comparison in the code, is not certain.
  const next = closers.length === 0 ? after[0] : undefined;
  const isCode = next && read(open.end, next.start);
  return isCode ? { end: next.end, sources: [] } : null;
}

/** The code that the inside of a tag is; null for anything else, none where it is not certain. */
function readBody(body: string, language: Language, depth = 0): readonly string[] | null {
  const text = body.trim().replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1');
  const inner = /^(?:[\w.:-]{1,64}\s*\n)?\s*(`{3,20}|~{3,20})[^\n`]*\n([\s\S]*?)\n?\s*\1$/.exec(text)?.[2];
  if (inner !== undefined && depth < MAX_FENCES) return readBody(inner, language, depth + 1);
  const json = /^(?:[\w.:-]{1,64}\s*)?([[{][\s\S]*)$/.exec(text)?.[1];
  const call = json === undefined ? null : readJsonCall(json, language);
  if (call) return call.sources;
  return readSource(body, language) ?? (readSource(text.replace(/^[\w.:-]+\s+/, ''), language) ? [] : null);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function readSource(body: string, language: Language): readonly string[] | null {
  const source = toSource({ kind: 'tag', label: '', body, closed: true, start: 0, end: 0 }, language);
  const isCode = looksLikeCode(language, source, { strict: true });
  const decoded = source.replaceAll(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,5}));/g,
    (_, name: string | undefined, code: string | undefined) =>
      name === undefined ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? ''),
  );
  if (decoded === source) return isCode ? [source] : null;
  const isCodeDecoded = looksLikeCode(language, decoded, { strict: true });
  if (isCode && isCodeDecoded) return [];
  return isCode ? [source] : isCodeDecoded ? [decoded] : null;
}

function readAttributes(tag: Tag, language: Language): Payload | null {
  for (const [, , value = ''] of tag.rest.matchAll(/=\s*(["'])([\s\S]*?)\1(?=\s|$)/g)) {
    const sources = readSource(value, language);
    if (sources) return { end: tag.end, sources };
  }
  return null;
}

/** A reply of nothing but tags that no data and no page has: tokens, names of values, JSON or words between elements. */
function isOnlyCall(shown: string, tags: readonly Tag[], first: Tag): boolean {
  const own = tags.filter(({ start }) => start >= first.start);
  const words = cutOut(shown, own).slice(first.start);
  const isMarked = own.some((tag) => isToken(tag) && startsLine(shown, tag));
  const json = /^\s*(?:[\w.:-]{1,64}\s*)?([[{][\s\S]*[\]}])\s*$/.exec(words)?.[1];
  if (json !== undefined && attempt(() => JSON.parse(json)) !== null) return true;
  if (shown.slice(0, first.start).trim() !== '')
    return isMarked && !/(?<!\p{L})\p{L}+(?:\s+\p{L}+){3}/u.test(words);
  const opened = own.filter((tag) => !tag.isClosing);
  const areNamed =
    opened.length > 1 && /=/.test(first.rest) && opened.slice(1).every(({ rest }) => /=/.test(rest));
  return (isMarked || areNamed) && !/(?<!\p{L})\p{L}+(?:\s+\p{L}+){5}/u.test(words);
}

function findJson(text: string, language: Language): WrittenCall | null {
  const fence = /(?:^|\n)[ \t]*(`{3,20}|~{3,20})[^\n`]*\n/.exec(text);
  const opening = /(?:^|\n)[ \t]*(?:[\w.]{1,40})?(?=[[{])/.exec(text);
  const start = fence ?? opening;
  if (!start) return null;
  const before = text.slice(0, start.index);
  const after = text.slice(start.index + start[0].length).trimEnd();
  const mark = fence?.[1] ?? '';
  if (!after.endsWith(mark)) return null;
  const json = after.slice(0, after.length - mark.length);
  const call = readJsonCall(json, language);
  if (!call || (!call.isCertain && before.trim() !== '')) return null;
  return toCall(before, call.sources);
}

/** `Tool: name`, and below it `Tool input: code`: a label that begins with the one above it. */
const LABELED = /^[ \t*_]*([A-Za-z]\w*)[*_]*:[^\n]*\n+[ \t*_]*\1[ _]\w+[*_]*:/im;

function findLabeled(text: string, language: Language): WrittenCall | null {
  const label = LABELED.exec(text);
  if (!label) return null;
  const body = text.slice(label.index + label[0].length).replace(/^[*_]+/, '');
  const sources = readBody(body.split(/\n[ \t]*[A-Z]\w*:(?=\s)/)[0] ?? '', language);
  return sources && toCall(text.slice(0, label.index), sources);
}

function findAnnounced(text: string, shown: string, language: Language): WrittenCall | null {
  const call =
    findPythonCall(text, language) ??
    (readAnnouncedCall(shown, language) && readAnnouncedCall(text, language));
  return call && toCall(call.words, call.sources);
}

const TOOLS = `(?:functions?\\.)?(?:${EXECUTE_TOOL}|${OUTPUTS_TOOL})`;
/** A tool of ours, named as a value and not as a word. */
const NAMES_TOOL = new RegExp(
  `${EXECUTE_TOOL}["']?\\s*[[({<>:,}\\]|｜=]|[="':>]\\s*["']?(?:functions?\\.)?${EXECUTE_TOOL}\\b|[="'>]${TOOLS}["'>]|^[\\w ]{1,30}[:=]\\s*["']?${TOOLS}["']?\\s*$`,
  'm',
);

/** A list of calls with named arguments is not a value that anybody asks for. */
function isPythonic(text: string, language: Language): boolean {
  return /^\s*\[\s*[\w.]+\(\s*\w+\s*=[\s\S]*\)\s*\]\s*$/.test(text) && language.isValid(text.trim());
}

/** Plain elements, as of XML that was asked for: without values in their tags, and with text or elements in each, not both. */
function isData(text: string, tags: readonly Tag[]): boolean {
  return tags.every((tag, index) => {
    const next = tags[index + 1];
    const words = text.slice(tag.end, next?.start ?? text.length).trim();
    const isMixed = !tag.isClosing && next?.isClosing === false && words !== '';
    return !isMixed && !isToken(tag) && tag.rest === '' && !/^[[{]/.test(words);
  });
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function toCall(before: string, sources: readonly string[]): WrittenCall {
  // A fence around the call opens there.
  return { words: before.replace(/(?:^|\n)[ \t]*(?:`{3,}|~{3,})[^\n]*\s*$/, ''), sources };
}
