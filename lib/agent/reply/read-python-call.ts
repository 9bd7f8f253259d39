/** Calls of our tool as models write them without markup: as a call of a function, or announced in words. */
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { EXECUTE_TOOL } from './action.ts';
import { readJsonCall } from './read-json-call.ts';

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

interface AnnouncedCall {
  readonly words: string;
  /** Empty where it is not certain what would run. */
  readonly source: string;
}

/** Such a call on lines of its own, at the end of a reply. */
export function findPythonCall(text: string, language: Language): AnnouncedCall | null {
  const start = CALL_LINE.exec(text)?.index;
  const source = start === undefined ? null : readPythonCall(text.slice(start), language);
  const words = text.slice(0, start);
  // A program may define the function itself.
  return source === null || looksLikeCode(language, words.trim()) ? null : { words, source };
}

/** Words that end with a colon, and the code below them. */
export function readAnnouncedCall(text: string, language: Language): AnnouncedCall | null {
  const announcement = ANNOUNCEMENT.exec(text);
  if (!announcement) return null;
  const end = announcement.index + announcement[0].length;
  const source = text.slice(end).trim();
  const isCode = (code: string) => looksLikeCode(language, code, { strict: true });
  if (isCode(source)) return { words: text.slice(0, end), source };
  return isCode(source.split(/\n[ \t]*\n/)[0] ?? '') ? { words: text.slice(0, end), source: '' } : null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** Undoes the escapes that a string needs to hold any code; others mean the same in the strings of that code. */
function decodeString(body: string): string {
  return body.replaceAll(/\\([\s\S])/g, (written, character: string) =>
    /[\\'"]/.test(character) ? character : (ESCAPES[character] ?? written),
  );
}
