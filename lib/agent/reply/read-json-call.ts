/** A call written as JSON in any keys: the strings in it that are code. */
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
