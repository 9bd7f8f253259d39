/** Where a sentence writes names of rows. */
import type { Span } from '../answer/read-blocks.ts';
import type { RowName, RowNames } from './list-row-names.ts';
import { readNameTokens } from './name-tokens.ts';

export interface FoundName extends Span {
  /** Of one spelling; several where outputs write it in several ways. */
  readonly names: readonly RowName[];
}

/** Places are in `sentence`; of names that are within a longer one, the longer one. */
export function findRowNames(sentence: string, known: RowNames): FoundName[] {
  const tokens = readNameTokens(sentence);
  const found: FoundName[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const fitting = (known.get(tokens[at]?.stem ?? '') ?? []).filter(
      (name) =>
        name.tokens.every(({ stem }, index) => tokens[at + index]?.stem === stem) &&
        isJoined(sentence, tokens.slice(at, at + name.tokens.length)) &&
        isWrittenAs(sentence, tokens[at]?.start ?? 0, name.text),
    );
    const length = Math.max(0, ...fitting.map((name) => name.tokens.length));
    if (length === 0) continue;
    const names = fitting.filter((name) => name.tokens.length === length);
    const [first, last] = [tokens[at], tokens[at + length - 1]];
    if (first && last) found.push({ start: first.start, end: last.end, names });
    at += length - 1;
  }
  return found;
}

const BETWEEN = /^[\s\u2060\p{P}\p{S}]{1,3}$/u;

function isJoined(sentence: string, tokens: readonly Span[]): boolean {
  return tokens.every(({ start }, index) => {
    const before = tokens[index - 1];
    return before === undefined || BETWEEN.test(sentence.slice(before.end, start));
  });
}

/** “May” is not “may”, and “A” at the start of a sentence is not the group A. */
function isWrittenAs(sentence: string, start: number, name: string): boolean {
  const letter = sentence[start] ?? '';
  if (/^\p{Lu}/u.test(name) && !/\p{Lu}/u.test(letter)) return false;
  if (/^.(?![\p{L}\p{N}])/u.test(sentence.slice(start)) && /^[AIaiyY]$/.test(letter))
    return /^[AI]$/.test(name) && !/^.[\s\u2060]+\p{Ll}/u.test(sentence.slice(start));
  return true;
}
