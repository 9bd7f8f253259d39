/** Calls of our tool as models write them without markup: as JSON in any keys, as a call of a function, announced in words. */
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { attempt } from '../../util/attempt.ts';
import { EXECUTE_TOOL, OUTPUTS_TOOL } from './action.ts';

export interface JsonCall {
  /** Empty where it is not certain what would run. */
  readonly sources: readonly string[];
  /** Whether it names a tool, or has its code among the arguments of something; else it may be data that shows code. */
  readonly isCertain: boolean;
}

interface Found {
  readonly sources: string[];
  otherLetters: number;
  namesTool: boolean;
  isPlaced: boolean;
  isNested: boolean;
}

const MAX_DEPTH = 12;

/** Null for JSON that is not a call, and for what is not JSON. */
export function readJsonCall(text: string, language: Language): JsonCall | null {
  const value = parseObject(text.trim());
  const roots = Array.isArray(value) ? value : [value];
  if (value === null || roots.length === 0) return null;
  const calls = roots.map((root) => {
    const found: Found = { sources: [], otherLetters: 0, namesTool: false, isPlaced: false, isNested: false };
    collect(root, found, 0, language);
    return found;
  });
  const isNamed = calls.every(({ namesTool }) => namesTool);
  const hasCode = calls.every(({ sources }) => sources.length > 0);
  const isCertain = isNamed || (hasCode && calls.every(({ isNested }) => isNested));
  const isMostlyCode =
    roots.length === 1 &&
    hasCode &&
    calls.every(({ sources, otherLetters }) => sources.join('').length >= otherLetters);
  if (!isCertain && !isMostlyCode) return null;
  const isRunnable = hasCode && !calls.some(({ isPlaced }) => isPlaced);
  return { sources: isRunnable ? calls.flatMap(({ sources }) => sources) : [], isCertain };
}

function collect(value: unknown, found: Found, depth: number, language: Language): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') collectText(value, found, depth, language);
  else if (Array.isArray(value)) {
    for (const each of value) collect(each, found, depth + 1, language);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (key === EXECUTE_TOOL) found.namesTool = true;
      if (/^cell/i.test(key) && each !== null && each !== '') found.isPlaced = true;
      collect(each, found, depth + 1, language);
    }
  }
}

function collectText(text: string, found: Found, depth: number, language: Language): void {
  const inner = /^\s*[{[]/.test(text) ? parseObject(text) : null;
  if (inner !== null) collect(inner, found, depth, language);
  else if ([EXECUTE_TOOL, OUTPUTS_TOOL].includes(text.replace(/^functions?\./, ''))) found.namesTool = true;
  else if (looksLikeCode(language, text.trim(), { strict: true })) {
    found.sources.push(text);
    found.isNested ||= depth > 1;
  } else found.otherLetters += text.length;
}

/** Null for what is neither an object nor a list. */
function parseObject(text: string): object | null {
  const value: unknown = attempt(() => JSON.parse(text));
  return typeof value === 'object' ? value : null;
}

const CALL = new RegExp(`^(?:[A-Za-z_]\\w*\\.)?${EXECUTE_TOOL}\\s*\\(([\\s\\S]*)\\)\\s*;?$`);
const CALL_LINE = new RegExp(`^(?:[A-Za-z_]\\w*\\.)?${EXECUTE_TOOL}\\s*\\(`, 'm');
const STRING = /^(?:[A-Za-z_]\w*\s*[=:]\s*)?([rR]?)("""|'''|"|')([\s\S]*)\2\s*,?$/;
const ANNOUNCEMENT = new RegExp(`^[^\\n]{0,200}\\b${EXECUTE_TOOL}\\b[^\\n(){}"'=]{0,200}[:：]`, 'm');

/** The code of `execute_code(code="…")`: an empty string where it is not certain what would run, null for other text. */
export function readPythonCall(text: string, language: Language): string | null {
  const given = CALL.exec(text.trim())?.[1]?.trim();
  if (given === undefined) return null;
  const [, raw, quote = '', body = ''] = STRING.exec(given) ?? [];
  if (quote === '') return readJsonCall(given, language)?.sources.join('\n\n') ?? '';
  if (body.replaceAll(/\\[\s\S]/g, '').includes(quote)) return '';
  return (raw === '' ? decodeString(body) : body).trim();
}

/** The words before a call, and its code: none where it is not certain what it would run. */
export interface WrittenCall {
  readonly words: string;
  readonly sources: readonly string[];
}

/** Such a call on lines of its own, at the end of a reply. */
export function findPythonCall(text: string, language: Language): WrittenCall | null {
  const start = CALL_LINE.exec(text)?.index;
  const source = start === undefined ? null : readPythonCall(text.slice(start), language);
  const words = text.slice(0, start);
  // A program may define the function itself.
  if (source === null || looksLikeCode(language, words.trim())) return null;
  return { words, sources: source === '' ? [] : [source] };
}

/** Words that end with a colon, and the code below them. */
export function readAnnouncedCall(text: string, language: Language): WrittenCall | null {
  const announcement = ANNOUNCEMENT.exec(text);
  if (!announcement) return null;
  const end = announcement.index + announcement[0].length;
  const [words, source] = [text.slice(0, end), text.slice(end).trim()];
  const isCode = (code: string) => looksLikeCode(language, code, { strict: true });
  if (isCode(source)) return { words, sources: [source] };
  return isCode(source.split(/\n[ \t]*\n/)[0] ?? '') ? { words, sources: [] } : null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Undoes the escapes that a string needs to hold any code; others mean the same in the strings of that code. */
function decodeString(body: string): string {
  return body.replaceAll(/\\([\s\S])/g, (written, character: string) =>
    /[\\'"]/.test(character) ? character : (ESCAPES[character] ?? written),
  );
}
