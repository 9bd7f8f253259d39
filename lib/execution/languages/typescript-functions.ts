/** Functions of TypeScript source, read from the text: a running function no longer knows its types. */
import type { ToolDescription } from '../../protocol/cells/call.ts';

const NAME = String.raw`([A-Za-z$][\w$]*)`;
const FUNCTION = new RegExp(
  String.raw`^(?:export[ \t]+)?(?:(?:async[ \t]+)?function[ \t]+${NAME}|const[ \t]+${NAME}[ \t]*=[ \t]*(?:async[ \t]*)?(?=\())`,
  'gm',
);

/** Public functions in their order: those whose name begins with an underscore are left out, as in Python. */
export function findFunctions(source: string): ToolDescription[] {
  return [...source.matchAll(FUNCTION)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? '';
    const start = source.indexOf('(', match.index + match[0].length);
    const end = start < 0 ? -1 : findClosing(source, start);
    if (end < 0) return [];
    const signature = name + tidy(source.slice(start, end + 1)) + readReturnType(source, end + 1);
    return [{ name, signature, doc: readDoc(source.slice(0, match.index)) }];
  });
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/([([]) |,? (?=[)\]])/g, '$1');
}

/** `: Promise<number>`, without the body or arrow behind it; empty where none is written. */
function readReturnType(source: string, offset: number): string {
  if (!/^\s*:/.test(source.slice(offset, offset + 100))) return '';
  for (let at = source.indexOf(':', offset) + 1; at < source.length; at++) {
    const character = source.charAt(at);
    const isObject = character === '{' && /[:|&<,]\s*$/.test(source.slice(offset, at));
    if (isObject || character === '(' || character === '[') at = findClosing(source, at);
    else if (character === '{' || source.startsWith('=>', at))
      return tidy(source.slice(offset, at).trimEnd());
    if (at < 0) return '';
  }
  return '';
}

/** The bracket that closes the one at `start`, or -1. Quotes hide brackets. */
function findClosing(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source.charAt(at);
    if (/["'`]/.test(character)) {
      at = findQuoteEnd(source, at);
      if (at < 0) return -1;
    } else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && --depth === 0) return at;
  }
  return -1;
}

function findQuoteEnd(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++;
    else if (source.charAt(at) === quote) return at;
  }
  return -1;
}

/** The comment that ends right above: JSDoc, or lines with two slashes. */
function readDoc(before: string): string {
  const jsdoc = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/[ \t]*\n$/.exec(before)?.[1];
  const lines = jsdoc ?? /(?:^|\n)((?:[ \t]*\/\/[^\n]*\n)+)$/.exec(before)?.[1] ?? '';
  return lines
    .split('\n')
    .map((line) => line.replace(/^[ \t]*(?:\*|\/\/)?[ \t]?/, '').trimEnd())
    .join('\n')
    .trim();
}
